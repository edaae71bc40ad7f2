// The list of a day: the number of each model's newest leaf, sorted by id, and a tree over these leaves (decision
// 0034). It lies in the folder `days/{root}/` of the log. Anybody with the log can compute it.

import { textOfBytes } from '../basics/byte-text.ts';
import { LogDamage, type LogFiles, readBundle } from './log-proofs.ts';
import type { Hash } from './merkle.ts';
import { TileWriter } from './tile-writer.ts';
import { TILE_WIDTH, tileAt, tilePath } from './tiles.ts';

/** A model of the day with its newest leaf. */
export interface ListedModel {
  id: string;
  /** The number of the leaf in the log, from 0. */
  index: number;
  hash: Hash;
}

const utf8 = new TextEncoder();

/** Returns the folder of a day's list below the log. `root` is the root of the list's tree, in hex. */
export function dayFolder(root: string): string {
  return `days/${root}/`;
}

/** The file with the first id of each tile, each on a line. */
const FIRST_IDS = 'first';

/** Called for each file of a list, with its path below the list's folder and a function that makes its bytes. */
type OnFile = (path: string, bytes: () => Uint8Array) => void;

/** Makes the list of a day from its models, which come sorted by the bytes of their ids. */
export class DayListWriter {
  readonly #tiles: TileWriter;
  readonly #onFile: OnFile;
  readonly #first: string[] = [];

  constructor(onFile: OnFile) {
    this.#onFile = onFile;
    this.#tiles = new TileWriter('ids', (tile, bytes) => onFile(tilePath(tile), bytes));
  }

  /** The number of models so far. */
  get count(): number {
    return this.#tiles.size;
  }

  add({ id, index, hash }: ListedModel): void {
    if (this.count % TILE_WIDTH === 0) this.#first.push(id);
    this.#tiles.add(utf8.encode(`${id}\t${index}`), hash);
  }

  /** Passes the last files to `onFile`, finally the file of the first ids. Returns the root. */
  finish(): Hash {
    const root = this.#tiles.finish();
    this.#onFile(FIRST_IDS, () => utf8.encode(this.#first.map((id) => `${id}\n`).join('')));
    return root;
  }
}

/**
 * Returns the first id of each tile. Rejects with a LogDamage if the file of these ids is missing, or has the wrong
 * number of ids.
 */
async function firstIds(files: LogFiles, count: number): Promise<string[]> {
  const bytes = await files(FIRST_IDS);
  if (!bytes)
    throw new LogDamage('The list of the newest day is missing from the log: is its checkpoint older than its files?');
  const ids = textOfBytes(bytes).split('\n').slice(0, -1);
  if (ids.length === Math.ceil(count / TILE_WIDTH)) return ids;
  throw new LogDamage('The list of the newest day is damaged: it has another number of tiles than the day.');
}

/**
 * Finds `id` in the list of a day with `count` models. Returns the position of the id in the list, and the number of
 * the model's newest leaf in the log. `files` reads the day's folder. Undefined if the list does not have the id.
 * Rejects with a LogDamage if a file is missing or wrong.
 */
export async function placeOf(files: LogFiles, count: number, id: string) {
  const first = await firstIds(files, count);
  const tile = first.findLastIndex((begin) => begin <= id);
  if (tile < 0) return undefined;
  const lines = (await readBundle(files, tileAt('ids', tile * TILE_WIDTH, count))).map((line) =>
    textOfBytes(line).split('\t'),
  );
  const at = lines.findIndex(([name]) => name === id);
  return at < 0 ? undefined : { place: tile * TILE_WIDTH + at, index: Number(lines[at]![1]) };
}
