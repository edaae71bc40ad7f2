// Sorted texts in one buffer, such as the ids of all rows and the terms, and the search for a part of an id.
import { firstWhere } from '../basics/records.ts';
import type { Columns } from './columns.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text followed by this character sorts after every text that begins with it, since no text has the character. */
const LAST_CHARACTER = '\u{10ffff}';

/** The lower case of each byte: of A to Z the small letter, of any other byte itself. */
const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte));

export type Texts = ReturnType<typeof openTexts>;

/** Texts in UTF-8, sorted bytewise. */
export function openTexts(columns: Columns, name: 'id' | 'term') {
  const text = columns.u8(`${name}.text`);
  /** The text `n` is `text[starts[n], starts[n + 1])`. */
  const starts = columns.u32(`${name}.starts`);

  const length = starts.length - 1;

  /** Returns a text without its first `skip` bytes. */
  function at(place: number, skip = 0): string {
    return decoder.decode(text.subarray(starts[place]! + skip, starts[place + 1]!));
  }

  /** Returns the number of exactly this text, or -1. */
  function find(wanted: string): number {
    const place = firstFrom(wanted);
    return place < length && compare(place, encoder.encode(wanted)) === 0 ? place : -1;
  }

  /** Returns the first text that equals `text` or comes after it; the number of texts if there is none. */
  function firstFrom(wanted: string): number {
    const bytes = encoder.encode(wanted);
    return firstWhere(0, length, (place) => compare(place, bytes) >= 0);
  }

  /** Returns the texts that begin with `prefix`, as `[first, end)`. */
  function startingWith(prefix: string): readonly [number, number] {
    return [firstFrom(prefix), firstFrom(prefix + LAST_CHARACTER)];
  }

  function compare(place: number, wanted: Uint8Array): number {
    const start = starts[place]!;
    const bytes = starts[place + 1]! - start;
    for (let byte = 0; byte < bytes && byte < wanted.length; byte++) {
      const difference = text[start + byte]! - wanted[byte]!;
      if (difference !== 0) return difference;
    }
    return bytes - wanted.length;
  }

  return { text, starts, length, at, find, firstFrom, startingWith };
}

export type IdPart = ReturnType<typeof idPart>;

/**
 * A part of an id, in any letter case; `text` must not be empty. Only A to Z have two cases. `steps` has, for each byte,
 * how far a search may move if that byte lies under the end of the part (Horspool's algorithm).
 */
export function idPart(text: string) {
  const bytes = encoder.encode(text).map((byte) => LOWER[byte]!);
  const { length } = bytes;
  const steps = new Uint8Array(256).fill(Math.min(length, 255));
  for (let at = Math.max(0, length - 255); at < length - 1; at++) steps[bytes[at]!] = length - 1 - at;

  /** True if an id contains the part. */
  function isIn({ text, starts }: Texts, row: number): boolean {
    const last = bytes[length - 1]!;
    const end = starts[row + 1]!;
    for (let at = starts[row]! + length - 1; at < end; ) {
      const byte = LOWER[text[at]!]!;
      if (byte === last && isAt(text, at - length + 1)) return true;
      at += steps[byte]!;
    }
    return false;
  }

  /** True if an id ends with the part, and, with `isWhole`, has nothing before it. */
  function isEndOf({ text, starts }: Texts, row: number, isWhole: boolean): boolean {
    const start = starts[row + 1]! - length;
    return (isWhole ? start === starts[row]! : start >= starts[row]!) && isAt(text, start);
  }

  function isAt(text: Uint8Array, start: number): boolean {
    for (let at = length - 1; at >= 0; at--) if (LOWER[text[start + at]!] !== bytes[at]) return false;
    return true;
  }

  return { bytes, isIn, isEndOf };
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
