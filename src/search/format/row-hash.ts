// The hashes of rows, which the file of figures contains. A reader uses the hash of a row to check this row without
// reading the whole file of rows.
import { sha256 } from '../../digests/sha.ts';

/** The number of words in a hash. A hash is the first 128 bits of the SHA-256 of a row's JSON. */
export const HASH_WORDS = 4;

/** Returns the hash of a row as words of 32 bits; the first word has the first bits. */
export function rowHash(json: Uint8Array): Uint32Array {
  const { buffer, byteOffset } = sha256(json);
  const bytes = new DataView(buffer, byteOffset);
  const words = new Uint32Array(HASH_WORDS);
  for (let at = 0; at < HASH_WORDS; at++) words[at] = bytes.getUint32(4 * at);
  return words;
}

/** Returns the bytes of a row if they have this hash. Otherwise throws an error whose message is a sentence. */
export function checkedRow(json: Uint8Array, hash: ArrayLike<number>): Uint8Array {
  if (rowHash(json).every((word, at) => word === hash[at])) return json;
  throw new Error(
    'a row of the catalog object is not what the search index says; remove "current" in HUB_DIST, and run "model-hub build"',
  );
}
