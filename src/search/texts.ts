// Sorted texts in one buffer, such as the ids of all rows and the terms, and the search for a part of an id.
import { firstWhere } from '../basics/records.ts';
import type { Columns } from './columns.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text followed by this character sorts after every text that begins with it, since no text has the character. */
const LAST_CHARACTER = '\u{10ffff}';

/** The lower case of each byte: of A to Z the small letter, of any other byte itself. */
const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte));

/** Texts in UTF-8, sorted bytewise. */
export class Texts {
  readonly text: Uint8Array;
  /** The text `n` is `text[starts[n], starts[n + 1])`. */
  readonly starts: Uint32Array;

  constructor(columns: Columns, name: 'id' | 'term') {
    this.text = columns.u8(`${name}.text`);
    this.starts = columns.u32(`${name}.starts`);
  }

  get length(): number {
    return this.starts.length - 1;
  }

  /** Returns a text without its first `skip` bytes. */
  at(at: number, skip = 0): string {
    return decoder.decode(this.text.subarray(this.starts[at]! + skip, this.starts[at + 1]!));
  }

  /** Returns the number of exactly this text, or -1. */
  find(text: string): number {
    const place = this.firstFrom(text);
    return place < this.length && this.#compare(place, encoder.encode(text)) === 0 ? place : -1;
  }

  /** Returns the first text that equals `text` or comes after it; the number of texts if there is none. */
  firstFrom(text: string): number {
    const wanted = encoder.encode(text);
    return firstWhere(0, this.length, (at) => this.#compare(at, wanted) >= 0);
  }

  /** Returns the texts that begin with `prefix`, as `[first, end)`. */
  startingWith(prefix: string): readonly [number, number] {
    return [this.firstFrom(prefix), this.firstFrom(prefix + LAST_CHARACTER)];
  }

  #compare(at: number, wanted: Uint8Array): number {
    const start = this.starts[at]!;
    const length = this.starts[at + 1]! - start;
    for (let byte = 0; byte < length && byte < wanted.length; byte++) {
      const difference = this.text[start + byte]! - wanted[byte]!;
      if (difference !== 0) return difference;
    }
    return length - wanted.length;
  }
}

/**
 * A part of an id, in any letter case. Only A to Z have two cases. `steps` has, for each byte, how far a search may move
 * if that byte lies under the end of the part (Horspool's algorithm).
 */
export class IdPart {
  readonly bytes: Uint8Array;
  readonly #steps: Uint8Array;

  /** `text` must not be empty. */
  constructor(text: string) {
    this.bytes = encoder.encode(text).map((byte) => LOWER[byte]!);
    const { length } = this.bytes;
    this.#steps = new Uint8Array(256).fill(Math.min(length, 255));
    for (let at = Math.max(0, length - 255); at < length - 1; at++) this.#steps[this.bytes[at]!] = length - 1 - at;
  }

  /** True if an id contains the part. */
  isIn({ text, starts }: Texts, row: number): boolean {
    const { length } = this.bytes;
    const last = this.bytes[length - 1]!;
    const end = starts[row + 1]!;
    for (let at = starts[row]! + length - 1; at < end; ) {
      const byte = LOWER[text[at]!]!;
      if (byte === last && this.#isAt(text, at - length + 1)) return true;
      at += this.#steps[byte]!;
    }
    return false;
  }

  /** True if an id ends with the part, and, with `isWhole`, has nothing before it. */
  isEndOf({ text, starts }: Texts, row: number, isWhole: boolean): boolean {
    const start = starts[row + 1]! - this.bytes.length;
    return (isWhole ? start === starts[row]! : start >= starts[row]!) && this.#isAt(text, start);
  }

  #isAt(text: Uint8Array, start: number): boolean {
    for (let at = this.bytes.length - 1; at >= 0; at--) if (LOWER[text[start + at]!] !== this.bytes[at]) return false;
    return true;
  }
}

/** The length of the longest run of letters with a list of rows. */
export const LONGEST_GRAM = 3;
/** A letter of an id has a number from 1 to 68, as ids are printable ASCII and their case does not count. */
const LETTERS = 69;
export const MOST_GRAMS = LETTERS ** LONGEST_GRAM;

/** Returns the number of the letter that a byte is in any case; 0 for a byte that no id has. */
export function letterOf(byte: number): number {
  const lower = LOWER[byte]!;
  if (lower <= 0x20 || lower > 0x7e) return 0;
  return lower < 0x5b ? lower - 0x20 : lower - 0x3a;
}

/** Returns the number of the run of letters that is one letter longer than the run `before`. */
export const longerGram = (before: number, letter: number) => before * LETTERS + letter;

/**
 * Returns the numbers of the longest runs in a part of an id, each once, at most `most`; undefined if the part has a byte
 * that no id has.
 */
export function gramsOf({ bytes }: IdPart, most: number): number[] | undefined {
  const length = Math.min(bytes.length, LONGEST_GRAM);
  const letters = Array.from(bytes, letterOf);
  if (letters.includes(0)) return undefined;
  const grams = new Set<number>();
  for (let start = 0; start + length <= bytes.length && grams.size < most; start++)
    grams.add(letters.slice(start, start + length).reduce(longerGram, 0));
  return [...grams];
}
