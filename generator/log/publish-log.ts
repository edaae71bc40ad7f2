// Publishes the log below HUB_DIST: its new files first, its checkpoint last.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CheckedTiles } from '../../src/log/checked-tiles.ts';
import { parseLeaf } from '../../src/log/leaves.ts';
import { CHECKPOINT, KEYS, LogDamage } from '../../src/log/log-paths.ts';
import { ModelIndexWriter } from '../../src/log/model-index.ts';
import { formatVerifierKey, type VerifierKey } from '../../src/log/note.ts';
import { leafAt } from '../../src/log/proof/make-proof.ts';
import { newTiles, TILE_WIDTH, type Tile, tilePath } from '../../src/log/tiles.ts';
import type { LoggedDay } from '../../src/shapes/log.ts';
import { writeDurably } from '../files/durability.ts';
import { hasBytes } from '../files/file-bytes.ts';
import { namesIn, removeIn } from '../files/own-folder.ts';
import { filesIn, type Head, LogFolderWriter, removeFullParts } from './log-folder.ts';
import type { LogPlaces } from './open-log.ts';
import { StateReader } from './state-file.ts';

/** The folder of a log that has the indexes of its models. */
const MODELS = 'models';
/**
 * An empty file in the log of HUB_DATA. It marks a copy of the log as damaged: the next build repairs the copy in
 * HUB_DATA, and writes the published copy again.
 */
const TORN = 'torn';

/**
 * Brings the published copy, whose checkpoint is `published`, up to the checkpoint `own`. Rejects with a LogDamage if
 * the log in HUB_DATA is damaged.
 */
export async function publishLog(
  places: LogPlaces,
  own: Head,
  published: Head | undefined,
  keys: readonly VerifierKey[],
): Promise<void> {
  const isAnew = isTorn(places);
  const before = isAnew ? undefined : published;
  mkdirSync(places.published, { recursive: true });
  const out = new LogFolderWriter(places.published);
  // Readers who have the earlier checkpoint may still ask for its partial tiles.
  if (isAnew && published && published.size < own.size) await putTiles(places.own, published, out, isPart);
  if (before?.size !== own.size) await putTiles(places.own, own, out, undefined, before?.size);
  // Earlier versions published no index.
  if (before?.size !== own.size || namesIn(places.published, MODELS).length === 0)
    eachIndexFile(places.own, own.size, (path, text) => out.put(path, text));
  const lines = keys.map((key) => `${formatVerifierKey(key)}\n`).join('');
  if (!hasBytes(join(places.published, KEYS), Buffer.from(lines))) out.put(KEYS, lines);
  out.flush();
  if (before?.text !== own.text) writeDurably(join(places.published, CHECKPOINT), own.text);
  if (isAnew) rmSync(join(places.own, TORN));
  removeFullParts(places.published, before?.size ?? 0, own.size);
  // Readers who have the earlier checkpoint may still look for models.
  for (const size of namesIn(places.published, MODELS))
    if (Number(size) !== own.size && Number(size) !== published?.size) removeIn(places.published, `${MODELS}/${size}`);
}

const isPart = ({ width }: Tile) => width < TILE_WIDTH;

/**
 * Copies the `wanted` tiles of the log with the checkpoint `head`, except tiles that the log had already when it had
 * `before` leaves. Checks each tile against the checkpoint. Rejects with a LogDamage if a tile is damaged.
 */
async function putTiles(
  from: string,
  head: Head,
  out: LogFolderWriter,
  wanted: (tile: Tile) => boolean = () => true,
  before = 0,
): Promise<void> {
  const checked = new CheckedTiles([filesIn(from)], head);
  for (const tile of newTiles(before, head.size).filter(wanted)) out.put(tilePath(tile), await checked.bytesOf(tile));
}

/** Reads the last leaf. Rejects with a LogDamage if it does not describe a day. */
export async function dayAt(folder: string, size: number): Promise<LoggedDay> {
  const leaf = parseLeaf(await leafAt(filesIn(folder), size - 1, size));
  if (!leaf || !('day' in leaf)) throw new LogDamage(`The last leaf of the log in ${folder} is not that of a day.`);
  return leaf;
}

/**
 * Makes the index of the models from the state of the log in `folder`, which has `size` leaves. Calls `onFile` for each
 * of its files, with its path below the log. Throws a LogDamage if there is no state.
 */
export function eachIndexFile(folder: string, size: number, onFile: (path: string, text: string) => void): void {
  const state = StateReader.open(folder, size);
  if (!state) throw new LogDamage(`The state of the log in ${folder} is damaged.`);
  const index = new ModelIndexWriter(size, onFile);
  for (let line = state.next(); line; line = state.next()) index.add(line.id, line.index);
  state.close();
  index.finish();
}

/** Notes that a copy is damaged, so that the next build writes the published copy again. */
export function noteTorn({ own }: LogPlaces): void {
  writeDurably(join(own, TORN), '');
}

/** True if `noteTorn` has noted damage. */
export function isTorn({ own }: LogPlaces): boolean {
  return filesIn(own)(TORN) !== undefined;
}
