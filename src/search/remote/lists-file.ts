// The lists file of a segment. It has the segment's facts about its rows, cut into parts, so that a remote reader
// fetches only a few of them.
//
//   0   magic, 8 bytes: "MHLISTS1"
//   8   u32 rows of the segment; 12 u32 parts of lists; 16 u32 parts of ids; 20 u32 bytes of the names of parts of words
//   24  these names in ASCII, separated by commas; then, at a multiple of four, u32 the start of each part, and the end
//   then the parts, each of one kind:
//     lists   lists of the rows that have a term, an n-gram or a word (`coded-list.ts`); a hash of the list's key
//             chooses the part
//     ids     pairs of u32: the hash of an id in lower case, and a row that may have it
//     names   the same for the id without its owner
//     words   JSON: the words that begin with two given characters, sorted
//     facets  lists of every counted value, all in one part
//
// An export has each part as a file of its own. All numbers are little-endian. The file depends only on its segment.

import { fnv1a } from '../../digests/fnv1a.ts';
import { SearchIndexError } from '../format/search-index-error.ts';
import { lowerCased } from '../parts/id-text.ts';
import { Growable } from '../writer/growable.ts';
import { type PieceSizes, Pieces, type ReadRange } from './pieces.ts';

/**
 * The head of a lists file. The numbers of parts of lists and of ids are powers of two. `words` has the names of the
 * parts of words.
 */
export interface ListsHead {
  rows: number;
  lists: number;
  ids: number;
  words: readonly string[];
}

/** Reads the parts of a lists file by their numbers. */
export interface ListsFile {
  head: ListsHead;
  part(number: number): Promise<Uint8Array>;
}

const MAGIC = 'MHLISTS1';
const HEAD_BYTES = 24;

/** The length of the longest n-grams that have a list. A longer text is split into several n-grams. */
export const RUN = 3;
/**
 * If at most this number of words begin with a prefix, a reader reads the words' lists one by one. A prefix of more
 * words has a list of its own.
 */
export const WORDS_UNITED = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns the key of a list for a word, or for all words with a prefix. One list has the rows with the word in their
 * id, the other has the rows with the word only elsewhere.
 */
export const wordKey = (text: string, { isInId, isPrefix }: { isInId: boolean; isPrefix: boolean }) =>
  `${isInId ? 'i' : 't'}${isPrefix ? 'p' : ''}:${text}`;

/** Returns the name of the part that lists a word. */
export const wordsName = (word: string) => word.replace(/^(.)(.?).*$/su, '$1$2').replace(/[^a-z0-9]/gu, '_');

/** Returns the FNV-1a hash of a text, with A to Z in lower case. */
export const hashOf = (text: string) => fnv1a(lowerCased(text));

/** Returns the number of the part of lists that has a key. Both lists of a word are in the same part. */
export const listsPart = ({ lists }: ListsHead, key: string) => hashOf(key.replace(/^[it](p?:)/, '$1')) & (lists - 1);
/** Returns the number of the part of ids that has a hash; `namesPart` does the same for names. */
export const idsPart = ({ lists, ids }: ListsHead, hash: number) => lists + (hash & (ids - 1));
export const namesPart = ({ lists, ids }: ListsHead, hash: number) => lists + ids + (hash & (ids - 1));
/** Returns the number of the part of words with this name; undefined if there is none. */
export function wordsPart({ lists, ids, words }: ListsHead, name: string): number | undefined {
  const at = words.indexOf(name);
  return at < 0 ? undefined : lists + 2 * ids + at;
}
export const facetsPart = ({ lists, ids, words }: ListsHead) => lists + 2 * ids + words.length;

/** Returns the number of all parts. */
export const partsOf = (head: ListsHead) => facetsPart(head) + 1;

/**
 * Returns the bytes of a lists file. `parts` must have the number of parts that `head` implies, in their order.
 * `expected` is their approximate size in bytes.
 */
export function encodeListsFile(
  head: ListsHead,
  parts: Iterable<Uint8Array>,
  { expected }: { expected: number },
): Uint8Array<ArrayBuffer> {
  const names = encoder.encode(head.words.join());
  const first = startsAt(names.length) + 4 * (partsOf(head) + 1);
  const file = new Growable(new Uint8Array(first + expected));
  file.length = first;
  const starts = [first];
  for (const part of parts) {
    file.append(part);
    starts.push(file.length);
  }
  const bytes = file.filled();
  bytes.set(encoder.encode(MAGIC));
  new Uint32Array(bytes.buffer, 8, 4).set([head.rows, head.lists, head.ids, names.length]);
  bytes.set(names, HEAD_BYTES);
  new Uint32Array(bytes.buffer, startsAt(names.length), starts.length).set(starts);
  return bytes;
}

/** Opens a lists file, to be read in ranges. Rejects with a SearchIndexError if the file is of another kind. */
export async function openListsFile(read: ReadRange, sizes: PieceSizes): Promise<ListsFile> {
  const pieces = new Pieces(read, sizes);
  const beginning = await pieces.bytes(0, HEAD_BYTES);
  if (decoder.decode(beginning.subarray(0, 8)) !== MAGIC)
    throw new SearchIndexError('not-an-index', 'has a lists file of another version, or a damaged one');
  const [rows, lists, ids, names] = new Uint32Array(beginning.buffer, 8, 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  const text = decoder.decode(await pieces.bytes(HEAD_BYTES, HEAD_BYTES + names));
  const head = { rows, lists, ids, words: text === '' ? [] : text.split(',') };
  const at = startsAt(names);
  const starts = new Uint32Array((await pieces.bytes(at, at + 4 * (partsOf(head) + 1))).buffer);
  return { head, part: async (number) => pieces.bytes(starts[number]!, starts[number + 1]!) };
}

const startsAt = (names: number) => (HEAD_BYTES + names + 3) & ~3;
