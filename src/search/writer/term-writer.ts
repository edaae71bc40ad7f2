// Collects the terms of each row and codes them as the sorted dictionary and posting lists of the index file.

import { TERM_FIELDS, type TermField } from '../parts/terms.ts';
import { Growable } from './growable.ts';
import { type WrittenPostings, writePostings } from './postings-writer.ts';

interface WrittenTerms {
  text: Uint8Array;
  starts: Uint32Array;
  fields: Uint32Array;
  postings: WrittenPostings;
}

/** Terms by row. Numbers given out by `number` follow first sight; `finish` renumbers by field and text. */
export class TermWriter {
  readonly #numbers: Record<TermField, Map<string, number>>;
  #size = 0;
  /** Numbers row after row; a row's end at its last number. */
  readonly #told = new Growable(new Uint32Array(1024));
  readonly #ends = new Growable(new Uint32Array(1024));

  constructor() {
    this.#numbers = {
      library: new Map(),
      pipeline_tag: new Map(),
      size: new Map(),
      sources: new Map(),
      tag: new Map(),
    };
  }

  /** The number of a term, new or known. */
  number(field: TermField, value: string): number {
    const numbers = this.#numbers[field];
    const known = numbers.get(value);
    if (known !== undefined) return known;
    // A lone surrogate has no UTF-8; two texts that become the same bytes must be one term.
    const text = value.toWellFormed();
    const number = numbers.get(text) ?? this.#size++;
    numbers.set(text, number);
    return number;
  }

  /** Gives the current row a term. */
  add(number: number): void {
    this.#told.push(number);
  }

  /** Ends the current row. */
  endRow(): void {
    this.#ends.push(this.#told.length);
  }

  finish(): WrittenTerms {
    const ranks = new Uint32Array(this.#size);
    const fields = new Uint32Array(TERM_FIELDS.length + 1);
    const values: string[] = [];
    for (const [at, field] of TERM_FIELDS.entries()) {
      for (const value of sortedAsBytes(this.#numbers[field])) {
        ranks[this.#numbers[field].get(value)!] = values.length;
        values.push(value);
      }
      fields[at + 1] = values.length;
    }
    const told = this.#told.filled();
    const ends = this.#ends.filled();
    const postings = writePostings(values.length, ends.length, (writer) => {
      let at = 0;
      for (let row = 0; row < ends.length; row++) {
        for (const end = ends[row]!; at < end; at++) writer.add(ranks[told[at]!]!, row);
      }
    });
    return { ...encodeAll(values), fields, postings };
  }
}

/** UTF-16 order, which strings sort by, is UTF-8 order unless a pair of surrogates meets a later lone unit. */
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
