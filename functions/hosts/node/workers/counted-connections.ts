// Counts the connections of all threads, in total and by address. A thread adds its connection before it compares with
// the limit.
import type { ConnectionCount } from '../connections/connection-count.ts';
import { newCounts, type SharedCounts } from './shared-counts.ts';

/**
 * Each address has one place in every table, given by that table's seed. The least of its places is its count: that is
 * too high only if other addresses share all of its places, which nobody can arrange.
 */
const TABLES = 4;
const PLACES = 4096;
/** The first cell has the count of all. */
const CELLS = 1 + TABLES * PLACES;

export const newConnectionCounts = (threads: number): SharedCounts => newCounts(threads, CELLS);

/** Seeds of the tables, the same in all threads. */
export const newSeeds = (): Uint32Array => crypto.getRandomValues(new Uint32Array(TABLES));

export class CountedConnections implements ConnectionCount {
  readonly #counts: SharedCounts;
  readonly #seeds: Uint32Array;
  readonly #thread: number;

  /** `thread` is the number of this one. */
  constructor(counts: SharedCounts, seeds: Uint32Array, thread: number) {
    this.#counts = counts;
    this.#seeds = seeds;
    this.#thread = thread;
  }

  add(address: string | undefined): void {
    this.#count(address, 1);
  }

  remove(address: string | undefined): void {
    this.#count(address, -1);
  }

  of(address: string | undefined): number {
    if (address === undefined) return this.#counts.sum(0);
    return Math.min(...this.#cellsOf(address).map((cell) => this.#counts.sum(cell)));
  }

  #count(address: string | undefined, count: number): void {
    this.#counts.add(this.#thread, 0, count);
    if (address === undefined) return;
    for (const cell of this.#cellsOf(address)) this.#counts.add(this.#thread, cell, count);
  }

  #cellsOf(address: string): number[] {
    return Array.from(this.#seeds, (seed, table) => 1 + table * PLACES + (hashOf(address, seed) % PLACES));
  }
}

/** FNV-1a of the characters, begun with `seed` and stirred at the end as MurmurHash3 does. */
function hashOf(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
