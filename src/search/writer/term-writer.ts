// Collects the terms of each row, and writes the sorted dictionary of terms and their posting lists.

import { PREFIX_FROM, TERM_FIELDS, type TermField, type WordField } from '../parts/terms.ts';
import { prefixesAbove, wordPrefixes } from '../words/prefixes.ts';
import { Growable } from './growable.ts';
import { type WrittenPostings, writePostings } from './postings-writer.ts';

interface WrittenTerms {
  text: Uint8Array;
  starts: Uint32Array;
  fields: Uint32Array;
  postings: WrittenPostings;
}

/** A field whose terms come from rows. The terms of the other fields, which are prefixes, come from the words. */
export type ToldField = Exclude<TermField, `${WordField}_prefix`>;

/** The terms of all fields, in the order of the file. */
interface Dictionary {
  values: string[];
  /** The first term of each field and, last, the number of all terms. */
  fields: Uint32Array;
  /** The term for each number that `TermWriter.number` returned. */
  ranks: Uint32Array;
  /** For each term, the term of its longest prefix, or -1. */
  above: Int32Array;
}

/**
 * Collects terms row by row. `number` numbers terms in the order of their first use. `finish` gives them new numbers,
 * by field and text.
 */
export class TermWriter {
  readonly #numbers: Record<ToldField, Map<string, number>>;
  #size = 0;
  /** The numbers of all rows' terms, one row after the other. `#ends` has the end of each row. */
  readonly #termsOfRows = new Growable(new Uint32Array(1024));
  readonly #ends = new Growable(new Uint32Array(1024));

  constructor() {
    const maps = TERM_FIELDS.filter(isTold).map((field) => [field, new Map()] as const);
    this.#numbers = Object.fromEntries(maps) as Record<ToldField, Map<string, number>>;
  }

  /** Returns the number of a term. A term that is new gets the next number. */
  number(field: ToldField, value: string): number {
    const numbers = this.#numbers[field];
    const known = numbers.get(value);
    if (known !== undefined) return known;
    // A lone surrogate has no UTF-8 form. Texts that become the same bytes must be the same term.
    const text = value.toWellFormed();
    const number = numbers.get(text) ?? this.#size++;
    numbers.set(text, number);
    return number;
  }

  /** Adds a term to the current row. */
  add(number: number): void {
    this.#termsOfRows.push(number);
  }

  /** Adds the terms of these values to the current row. */
  addAll(field: ToldField, values: Iterable<string>): void {
    for (const value of values) this.add(this.number(field, value));
  }

  /** Ends the current row. */
  endRow(): void {
    this.#ends.push(this.#termsOfRows.length);
  }

  finish(): WrittenTerms {
    const { values, fields, ranks, above } = this.#dictionary();
    const terms = this.#termsOfRows.filled();
    const ends = this.#ends.filled();
    const postings = writePostings(values.length, ends.length, (writer) => {
      let at = 0;
      for (let row = 0; row < ends.length; row++) {
        for (const end = ends[row]!; at < end; at++)
          for (let term = ranks[terms[at]!]!; term >= 0; term = above[term]!) writer.add(term, row);
      }
    });
    return { ...encodeAll(values), fields, postings };
  }

  #dictionary(): Dictionary {
    const ranks = new Uint32Array(this.#size);
    const fields = new Uint32Array(TERM_FIELDS.length + 1);
    const values: string[] = [];
    const spans = new Map<TermField, { first: number; words: string[] }>();
    /**
     * For each field of prefixes: its first term, the first term of its words, the number of words, and the longest
     * prefix of each word and prefix.
     */
    const links: { first: number; ofWords: number; words: number; above: Int32Array }[] = [];
    for (const [at, field] of TERM_FIELDS.entries()) {
      const first = values.length;
      if (isTold(field)) {
        const words = sortedAsBytes(this.#numbers[field]);
        for (const [place, value] of words.entries()) ranks[this.#numbers[field].get(value)!] = first + place;
        for (const value of words) values.push(value);
        spans.set(field, { first, words });
      } else {
        const { first: ofWords, words } = spans.get(field.replace('_prefix', '') as WordField)!;
        const prefixes = wordPrefixes(words, PREFIX_FROM);
        for (const { text } of prefixes) values.push(text);
        links.push({ first, ofWords, words: words.length, above: prefixesAbove(words.length, prefixes) });
      }
      fields[at + 1] = values.length;
    }
    const above = new Int32Array(values.length).fill(-1);
    for (const { first, ofWords, words, above: own } of links)
      for (const [at, prefix] of own.entries())
        if (prefix >= 0) above[at < words ? ofWords + at : first + at - words] = first + prefix;
    return { values, fields, ranks, above };
  }
}

const isTold = (field: TermField): field is ToldField => !field.endsWith('_prefix');

/**
 * Sorts texts in the order of their UTF-8 bytes. JavaScript's own order by UTF-16 units differs only for texts with
 * surrogates.
 */
function sortedAsBytes(numbers: Map<string, number>): string[] {
  const values = [...numbers.keys()];
  const plain = values.every((value) => !/[\ud800-\udfff]/.test(value));
  return plain ? values.sort() : values.sort(byCodePoint);
}

function byCodePoint(left: string, right: string): number {
  const rights = right[Symbol.iterator]();
  for (const character of left) {
    const other = rights.next().value;
    if (other === undefined) return 1;
    if (character !== other) return character.codePointAt(0)! - other.codePointAt(0)!;
  }
  return rights.next().done ? 0 : -1;
}

function encodeAll(values: string[]): { text: Uint8Array; starts: Uint32Array } {
  const encoder = new TextEncoder();
  const text = new Growable(new Uint8Array(1024));
  const starts = new Uint32Array(values.length + 1);
  for (const [at, value] of values.entries()) {
    text.reserve(value.length * 3);
    text.length += encoder.encodeInto(value, text.array.subarray(text.length)).written;
    starts[at + 1] = text.length;
  }
  return { text: text.filled(), starts };
}
