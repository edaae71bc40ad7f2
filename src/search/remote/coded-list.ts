// Encodes lists of rows, and the parts of a lists file that contain them.
import { addRows, hasRow, listRows, wordsFor } from '../parts/bitmap.ts';
import { decodeGaps } from '../parts/postings.ts';
import type { Growable } from '../writer/growable.ts';

/**
 * An encoded ascending list of rows. It has the gaps between the rows in groups of seven bits, as in a segment, or a
 * bitmap of whole words if the bitmap is smaller.
 */
export interface CodedList {
  bytes: Uint8Array;
  rows: number;
  isBitmap: boolean;
}

type Head = Record<string, readonly [start: number, length: number, rows: number, isBitmap: 0 | 1]>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Encodes an ascending list of row numbers at the end of `into`. `all` is the number of rows in the segment. */
export function codeList(
  rows: Uint32Array,
  all: number,
  into: Growable<Uint8Array<ArrayBuffer>>,
): Omit<CodedList, 'bytes'> {
  const start = into.length;
  const words = wordsFor(all);
  let last = -1;
  for (const row of rows) {
    let gap = row - last;
    for (; gap > 0x7f; gap >>>= 7) into.push((gap & 0x7f) | 0x80);
    into.push(gap);
    last = row;
    if (into.length - start <= words * 4) continue;
    const bitmap = new Uint32Array(words);
    addRows(bitmap, rows, rows.length);
    into.length = start;
    into.append(new Uint8Array(bitmap.buffer));
    return { rows: rows.length, isBitmap: true };
  }
  return { rows: rows.length, isBitmap: false };
}

/** Returns the rows of a list as a new bitmap of `words` words. */
export function bitmapOf({ bytes, rows, isBitmap }: CodedList, words: number): Uint32Array {
  if (isBitmap) return new Uint32Array(new Uint8Array(bytes).buffer);
  const bitmap = new Uint32Array(words);
  addRows(bitmap, decoded(bytes, rows), rows);
  return bitmap;
}

/** Counts the rows that are both in the list and in `bitmap`. */
export function countIn({ bytes, rows, isBitmap }: CodedList, bitmap: Uint32Array): number {
  if (!isBitmap) return decoded(bytes, rows).reduce((sum, row) => sum + Number(hasRow(bitmap, row)), 0);
  const own = new Uint32Array(new Uint8Array(bytes).buffer);
  const all = new Uint32Array(rows);
  listRows(own, all);
  return all.reduce((sum, row) => sum + Number(hasRow(bitmap, row)), 0);
}

function decoded(bytes: Uint8Array, rows: number): Uint32Array {
  // Each row takes at least one byte, so the list can't have more rows than bytes.
  const found = new Uint32Array(Math.min(rows, bytes.length));
  decodeGaps(bytes, 0, found.length, found);
  return found;
}

/**
 * Encodes a part of a lists file: the length of its head (u32, low byte first), its head, and the lists. The head is
 * JSON with a member for each key. Its value is the offset of the list after the head, the list's size in bytes, its
 * number of rows, and 1 for a bitmap.
 */
export function encodeLists(lists: readonly (readonly [key: string, list: CodedList])[]): Uint8Array {
  let end = 0;
  // The head is written as text. V8 would keep a hidden class for each member of an object with these keys, which would
  // take hundreds of MiB for all parts.
  const members = lists.map(([key, { bytes, rows, isBitmap }]) => {
    const start = end;
    end += bytes.length;
    return `${JSON.stringify(key)}:[${start},${bytes.length},${rows},${isBitmap ? 1 : 0}]`;
  });
  const head = encoder.encode(`{${members.join()}}`);
  const part = new Uint8Array(4 + head.length + end);
  new DataView(part.buffer).setUint32(0, head.length, true);
  part.set(head, 4);
  let at = 4 + head.length;
  for (const [, { bytes }] of lists) {
    part.set(bytes, at);
    at += bytes.length;
  }
  return part;
}

/** Returns every list in a part by its key. */
export function listsIn(part: Uint8Array): Map<string, CodedList> {
  const start = 4 + new DataView(part.buffer, part.byteOffset).getUint32(0, true);
  const head = Object.entries(JSON.parse(decoder.decode(part.subarray(4, start))) as Head);
  return new Map(
    head.map(([key, [at, length, rows, isBitmap]]) => [
      key,
      { bytes: part.subarray(start + at, start + at + length), rows, isBitmap: isBitmap === 1 },
    ]),
  );
}
