// Checks the log: compares the tiles of both copies, and what is made of them, with the checkpoint.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKPOINT, LogDamage } from '../../src/log/tiles.ts';
import { hasBytes } from '../files/file-bytes.ts';
import { bothCopies, damagedLog, type LogPlaces, readHead, tilesSince } from './log-folder.ts';
import { eachIndexFile, INDEX_FOLDER } from './publish-log.ts';
import { StateReader } from './state-file.ts';

/** Checks the log in HUB_DATA and its published copy. Returns a sentence with the fix for each fault. */
export async function checkLog(places: LogPlaces): Promise<string[]> {
  const { own, published } = places;
  if (!existsSync(join(own, CHECKPOINT))) return [];
  const faults: string[] = [];
  const compare = (folder: string, path: string, bytes: Uint8Array, fix: string) => {
    if (!hasBytes(join(folder, path), bytes)) faults.push(`${join(folder, path)} is missing or damaged: ${fix}.`);
  };
  try {
    const head = readHead(own)!;
    const { size } = head;
    const isCopied = isCopyOf(published, size);
    for await (const [path, bytes] of tilesSince(0, head, bothCopies(places)))
      for (const [folder, other] of isCopied
        ? [[own, published] as const, [published, own] as const]
        : [[own, published] as const])
        compare(folder, path, bytes, `copy ${join(other, path)} there, which is whole`);
    // Only the state says what the index of models must be. A restored hub has none, and the next build makes it.
    const state = isCopied ? StateReader.open(own, size) : undefined;
    state?.close();
    if (state)
      eachIndexFile(own, size, (path, text) =>
        compare(published, path, Buffer.from(text), `remove ${join(published, INDEX_FOLDER)}, and build`),
      );
    if (isCopied) compare(published, CHECKPOINT, Buffer.from(head.text), 'remove it, and build');
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    faults.push(damagedLog(places, error).message);
  }
  return faults;
}

/**
 * True if `published` should have the files of a log of `size` leaves: a copy that is missing or of another length is
 * brought up by the next build, and one whose checkpoint is damaged is a fault.
 */
function isCopyOf(published: string, size: number): boolean {
  try {
    return readHead(published)?.size === size;
  } catch (error) {
    if (error instanceof LogDamage) return true;
    throw error;
  }
}
