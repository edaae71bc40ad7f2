// The hash of a row, which the figures of an index hold: rows are read from a file that nobody reads as a whole.
import { sha256Hex } from '../../digests/sha.ts';

/** Numbers of a hash: the first 128 bits of the SHA-256 of a row's JSON. */
export const HASH_WORDS = 4;

/** As an index holds it: words of eight hex digits each, the first digits first. */
export function rowHash(json: Uint8Array): number[] {
  const hex = sha256Hex(json);
  return Array.from({ length: HASH_WORDS }, (_, at) => Number.parseInt(hex.slice(at * 8, at * 8 + 8), 16));
}

/** The bytes of a row, which must have this hash. Throws a sentence when they have another. */
export function checkedRow(json: Uint8Array, hash: ArrayLike<number>): Uint8Array {
  if (rowHash(json).every((word, at) => word === hash[at])) return json;
  throw new Error(
    'a row of the catalog object is not what the search index says; repair with "model-hub build --repair"',
  );
}
