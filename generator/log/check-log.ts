// Reads the log back: every tile made again out of the leaves, and the copy held against it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LogDamage } from '../../src/log/log-proofs.ts';
import { CHECKPOINT } from '../../src/log/make-proof.ts';
import { equalHashes } from '../../src/log/merkle.ts';
import { TileWriter } from '../../src/log/tile-writer.ts';
import { tilePath } from '../../src/log/tiles.ts';
import { hasBytes } from '../files/file-bytes.ts';
import { type Head, readHead } from './log-folder.ts';
import { damagedLog, type LogPlaces } from './open-log.ts';
import { dayAt, eachListFile, noteTorn } from './publish-log.ts';
import { StateReader } from './state-file.ts';
import { leavesOf } from './take-over.ts';

/** What is wrong, a sentence a fault. */
interface LogFaults {
  /** In the copy, and in what follows from the leaves: the next build makes it again. */
  torn: string[];
  /** In the log of HUB_DATA: no build can. */
  lost: string[];
}

/** Reads the log of HUB_DATA and its copy; nothing is wrong where there is none. A damaged copy is noted for the next build. */
export async function checkLog(places: LogPlaces): Promise<LogFaults> {
  const faults: LogFaults = { torn: [], lost: [] };
  if (!existsSync(join(places.own, CHECKPOINT))) return faults;
  try {
    const head = readHead(places.own)!;
    await checkTiles(places, head, faults);
    const state = StateReader.open(places.own, head.size);
    state?.close();
    // What follows from the leaves is made again out of them.
    if (!state) faults.torn.push(`The state of the log in ${places.own} is missing or damaged.`);
    else if (faults.lost.length === 0) await checkCopy(places, head, faults);
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    faults.lost.push(damagedLog(places.own, error).message);
  }
  if (faults.torn.length > 0) noteTorn(places);
  return faults;
}

/** The leaves decide what tiles have to be, and the checkpoint whether they are the leaves. */
async function checkTiles(
  { own, published }: LogPlaces,
  { size, root }: Head,
  { torn, lost }: LogFaults,
): Promise<void> {
  const tiles = new TileWriter('entries', (tile, bytes) => {
    const path = tilePath(tile);
    const expected = bytes();
    if (!hasBytes(join(own, path), expected)) lost.push(`${join(own, path)} is missing or damaged.`);
    if (!hasBytes(join(published, path), expected)) torn.push(`${join(published, path)} is missing or damaged.`);
  });
  for await (const leaf of leavesOf(own, size)) tiles.add(leaf);
  if (!equalHashes(tiles.finish(), root)) lost.push(`The leaves in ${own} are not those of its checkpoint.`);
}

async function checkCopy({ own, published }: LogPlaces, { size, text }: Head, { torn }: LogFaults): Promise<void> {
  const expect = (path: string, bytes: Uint8Array) => {
    if (!hasBytes(join(published, path), bytes)) torn.push(`${join(published, path)} is missing or damaged.`);
  };
  eachListFile(own, size, await dayAt(own, size), (path, bytes) => expect(path, bytes()));
  expect(CHECKPOINT, new TextEncoder().encode(text));
}
