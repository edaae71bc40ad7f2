// The hash of a row, which the figures of an index hold: rows are read from a file that nobody reads as a whole.
import { sha256 } from '../../digests/sha.ts';

/** Numbers of a hash: the first 128 bits of the SHA-256 of a row's JSON. */
export const HASH_WORDS = 4;

/** The hash as an index holds it: words of 32 bits, the first bits first. */
export function rowHash(json: Uint8Array): number[] {
  const { buffer, byteOffset } = sha256(json);
  const words = new DataView(buffer, byteOffset);
  return Array.from({ length: HASH_WORDS }, (_, at) => words.getUint32(4 * at));
}

/** The bytes of a row, which must have this hash. Throws a sentence when they have another. */
export function checkedRow(json: Uint8Array, hash: ArrayLike<number>): Uint8Array {
  if (rowHash(json).every((word, at) => word === hash[at])) return json;
  throw new Error(
    'a row of the catalog object is not what the search index says; repair with "model-hub build --repair"',
  );
}
