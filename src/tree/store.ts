// Where a tree lies: bytes by their names, in a folder, in memory or at another hub.
import type { Awaitable } from '../awaitable.ts';

/** What it gives nobody believes before it was checked. A store throws, or rejects, when it can't be asked just now. */
export interface Store {
  /** All the bytes under a name; undefined when there are none. */
  get(name: string): Awaitable<Uint8Array | undefined>;
  /** The bytes from `start` up to `end`, or to their end where that comes first; undefined when there are none. */
  range(name: string, start: number, end: number): Awaitable<Uint8Array | undefined>;
  /** How many bytes there are; undefined when there are none. */
  size(name: string): Awaitable<number | undefined>;
}

/** The name of the file that says which tree is current. */
export const CURRENT = 'current';
