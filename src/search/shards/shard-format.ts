// The search of an export: small files that a page fetches whole, so that a host needs to know nothing of ranges.
//
//   _search/index.json        how many rows there are, and the folder of their files
//   _search/<version>/…       what belongs together; a row keeps its number for as long as the version lasts:
//     rows/<n>.json           a few rows each by their numbers, null for one that is gone
//     orders/<sort>/<n>.bin   the numbers of all rows in an order, three bytes each, low byte first
//     lists/<n>.bin           lists of rows that have a term, a run of letters or a word, in buckets by a hash of what they have
//     words/<two>.json        the words that begin with these two characters, sorted
//
// A day that changes few rows changes few of these files, and the orders. Whoever reads them asks for them as those of the
// day (`made`), so that nothing that was kept on the way is taken for what is there now.
//
// A bucket: u32 (low byte first) the bytes of its head; the head, JSON: of each key where its list begins behind the head,
// its bytes, how many rows it has, and whether it is a bitmap; then the lists, gaps between ascending rows in groups of
// seven bits as in a search index (`index/format.ts`), or bitmaps of whole words where these are smaller.

// Of a word there are two lists: of rows that have it in their id, and of others that have it in a tag or their task. The
// same holds for what more than WORDS_UNITED words begin with, and for each single character that a word begins with.

import { hasRow } from '../parts/bitmap.ts';
import { decodeGaps } from '../parts/postings.ts';

/** The folder of it all, and the file that is asked for first. */
export const SHARDS = '_search';
export const SHARDS_INDEX = `${SHARDS}/index.json`;

/** Rows of a file: a page of rows from all over the index costs so many times its own bytes. */
export const BLOCK_ROWS = 8;
/** Row numbers of a file of an order. */
export const ORDER_ROWS = 1024;
/** Bytes of a row number there. */
export const ROW_BYTES = 3;
/** Longest run of letters that has a list; a longer text is made of these. */
export const RUN = 3;

/** So many words that begin alike are looked up one by one; more have lists together. */
export const WORDS_UNITED = 4;

/** What is known before anything is asked. */
export interface ShardIndex {
  format: typeof SHARDS_FORMAT;
  /** The folder of its files, below `SHARDS`. */
  version: string;
  /** Changes with what is in the files. */
  made: string;
  rows: number;
  /** Numbers that bitmaps have room for. */
  numbers: number;
  /** Files of lists; a power of two. */
  buckets: number;
  /** Of each order the rows that have a value: those are first, the highest one before the others. */
  valued: Record<ShardOrder, number>;
  /** The names of the files of words. */
  words: string[];
}

export const SHARDS_FORMAT = 'hub.model-hub.search-shards/v4';

/** The orders, the default one first. */
export const SHARD_ORDERS = ['trendingScore', 'downloads', 'likes', 'createdAt', 'updated', 'size'] as const;
export type ShardOrder = (typeof SHARD_ORDERS)[number];

export const blockFile = (block: number) => `rows/${block}.json`;
export const orderFile = (order: ShardOrder, chunk: number) => `orders/${order}/${chunk}.bin`;
export const bucketFile = (bucket: number) => `lists/${bucket}.bin`;
export const wordsFile = (name: string) => `words/${name}.json`;

/** The key of the rows that have a word, or what words begin with, in their id, or only elsewhere. */
export const wordKey = (text: string, { isInId, isPrefix }: { isInId: boolean; isPrefix: boolean }) =>
  `${isInId ? 'i' : 't'}${isPrefix ? 'p' : ''}:${text}`;

/** The name of the file that has a word. */
export const wordsName = (word: string) => word.replace(/^(.)(.?).*$/su, '$1$2').replace(/[^a-z0-9]/gu, '_');

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The bucket of a key among so many (FNV-1a); the two lists of a word lie in one. */
export function bucketOf(key: string, buckets: number): number {
  let sum = 0x811c9dc5;
  for (const byte of encoder.encode(key.replace(/^[it](p?:)/, '$1'))) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum >>> 0) & (buckets - 1);
}

/** A list as it lies in a bucket. */
export interface CodedList {
  bytes: Uint8Array;
  rows: number;
  isBitmap: boolean;
}

type Head = Record<string, readonly [start: number, length: number, rows: number, isBitmap: 0 | 1]>;

/** The bytes of a bucket with these lists. */
export function encodeBucket(lists: readonly (readonly [key: string, list: CodedList])[]): Uint8Array {
  let end = 0;
  const places = lists.map(([key, { bytes, rows, isBitmap }]) => {
    const place = [end, bytes.length, rows, isBitmap ? 1 : 0] as const;
    end += bytes.length;
    return [key, place] as const;
  });
  const head = encoder.encode(JSON.stringify(Object.fromEntries(places) satisfies Head));
  const bucket = new Uint8Array(4 + head.length + end);
  new DataView(bucket.buffer).setUint32(0, head.length, true);
  bucket.set(head, 4);
  for (const [at, [, { bytes }]] of lists.entries()) bucket.set(bytes, 4 + head.length + places[at]![1][0]);
  return bucket;
}

/** The list of a key in a bucket; undefined where none is. */
export function listIn(bucket: Uint8Array, key: string): CodedList | undefined {
  const start = 4 + new DataView(bucket.buffer, bucket.byteOffset).getUint32(0, true);
  const head = new Map(Object.entries(JSON.parse(decoder.decode(bucket.subarray(4, start))) as Head));
  const place = head.get(key);
  if (!place) return undefined;
  const [at, length, rows, isBitmap] = place;
  return { bytes: bucket.subarray(start + at, start + at + length), rows, isBitmap: isBitmap === 1 };
}

/** The rows of a list as a bitmap of so many words. */
export function bitmapOf({ bytes, rows, isBitmap }: CodedList, words: number): Uint32Array {
  if (isBitmap) return new Uint32Array(new Uint8Array(bytes).buffer);
  const bitmap = new Uint32Array(words);
  const found = new Uint32Array(rows);
  decodeGaps(bytes, 0, rows, found);
  for (const row of found) bitmap[row >>> 5] = bitmap[row >>> 5]! | (1 << (row & 31));
  return bitmap;
}

/** The same list as a bitmap, where that takes fewer bytes. */
export function smallest(list: CodedList, words: number): CodedList {
  if (list.bytes.length <= words * 4) return list;
  return { bytes: new Uint8Array(bitmapOf(list, words).buffer), rows: list.rows, isBitmap: true };
}

/** True when the row is in the bitmap; all are in none. */
export const isIn = (bitmap: Uint32Array | undefined, row: number) => bitmap === undefined || hasRow(bitmap, row);
