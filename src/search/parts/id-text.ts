// The ids of all rows in one buffer of lowercase text, for substring search. A bitmap marks the letters that are
// capitals.
import { firstWhere } from '../../basics/first-where.ts';
import type { Layout } from '../format/format.ts';
import { SearchIndexError } from '../format/format.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const SLASH = 0x2f;

/**
 * Returns the bytes of `text` with A to Z in lower case. Other characters do not change. Ids are ASCII, so characters
 * outside of ASCII match nothing.
 */
export function lowerCased(text: string): Uint8Array {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at++) bytes[at] = lower(bytes[at]!);
  return bytes;
}

/** Returns the lower case of a letter A to Z; any other byte unchanged. */
export function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

/**
 * A text to search for. `steps` has, for each byte of an id, how far the search may move if that byte lies under the
 * end of the text (Horspool's algorithm).
 */
export class TextPattern {
  readonly bytes: Uint8Array;
  readonly last: number;
  readonly steps: Uint8Array;

  /** `bytes` must be in lower case and not empty. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.last = bytes.at(-1)!;
    this.steps = new Uint8Array(256).fill(Math.min(bytes.length, 255));
    for (let at = Math.max(0, bytes.length - 255); at < bytes.length - 1; at++) {
      this.steps[bytes[at]!] = bytes.length - 1 - at;
    }
  }
}

/** The ids by row. Rows are sorted by the bytes of their ids, with capitals. */
export class IdText {
  readonly rows: number;
  /** The ids in lower case, one after the other. The id of a row is `text[starts[row], starts[row + 1])`. */
  readonly text: Uint8Array;
  readonly starts: Uint32Array;
  readonly #capitals: Uint8Array;

  constructor(layout: Layout) {
    this.rows = layout.rows;
    this.text = layout.bytes('idText');
    this.starts = layout.words('idStarts');
    this.#capitals = layout.bytes('idCapitals');
  }

  /** Returns the id of a row, with its capitals. Throws a SearchIndexError if the id lies outside the file. */
  idAt(row: number): string {
    const length = this.lengthOf(row);
    if (!(length >= 0 && this.starts[row + 1]! <= this.text.length))
      throw new SearchIndexError('damaged', `has an id (${row}) that can’t be`);
    const bytes = new Uint8Array(length);
    this.write(row, bytes, 0);
    return decoder.decode(bytes);
  }

  /** Writes the id of a row, with its capitals, to `target` from the position `at` on. */
  write(row: number, target: Uint8Array, at: number): void {
    const shift = at - this.starts[row]!;
    const end = this.starts[row + 1]!;
    for (let from = this.starts[row]!; from < end; from++) target[from + shift] = this.#byteAt(from);
  }

  /** Returns the row with exactly this id, or -1. */
  rowOf(id: string): number {
    const wanted = encoder.encode(id);
    const row = this.#firstFrom(wanted);
    return row < this.rows && this.lengthOf(row) === wanted.length && this.#compare(row, wanted) === 0 ? row : -1;
  }

  /**
   * Returns the rows of an owner as `[first, end)`; upper and lower case matter. The rows of an owner are neighbours,
   * because the ids are sorted.
   */
  rowsOfAuthor(author: string): readonly [number, number] {
    const prefix = encoder.encode(`${author}/`);
    const first = this.#firstFrom(prefix);
    prefix[prefix.length - 1] = SLASH + 1;
    return [first, this.#firstFrom(prefix)];
  }

  /** Returns the length of a row's id in bytes. */
  lengthOf(row: number): number {
    return this.starts[row + 1]! - this.starts[row]!;
  }

  /** True if a row's id in lower case contains the pattern. */
  contains(row: number, pattern: TextPattern): boolean {
    const text = this.text;
    const { bytes, steps, last } = pattern;
    const end = this.starts[row + 1]!;
    for (let at = this.starts[row]! + bytes.length - 1; at < end; ) {
      const byte = text[at]!;
      if (byte === last && this.#matches(at - bytes.length + 1, bytes)) return true;
      at += steps[byte]!;
    }
    return false;
  }

  /** True if a row's id in lower case ends with `part`, which must be in lower case. */
  endsIn(row: number, part: Uint8Array): boolean {
    return this.lengthOf(row) >= part.length && this.#matches(this.starts[row + 1]! - part.length, part);
  }

  #matches(start: number, part: Uint8Array): boolean {
    for (let at = part.length - 1; at >= 0; at--) if (this.text[start + at] !== part[at]) return false;
    return true;
  }

  #byteAt(at: number): number {
    return this.text[at]! - (((this.#capitals[at >>> 3]! >>> (at & 7)) & 1) << 5);
  }

  /** Returns the first row whose id equals `wanted` or comes after it, bytewise. */
  #firstFrom(wanted: Uint8Array): number {
    return firstWhere(0, this.rows, (row) => this.#compare(row, wanted) >= 0);
  }

  #compare(row: number, wanted: Uint8Array): number {
    const start = this.starts[row]!;
    const length = this.lengthOf(row);
    for (let at = 0; at < length && at < wanted.length; at++) {
      const difference = this.#byteAt(start + at) - wanted[at]!;
      if (difference !== 0) return difference;
    }
    return length - wanted.length;
  }
}

/** The number of bitmap words whose rows are tested together. */
const BLOCK = 16;

/**
 * Removes from the set `words` the rows whose id does not contain the pattern. Returns the number of rows that remain.
 * All ids together are far larger than the processor's caches. So the function first touches all ids of a block. These
 * loads then wait for memory at the same time, while a search would wait for one id after the other.
 */
export function keepContaining(words: Uint32Array, ids: IdText, pattern: TextPattern): number {
  let count = 0;
  for (let start = 0; start < words.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, words.length);
    touched = touch(words, start, end, ids);
    for (let at = start; at < end; at++) {
      let kept = words[at]!;
      for (let word = kept; word !== 0; word &= word - 1) {
        const bit = word & -word;
        if (ids.contains((at << 5) + 31 - Math.clz32(bit), pattern)) count++;
        else kept ^= bit;
      }
      words[at] = kept;
    }
  }
  return count;
}

/** The sum of the touched bytes. It is stored, because an engine may omit loads whose result nobody uses. */
let touched = 0;

function touch(words: Uint32Array, start: number, end: number, { text, starts }: IdText): number {
  let sum = 0;
  for (let at = start; at < end; at++) {
    for (let word = words[at]!; word !== 0; word &= word - 1) {
      const row = (at << 5) + 31 - Math.clz32(word & -word);
      sum += text[starts[row]!]! + text[starts[row + 1]! - 1]!;
    }
  }
  return sum + (touched & 1);
}
