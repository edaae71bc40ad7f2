// The list of a day: which leaf of the log is the newest of each model, sorted by id, and a tree over these leaves (decision 0034).
// It lies below `days/{root}/` of the log and can be made again from it.

import { type LogFiles, readBundle } from './log-proofs.ts';
import { type Hash, rootOf } from './merkle.ts';
import { bundleOf, HASH_BYTES, hashOfTile, TILE_WIDTH, tileAt, tilePath } from './tiles.ts';

/** A model of the day, and its newest leaf. */
export interface ListedModel {
  id: string;
  /** Which leaf of the log it is. */
  index: number;
  hash: Hash;
}

/** A file of a log. */
export interface LogFile {
  path: string;
  bytes: Uint8Array;
}

const utf8 = new TextEncoder();
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The folder of a day's list below the log, by the root of its tree in hex. */
export function dayFolder(root: string): string {
  return `days/${root}/`;
}

/** Which ids the tiles begin with: a line each. */
const FIRST_IDS = 'first';

/** The root over `models`, which are sorted by the bytes of their ids, and the files of the list, paths below its folder. */
export function dayList(models: readonly ListedModel[]): { root: Hash; files: LogFile[] } {
  const files: LogFile[] = [];
  const first: string[] = [];
  let level: readonly Hash[] = models.map(({ hash }) => hash);
  for (let at = 0; at < models.length; at += TILE_WIDTH) {
    const part = models.slice(at, at + TILE_WIDTH);
    first.push(part[0]!.id);
    const path = tilePath(tileAt('ids', at, models.length));
    files.push({ path, bytes: bundleOf(part.map(({ id, index }) => utf8.encode(`${id}\t${index}`))) });
  }
  const root = rootOf(level);
  for (let height = 0; level.length > 0; height++) {
    const whole: Hash[] = [];
    for (let at = 0; at < level.length; at += TILE_WIDTH) {
      const part = level.slice(at, at + TILE_WIDTH);
      files.push({ path: tilePath(tileAt(height, at, level.length)), bytes: joined(part) });
      if (part.length === TILE_WIDTH) whole.push(hashOfTile(part));
    }
    level = whole;
  }
  files.push({ path: FIRST_IDS, bytes: utf8.encode(first.map((id) => `${id}\n`).join('')) });
  return { root, files };
}

function joined(hashes: readonly Hash[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * HASH_BYTES);
  return bytes;
}

/**
 * Where a day of `count` models lists `id`: its place among them, and which leaf of the log is its newest. `files` are
 * those of the day's folder. Undefined when the day does not list it; rejects with a LogDamage.
 */
export async function placeOf(files: LogFiles, count: number, id: string) {
  const first = text((await files(FIRST_IDS)) ?? new Uint8Array())
    .split('\n')
    .slice(0, -1);
  const tile = first.findLastIndex((begin) => begin <= id);
  if (tile < 0) return undefined;
  const lines = (await readBundle(files, tileAt('ids', tile * TILE_WIDTH, count))).map((line) =>
    text(line).split('\t'),
  );
  const at = lines.findIndex(([name]) => name === id);
  return at < 0 ? undefined : { place: tile * TILE_WIDTH + at, index: Number(lines[at]![1]) };
}
