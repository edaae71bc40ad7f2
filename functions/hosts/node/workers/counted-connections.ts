// Counts the connections of all threads, in total and by address. A thread first adds its connection to the count, and
// then compares the count with the limit.
import type { ConnectionCount } from '../connections/connections.ts';
import { newCounts, type SharedCounts } from './shared-counts.ts';

/**
 * The number of tables, and the number of cells in each. Each address has one cell in every table, which the table's
 * seed chooses. The address's count is the lowest number in its cells. It is too high only if other addresses share all
 * of these cells, which nobody can arrange.
 */
const TABLES = 4;
const PLACES = 4096;
/** The number of all cells. The first cell counts all connections. */
const CELLS = 1 + TABLES * PLACES;

export const newConnectionCounts = (threads: number): SharedCounts => newCounts(threads, CELLS);

/** Makes the seeds of the tables, which are the same in all threads. */
export const newSeeds = (): Uint32Array => crypto.getRandomValues(new Uint32Array(TABLES));

export class CountedConnections implements ConnectionCount {
  readonly #counts: SharedCounts;
  readonly #seeds: Uint32Array;
  readonly #thread: number;

  /** `thread` is the number of this thread, from 0. */
  constructor(counts: SharedCounts, seeds: Uint32Array, thread: number) {
    this.#counts = counts;
    this.#seeds = seeds;
    this.#thread = thread;
  }

  add(address: string | undefined, by: 1 | -1): void {
    this.#counts.add(this.#thread, 0, by);
    if (address === undefined) return;
    for (const cell of this.#cellsOf(address)) this.#counts.add(this.#thread, cell, by);
  }

  of(address: string | undefined): number {
    if (address === undefined) return this.#counts.sum(0);
    return Math.min(...this.#cellsOf(address).map((cell) => this.#counts.sum(cell)));
  }

  #cellsOf(address: string): number[] {
    return Array.from(this.#seeds, (seed, table) => 1 + table * PLACES + (hashOf(address, seed) % PLACES));
  }
}

/** Hashes the characters by FNV-1a, starting from `seed`, and mixes the result as MurmurHash3 does. */
function hashOf(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
