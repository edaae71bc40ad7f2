// Publishes the log below HUB_DIST: its new files first, its checkpoint last.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { privately } from '../../functions/stores/bytes/file-modes.ts';
import { CheckedTiles } from '../../src/log/checked-tiles.ts';
import { DayListWriter, dayFolder } from '../../src/log/day-list.ts';
import { parseLeaf } from '../../src/log/leaves.ts';
import { KEYS } from '../../src/log/log-paths.ts';
import { LogDamage } from '../../src/log/log-proofs.ts';
import { formatVerifierKey, type VerifierKey } from '../../src/log/note.ts';
import { CHECKPOINT, leafAt } from '../../src/log/proof/make-proof.ts';
import { newTiles, TILE_WIDTH, type Tile, tilePath } from '../../src/log/tiles.ts';
import type { LoggedDay } from '../../src/shapes/log.ts';
import { writeDurably } from '../files/durability.ts';
import { hasBytes } from '../files/file-bytes.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { namesIn, removeIn } from '../files/own-folder.ts';
import { filesIn, type Head, LogFolderWriter, removeFullParts } from './log-folder.ts';
import type { LogPlaces } from './open-log.ts';
import { StateReader } from './state-file.ts';

/**
 * The folder of a log that has the lists of days. The list of a day names each model of the day with its newest leaf.
 */
const DAYS = 'days';
/** The file in the log of HUB_DATA that has the times when lists of days were replaced. */
const LEFT = 'left.json';
/**
 * An empty file in the log of HUB_DATA. It marks a copy of the log as damaged: the next build repairs the copy in
 * HUB_DATA, and writes the published copy again.
 */
const TORN = 'torn';

interface Publishing {
  keys: readonly VerifierKey[];
  /** The number of milliseconds for which the list of a day stays after the list of a later day has replaced it. */
  stay: number;
  /** The present time in milliseconds since 1970. */
  now: number;
}

/**
 * Brings the published copy, whose checkpoint is `published`, up to the checkpoint `own`. Rejects with a LogDamage if
 * the log in HUB_DATA is damaged.
 */
export async function publishLog(
  places: LogPlaces,
  own: Head,
  published: Head | undefined,
  { keys, stay, now }: Publishing,
): Promise<void> {
  const isAnew = isTorn(places);
  const before = isAnew ? undefined : published;
  mkdirSync(places.published, { recursive: true });
  const out = new LogFolderWriter(places.published);
  const day = await dayAt(places.own, own.size);
  // Readers who have the earlier checkpoint may still ask for its partial tiles.
  if (isAnew && published && published.size < own.size) await putTiles(places.own, published, out, isPart);
  if (before?.size !== own.size) {
    await putTiles(places.own, own, out, undefined, before?.size);
    const listed = before && (await dayAt(places.published, before.size));
    if (listed?.models.root !== day.models.root)
      eachListFile(places.own, own.size, day, (path, bytes) => out.put(path, bytes()));
  }
  const lines = keys.map((key) => `${formatVerifierKey(key)}\n`).join('');
  if (!hasBytes(join(places.published, KEYS), Buffer.from(lines))) out.put(KEYS, lines);
  out.flush();
  const left = await privately(async () => noteLeft(places, day.models.root, now));
  if (before?.text !== own.text) writeDurably(join(places.published, CHECKPOINT), own.text);
  if (isAnew) rmSync(join(places.own, TORN));
  removeFullParts(places.published, before?.size ?? 0, own.size);
  removeLeft(places, left, now - stay);
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
 * Makes the list of `day` from the state of the log in `folder`, and calls `onFile` for each of its files. Paths are
 * relative to the log. Throws a LogDamage if the state contradicts `day`.
 */
export function eachListFile(
  folder: string,
  size: number,
  day: LoggedDay,
  onFile: (path: string, bytes: () => Uint8Array) => void,
): void {
  const { count, root } = day.models;
  const list = new DayListWriter((path, bytes) => onFile(dayFolder(root) + path, bytes));
  const state = StateReader.open(folder, size);
  for (let line = state?.next(); line; line = state!.next()) list.add(line);
  state?.close();
  if (list.count !== count || Buffer.from(list.finish()).toString('hex') !== root)
    throw new LogDamage(`The state of the log in ${folder} is damaged.`);
}

/** Notes that a copy is damaged, so that the next build writes the published copy again. */
export function noteTorn({ own }: LogPlaces): void {
  writeDurably(join(own, TORN), '');
}

/** True if `noteTorn` has noted damage. */
export function isTorn({ own }: LogPlaces): boolean {
  return filesIn(own)(TORN) !== undefined;
}

/** The times when lists of days were replaced, in milliseconds since 1970, by the root of the list. */
type Left = Record<string, number>;

/**
 * Notes and returns when each published list of a day was replaced, except the list with the root `root`. It runs
 * before the new checkpoint is written, so that no replaced list is forgotten after a crash.
 */
function noteLeft({ own, published }: LogPlaces, root: string, now: number): Left {
  // If the file with the times is unreadable, all old lists count as replaced now, and stay for the full time again.
  const known = new Map(Object.entries(readJsonNote<Left>(join(own, LEFT)) ?? {}));
  const others = namesIn(published, DAYS).filter((name) => name !== root);
  const left = Object.fromEntries(others.map((name) => [name, known.get(name) ?? now]));
  const isKnown = known.size === others.length && others.every((name) => known.has(name));
  if (!isKnown) writeJsonNote(join(own, LEFT), left);
  return left;
}

function removeLeft({ published }: LogPlaces, left: Left, until: number): void {
  for (const [name, since] of Object.entries(left)) if (since <= until) removeIn(published, `${DAYS}/${name}`);
}
