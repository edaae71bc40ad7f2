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

const startsIn = (word: string) =>
  Array.from({ length: Math.min(LONGEST_START, word.length) }, (_, at) => word.slice(0, at + 1));

type Starts = readonly (readonly number[] | undefined)[];

/** Adds every row to the lists of its terms, and of the starts of its words. */
function tellRows(add: AddPosting, terms: Uint32Array, ends: Uint32Array, ranks: Uint32Array, starts: Starts): void {
  let at = 0;
  for (let row = 0; row < ends.length; row++)
    for (const end = ends[row]!; at < end; at++) {
      const number = terms[at]!;
      add(ranks[number]!, row);
      const own = starts[number];
      if (own) for (const start of own) add(start, row);
    }
}

/** Collects the terms of rows, one row after the other. */
export function termWriter() {
  /** The terms of each field, numbered in the order of their first use in any field. */
  const fields = new Map<TermField, Map<string, number>>();
  let size = 0;
  /** The numbers of all rows' terms, one row after the other. `ends` has the end of each row. */
  const termsOfRows = new Growable(new Uint32Array(1024));
  const ends = new Growable(new Uint32Array(1024));

  /** Adds the terms of these values to the current row. */
  function add(field: TermField, values: Iterable<string | undefined>): void {
    const numbers = fieldOf(field);
    for (const value of values)
      if (value !== undefined) termsOfRows.push(numbers.get(value) ?? numbered(numbers, value));
  }

  function endRow(): void {
    ends.push(termsOfRows.length);
  }

  function finish(): WrittenTerms {
    /** The numbers of the starts of each word, by the number of the word, and then their ranks. */
    const starts: (readonly number[] | undefined)[] = [];
    for (const field of WORD_FIELDS) addStarts(field, starts);
    const texts: string[] = [];
    for (const [field, values] of fields) for (const [value, number] of values) texts[number] = FIELDS[field] + value;
    const order = Array.from(texts, (_, number) => number).sort((one, other) =>
      compareBytewise(texts[one]!, texts[other]!),
    );
    const ranks = new Uint32Array(size);
    for (const [rank, number] of order.entries()) ranks[number] = rank;
    const terms = order.map((number) => texts[number]!);
    const ranked = starts.map((own) => own?.map((number) => ranks[number]!));
    return { terms, tell: (add) => tellRows(add, termsOfRows.filled(), ends.filled(), ranks, ranked) };
  }

  /** Makes terms of the starts that many words of a field share. */
  function addStarts(field: 'word' | 'id_word', starts: (readonly number[] | undefined)[]): void {
    const words = fieldOf(field);
    const counts = new Map<string, number>();
    for (const word of words.keys())
      for (const start of startsIn(word)) counts.set(start, (counts.get(start) ?? 0) + 1);
    const numbers = fieldOf(`${field}_start`);
    for (const [word, number] of words) {
      const shared = startsIn(word).filter((start) => counts.get(start)! > START_FROM);
      starts[number] = shared.map((start) => numbers.get(start) ?? numbered(numbers, start));
    }
  }

  function fieldOf(field: TermField): Map<string, number> {
    const numbers = fields.get(field) ?? new Map<string, number>();
    fields.set(field, numbers);
    return numbers;
  }

  /** Numbers a new term. A lone surrogate has no UTF-8 form, and texts that become the same bytes must be the same term. */
  function numbered(numbers: Map<string, number>, value: string): number {
    const text = value.toWellFormed();
    const number = numbers.get(text) ?? size++;
    numbers.set(text, number);
    return number;
  }

  return { add, endRow, finish };
}
