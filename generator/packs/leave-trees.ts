// Keeps a replaced tree for a while, since readers may still use it. Then removes the tree, with the files that no
// other tree names.
import { join } from 'node:path';
import { CURRENT } from '../../src/tree/store.ts';
import { parseShard, STORED, storedName } from '../../src/tree/tree-list.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { namesIn, removeIn } from '../files/own-folder.ts';
import { readPacked } from './dist-store.ts';
import { currentName, readStamp, type Stamp } from './tree-layout.ts';

const NAME = 'left.json';

/**
 * The time at which each tree was replaced, in milliseconds since 1970, by the tree's name. Only trees that are still
 * on disk are included.
 */
type Left = Map<string, number>;

/** Reads the times. If the file is lost, the replaced trees stay until `sweep` runs after an interrupted build. */
const readLeft = (dist: string): Left =>
  new Map(Object.entries(readJsonNote<Record<string, number>>(join(dist, NAME)) ?? {}));

/**
 * Notes that the tree `name` is replaced at the time `now`. Call it before the replacement, so that the time is noted
 * even if the process crashes.
 */
export function noteLeaving(dist: string, name: string, now: number): void {
  writeLeft(dist, readLeft(dist).set(name, now));
}

function writeLeft(dist: string, left: Left): void {
  writeJsonNote(join(dist, NAME), Object.fromEntries(left));
}

/**
 * Removes the trees that were replaced `stay` milliseconds ago or earlier, with all files that no remaining tree names.
 */
export function removeLeft(dist: string, current: string, stay: number, now: number): void {
  const left = readLeft(dist);
  // The current tree may have been replaced earlier, and then made current again.
  left.delete(current);
  const gone = [...left].filter(([, since]) => now - since >= stay).map(([name]) => name);
  for (const name of gone) left.delete(name);
  writeLeft(dist, left);
  const unused = new Set(gone.flatMap((name) => [...namesOf(dist, name)]));
  if (unused.size > 0) for (const name of stayingNames(dist, current, left)) unused.delete(name);
  for (const name of unused) removeIn(dist, storedName(name));
}

/** Removes every file below `packs` that no remaining tree names, after an interrupted build. Walks all files. */
export function sweep(dist: string, current: string | undefined): void {
  // If the stamp of the current tree can't be read, the files that this tree needs are unknown, so nothing is removed.
  if (current !== undefined && readStamp(dist, current) === undefined) return;
  for (const path of unusedPaths(dist, current, readLeft(dist))) removeIn(dist, path);
}

function* unusedPaths(dist: string, current: string | undefined, left: Left): Generator<string> {
  const used = new Set([...stayingNames(dist, current, left)].map(storedName));
  for (const folder of namesIn(dist, STORED))
    for (const name of namesIn(dist, `${STORED}/${folder}`))
      if (!used.has(`${STORED}/${folder}/${name}`)) yield `${STORED}/${folder}/${name}`;
}

/** The trees that stay in a HUB_DIST, and the files that none of these trees needs. */
export interface StandingTrees {
  stamps: Stamp[];
  /** The files below `packs` that no remaining tree needs. */
  unused: Iterable<string>;
  /** Forgets the times of replacement of all trees that do not stay. Call it after removing `unused`. */
  forget(): void;
}

/**
 * Finds the current tree, and the trees that were replaced less than `stay` milliseconds ago. If this version can't
 * read one of these trees, returns only the tree's name as `unread`: nobody knows which files that tree needs.
 */
export function standingTrees(dist: string, stay: number, now: number): StandingTrees | { unread: string } {
  const current = currentName(dist);
  const left = readLeft(dist);
  const young = new Map([...left].filter(([name, since]) => name !== current && now - since < stay));
  const stamps: Stamp[] = [];
  if (current === undefined && namesIn(dist, STORED).length > 0) return { unread: CURRENT };
  for (const name of new Set([...(current === undefined ? [] : [current]), ...young.keys()])) {
    const stamp = readStamp(dist, name);
    if (!stamp) return { unread: name };
    stamps.push(stamp);
  }
  const forget = () => young.size < left.size && writeLeft(dist, young);
  return { stamps, unused: unusedPaths(dist, current, young), forget };
}

function* stayingNames(dist: string, current: string | undefined, left: Left): Generator<string> {
  if (current !== undefined) yield* namesOf(dist, current);
  for (const name of left.keys()) yield* namesOf(dist, name);
}

/** Lists the name of a tree and the names of its files, as far as its list can be read. */
function* namesOf(dist: string, tree: string): Generator<string> {
  yield tree;
  const stamp = readStamp(dist, tree);
  if (!stamp) return;
  for (const [, shard] of stamp.list) yield shard;
  for (const [, shard] of stamp.list) yield* listedNames(dist, shard);
}

/**
 * Lists the names of files in a shard; none if the shard is damaged. Files that only this shard names then stay until
 * the next sweep.
 */
function listedNames(dist: string, shard: string): string[] {
  try {
    return parseShard(readPacked(dist, shard)).flatMap(({ sha256, index }) => [sha256, ...(index ? [index] : [])]);
  } catch {
    return [];
  }
}
