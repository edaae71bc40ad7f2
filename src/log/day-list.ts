// The list of a day: which leaf of the log is the newest of each model, sorted by id, and a tree over these leaves (decision 0034).
// It lies below `days/{root}/` of the log and can be made again from it.

import { textOfBytes } from '../basics/byte-text.ts';
import { LogDamage, type LogFiles, readBundle } from './log-proofs.ts';
import type { Hash } from './merkle.ts';
import { TileWriter } from './tile-writer.ts';
import { TILE_WIDTH, tileAt, tilePath } from './tiles.ts';

/** A model of the day, and its newest leaf. */
export interface ListedModel {
  id: string;
  /** Which leaf of the log it is. */
  index: number;
  hash: Hash;
}

const utf8 = new TextEncoder();

/** The folder of a day's list below the log, by the root of its tree in hex. */
export function dayFolder(root: string): string {
  return `days/${root}/`;
}

/** Which ids the tiles begin with: a line each. */
const FIRST_IDS = 'first';

/** Gets each file of a list: its path below the list's folder, and the function that makes its bytes. */
type OnFile = (path: string, bytes: () => Uint8Array) => void;

/** Makes the list of a day as its models come, sorted by the bytes of their ids. */
export class DayListWriter {
  readonly #tiles: TileWriter;
  readonly #onFile: OnFile;
  readonly #first: string[] = [];

  constructor(onFile: OnFile) {
    this.#onFile = onFile;
    this.#tiles = new TileWriter('ids', (tile, bytes) => onFile(tilePath(tile), bytes));
  }

  /** Models by now. */
  get count(): number {
    return this.#tiles.size;
  }

  add({ id, index, hash }: ListedModel): void {
    if (this.count % TILE_WIDTH === 0) this.#first.push(id);
    this.#tiles.add(utf8.encode(`${id}\t${index}`), hash);
  }

  /** Tells the last files, that of the first ids behind all others, and gives the root. */
  finish(): Hash {
    const root = this.#tiles.finish();
    this.#onFile(FIRST_IDS, () => utf8.encode(this.#first.map((id) => `${id}\n`).join('')));
    return root;
  }
}

/** The id that each tile begins with. Rejects with a LogDamage where they are not as many as there are tiles. */
async function firstIds(files: LogFiles, count: number): Promise<string[]> {
  const bytes = await files(FIRST_IDS);
  if (!bytes)
    throw new LogDamage('The list of the newest day is missing from the log: is its checkpoint older than its files?');
  const ids = textOfBytes(bytes).split('\n').slice(0, -1);
  if (ids.length === Math.ceil(count / TILE_WIDTH)) return ids;
  throw new LogDamage('The list of the newest day is damaged: it has another number of tiles than the day.');
}

/**
 * Where a day of `count` models lists `id`: its place among them, and which leaf of the log is its newest. `files` are
 * those of the day's folder. Undefined when the day does not list it; rejects with a LogDamage.
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
