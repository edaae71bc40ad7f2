// Binary searches of a file that is read by ranges.

import { SearchIndexError } from '../format/search-index-error.ts';
import {
  compareBytes,
  LAST_CHARACTER,
  PREFIX_FROM,
  TERM_FIELDS,
  type TermField,
  type WordField,
} from '../parts/terms.ts';
import { commonPrefix } from '../words/common-prefix.ts';
import { similarWords } from '../words/similar-words.ts';
import type { WordWanted } from '../words/wanted-words.ts';
import type { RangeFile } from './range-file.ts';

const decoder = new TextDecoder();

/** The first number from `low` up to, not including, `high` for which `isBefore` is false; `high` when there is none. */
export async function firstNot(low: number, high: number, isBefore: (at: number) => Promise<boolean>): Promise<number> {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (await isBefore(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The posting list of a term, or -1. */
export async function findTerm(file: RangeFile, field: TermField, value: string): Promise<number> {
  const [, end] = await fieldOf(file, field);
  const term = await firstFrom(file, field, value);
  const isIt = async () => compareBytes(await bytesOf(file, term), new TextEncoder().encode(value)) === 0;
  return term < end && (await isIt()) ? term : -1;
}

/** The terms of a field that begin with `prefix`, as `[first, end)`. */
async function termsWith(file: RangeFile, field: TermField, prefix: string): Promise<[number, number]> {
  return Promise.all([firstFrom(file, field, prefix), firstFrom(file, field, prefix + LAST_CHARACTER)]);
}

/** The terms of which a row needs one to have what counts as a word; as in `word-lists.ts`. */
export async function termsWanted(
  file: RangeFile,
  field: WordField,
  { words, prefix, tasks = [] }: WordWanted,
): Promise<Set<number>> {
  const terms = await Promise.all([
    ...words.map((word) => findTerm(file, field, word)),
    ...tasks.map((task) => findTerm(file, 'pipeline_tag', task)),
  ]);
  const found = new Set(terms.filter((term) => term >= 0));
  if (prefix === undefined) return found;
  const [first, end] = await termsWith(file, field, prefix);
  if (end - first <= PREFIX_FROM) for (let term = first; term < end; term++) found.add(term);
  else {
    const ends = await Promise.all([first, end - 1].map((term) => bytesOf(file, term)));
    const [one, other] = ends.map((bytes) => decoder.decode(bytes));
    const term = await findTerm(file, `${field}_prefix`, commonPrefix(one!, other!));
    if (term < 0) throw new SearchIndexError('damaged', 'lacks the list of words that begin alike');
    found.add(term);
  }
  return found;
}

/** The words that become this one by so many edits. Fetches all that begin with the same letter. */
export async function similarTo(file: RangeFile, word: string, edits: number): Promise<string[]> {
  const [first, end] = await termsWith(file, 'word', word[0]!);
  const starts = await file.words('termStarts', first, end - first + 1);
  const text = await file.bytes('termText', starts[0]!, starts.at(-1)!);
  const at = (term: number) => text.subarray(starts[term]! - starts[0]!, starts[term + 1]! - starts[0]!);
  const lengthOf = (term: number) => starts[term + 1]! - starts[term]!;
  const list = { first: 0, end: end - first, lengthOf, bytesOf: at };
  return similarWords(list, new TextEncoder().encode(word), edits).map((term) => decoder.decode(at(term)));
}

async function fieldOf(file: RangeFile, field: TermField): Promise<[number, number]> {
  const [first, end] = await file.words('termFields', TERM_FIELDS.indexOf(field), 2);
  return [first!, end!];
}

/** The field's first term that is not before `value`, bytewise; where its terms end when there is none. */
async function firstFrom(file: RangeFile, field: TermField, value: string): Promise<number> {
  const wanted = new TextEncoder().encode(value);
  const [low, high] = await fieldOf(file, field);
  return firstNot(low, high, async (term) => compareBytes(await bytesOf(file, term), wanted) < 0);
}

async function bytesOf(file: RangeFile, term: number): Promise<Uint8Array> {
  const [start, end] = await file.words('termStarts', term, 2);
  return file.bytes('termText', start!, end!);
}

/** The posting list of a run of letters, or -1. */
export async function findRun(file: RangeFile, run: number): Promise<number> {
  const runs = file.sizeOf('gramKeys') / 4;
  const list = await firstNot(0, runs, async (middle) => (await file.word('gramKeys', middle)) < run);
  return list < runs && (await file.word('gramKeys', list)) === run ? list : -1;
}
