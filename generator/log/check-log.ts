// Checks the log: makes every tile again from the leaves, and compares the tiles of both copies with the result.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKPOINT, LogDamage } from '../../src/log/log-paths.ts';
import { hasBytes } from '../files/file-bytes.ts';
import { type Head, readHead } from './log-folder.ts';
import { lostLeaves, walkLog } from './mend-log.ts';
import { damagedLog, type LogPlaces } from './open-log.ts';
import { eachIndexFile, noteTorn } from './publish-log.ts';
import { StateReader } from './state-file.ts';

/** The faults of a log, each as a sentence. */
interface LogFaults {
  /** Faults that the next build repairs: damage in one copy, or in files made from the leaves. */
  torn: string[];
  /** Leaves that are missing or damaged in both copies, so that no build can make them again. */
  lost: string[];
}

/**
 * Checks the log in HUB_DATA and its published copy. Finds no fault if there is no log. Marks the log as damaged, so
 * that the next build repairs it. Marks nothing if leaves are lost, since then nobody knows which copy is right.
 */
export async function checkLog(places: LogPlaces): Promise<LogFaults> {
  if (!existsSync(join(places.own, CHECKPOINT))) return { torn: [], lost: [] };
  let head: Head | undefined;
  try {
    head = readHead(places.own)!;
    const isCopied = isCopyOf(places.published, head);
    const { torn, isOwnWhole } = await checkTiles(places, head, isCopied);
    const state = StateReader.open(places.own, head.size);
    state?.close();
    // A restored hub has no state, and every build makes one that is missing or damaged from the leaves. So that is no
    // fault, but without a state nothing says what the index of models in the copy must be.
    if (isCopied && state && isOwnWhole) checkCopy(places, head, torn);
    if (torn.length > 0) noteTorn(places);
    return { torn, lost: [] };
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    const copies = existsSync(join(places.published, CHECKPOINT)) ? 2 : 1;
    const { message } = head ? lostLeaves(places, copies, error) : damagedLog(places.own, error);
    return { torn: [], lost: [message] };
  }
}

/**
 * True if `published` should have the files of the log `head`: a copy that is missing or of another length is brought up
 * by the next build, and one whose checkpoint is damaged is a fault.
 */
function isCopyOf(published: string, head: Head): boolean {
  try {
    return readHead(published)?.size === head.size;
  } catch (error) {
    if (error instanceof LogDamage) return true;
    throw error;
  }
}

/** Lists the missing and damaged tiles of each copy. Rejects with a LogDamage if both copies lack a leaf. */
async function checkTiles(places: LogPlaces, head: Head, isCopied: boolean) {
  const torn: string[] = [];
  let isOwnWhole = true;
  await walkLog(places, head, (path, bytes) => {
    const expected = bytes();
    for (const folder of isCopied ? [places.own, places.published] : [places.own]) {
      if (hasBytes(join(folder, path), expected)) continue;
      torn.push(`${join(folder, path)} is missing or damaged.`);
      isOwnWhole &&= folder !== places.own;
    }
  });
  return { torn, isOwnWhole };
}

function checkCopy({ own, published }: LogPlaces, { size, text }: Head, torn: string[]): void {
  const expect = (path: string, wanted: string) => {
    if (!hasBytes(join(published, path), Buffer.from(wanted)))
      torn.push(`${join(published, path)} is missing or damaged.`);
  };
  eachIndexFile(own, size, expect);
  expect(CHECKPOINT, text);
}
