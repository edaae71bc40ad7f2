// Caches values that take long to make, each in a file.
import { readFileSync } from 'node:fs';
import type { Awaitable } from '../../src/basics/remembered.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { putWhole } from './whole-file.ts';

/**
 * Reads the value that `keep` left at `path` for the same sources, which `of` identifies. Gives undefined when the
 * value is missing or damaged.
 */
export function readKept<T>(path: string, of: string): T | undefined {
  try {
    const [sum, text = ''] = readFileSync(path, 'utf8').split('\n');
    return sum === sumOf(of, text) ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Gives the value that is kept at `path` for the same sources, which `of` identifies. If there is none, makes it, and
 * keeps it.
 */
export async function keptOrMade<T>(path: string, of: string, make: () => Awaitable<T>): Promise<T> {
  const before = readKept<T>(path, of);
  if (before !== undefined) return before;
  const value = await make();
  keep(path, of, value);
  return value;
}

/**
 * Keeps `value` for `readKept`. The value must fit into JSON; `of` identifies its sources. Does nothing if the folder
 * can't be written.
 */
export function keep(path: string, of: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    putWhole(path, `${sumOf(of, text)}\n${text}`);
  } catch {
    // A value that can't be kept is made again at the next use.
  }
}

const sumOf = (of: string, text: string) => sha256Hex(`${of}\0${text}`);
