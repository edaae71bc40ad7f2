// Collects the terms of each row, and sorts them (`terms.ts`).
import { compareBytewise } from '../../nouns/file-path.ts';
import { FIELDS, LONGEST_START, START_FROM, type TermField } from '../terms.ts';
import { type AddPosting, Growable } from './postings-writer.ts';

interface WrittenTerms {
  /** All terms, sorted. */
  terms: string[];
  /** Adds every row to the lists of its terms. */
  tell(add: AddPosting): void;
}

const WORD_FIELDS = ['word', 'id_word'] as const;

export class TermWriter {
  /** The terms of each field, numbered in the order of their first use in any field. */
  readonly #numbers = new Map<TermField, Map<string, number>>();
  #size = 0;
  /** The numbers of all rows' terms, one row after the other. `#ends` has the end of each row. */
  readonly #termsOfRows = new Growable(new Uint32Array(1024));
  readonly #ends = new Growable(new Uint32Array(1024));

  /** Adds the terms of these values to the current row. */
  add(field: TermField, values: Iterable<string | undefined>): void {
    const numbers = this.#fieldOf(field);
    for (const value of values)
      if (value !== undefined) this.#termsOfRows.push(numbers.get(value) ?? this.#new(numbers, value));
  }

  endRow(): void {
    this.#ends.push(this.#termsOfRows.length);
  }

  finish(): WrittenTerms {
    /** The numbers of the starts of each word, by the number of the word, and then their ranks. */
    const starts: (readonly number[] | undefined)[] = [];
    for (const field of WORD_FIELDS) this.#addStarts(field, starts);
    const texts: string[] = [];
    for (const [field, values] of this.#numbers)
      for (const [value, number] of values) texts[number] = FIELDS[field] + value;
    const order = Array.from(texts, (_, number) => number).sort((one, other) =>
      compareBytewise(texts[one]!, texts[other]!),
    );
    const ranks = new Uint32Array(this.#size);
    for (const [rank, number] of order.entries()) ranks[number] = rank;
    const terms = order.map((number) => texts[number]!);
    const ranked = starts.map((own) => own?.map((number) => ranks[number]!));
    return { terms, tell: (add) => this.#tell(add, ranks, ranked) };
  }

  #tell(add: AddPosting, ranks: Uint32Array, starts: readonly (readonly number[] | undefined)[]): void {
    const terms = this.#termsOfRows.filled();
    const ends = this.#ends.filled();
    let at = 0;
    for (let row = 0; row < ends.length; row++)
      for (const end = ends[row]!; at < end; at++) {
        const number = terms[at]!;
        add(ranks[number]!, row);
        const own = starts[number];
        if (own) for (const start of own) add(start, row);
      }
  }

  /** Makes terms of the starts that many words of a field share. */
  #addStarts(field: 'word' | 'id_word', starts: (readonly number[] | undefined)[]): void {
    const words = this.#fieldOf(field);
    const counts = new Map<string, number>();
    const startsIn = (word: string) =>
      Array.from({ length: Math.min(LONGEST_START, word.length) }, (_, at) => word.slice(0, at + 1));
    for (const word of words.keys())
      for (const start of startsIn(word)) counts.set(start, (counts.get(start) ?? 0) + 1);
    const numbers = this.#fieldOf(`${field}_start`);
    for (const [word, number] of words) {
      const shared = startsIn(word).filter((start) => counts.get(start)! > START_FROM);
      starts[number] = shared.map((start) => numbers.get(start) ?? this.#new(numbers, start));
    }
  }

  #fieldOf(field: TermField): Map<string, number> {
    const known = this.#numbers.get(field);
    if (known) return known;
    const numbers = new Map<string, number>();
    this.#numbers.set(field, numbers);
    return numbers;
  }

  /** Numbers a new term. A lone surrogate has no UTF-8 form, and texts that become the same bytes must be the same term. */
  #new(numbers: Map<string, number>, value: string): number {
    const text = value.toWellFormed();
    const number = numbers.get(text) ?? this.#size++;
    numbers.set(text, number);
    return number;
  }
}
