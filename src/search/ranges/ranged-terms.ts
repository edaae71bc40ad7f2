// Binary searches of a file that is read by ranges.
import { compareBytes, TERM_FIELDS, type TermField } from '../parts/terms.ts';
import type { RangeFile } from './range-file.ts';

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
  const wanted = new TextEncoder().encode(value);
  const at = TERM_FIELDS.indexOf(field);
  const [low, high] = await file.words('termFields', at, 2);
  const compare = async (term: number) => {
    const [start, end] = await file.words('termStarts', term, 2);
    return compareBytes(await file.bytes('termText', start!, end!), wanted);
  };
  const term = await firstNot(low!, high!, async (middle) => (await compare(middle)) < 0);
  return term < high! && (await compare(term)) === 0 ? term : -1;
}

/** The posting list of a run of letters, or -1. */
export async function findRun(file: RangeFile, run: number): Promise<number> {
  const runs = file.sizeOf('gramKeys') / 4;
  const list = await firstNot(0, runs, async (middle) => (await file.word('gramKeys', middle)) < run);
  return list < runs && (await file.word('gramKeys', list)) === run ? list : -1;
}
