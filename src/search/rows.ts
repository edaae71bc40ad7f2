// Finds the rows that may match a query, from the lists of its terms: as a short list, or as a bitmap over all rows.

import { firstWhere } from '../basics/records.ts';
import type { Columns } from './columns.ts';
import type { OrderKey, SortOrder } from './orders.ts';
import { addRows, hasRow, intersect, keepRange, noRows, openPostings, type RowList, united } from './postings.ts';
import { factTerms, type SearchFilter } from './query.ts';
import { openTerms, ZERO } from './terms.ts';
import { gramsOf, type IdPart, idPart, LONGEST_GRAM, openTexts, type Texts } from './texts.ts';
import type { TermQuery } from './words/term-query.ts';

/** If at most one row in `FEW_PER` may match, testing rows one by one is faster than a bitmap over all rows. */
const FEW_PER = 256;

/**
 * The maximum number of runs of letters that narrow a bitmap, and of those that narrow a short list. The runs of one
 * text overlap, so more would exclude few rows.
 */
const GRAMS_IN_BITMAP = 3;
const MOST_GRAMS = 64;

/**
 * The rows that may match: ascending, or a bitmap that the caller may change. If there is a `part`, some ids of the bitmap
 * may lack it.
 */
export type FoundRows =
  | { few: Uint32Array; words?: undefined; part?: undefined }
  | { few?: undefined; words: Uint32Array; part: IdPart | undefined };

const NONE: FoundRows = { few: new Uint32Array(0) };

export type RowFinder = ReturnType<typeof rowFinder>;

/** Finds rows by the lists of an index. */
export function rowFinder(columns: Columns, orders: Readonly<Record<OrderKey, SortOrder>>) {
  const { rows } = columns;
  const postings = openPostings(columns);
  const keys = columns.u32('gram.keys');
  const ids = openTexts(columns, 'id');
  const terms = openTerms(columns, postings);

  /** Finds every row that matches a filter, whose words are in `terms`. A bitmap may have other rows too (`FoundRows`). */
  function find(filter: SearchFilter, wanted?: TermQuery): FoundRows {
    const { search, author, fits, parameters } = filter;
    const part = search ? idPart(search) : undefined;
    const grams = part ? gramLists(part) : [];
    const words = wanted ? terms.ofWords(wanted) : [];
    const facts = factTerms(filter).map((any) => terms.any(any));
    if (filter.gated || grams === undefined || words === undefined || facts.includes(undefined)) return NONE;
    const lists = [...words, ...(facts as RowList[])];
    if (fits !== undefined) lists.push(orders.memory.between(0, fits));
    if (parameters) {
      const { min = 0, max = Number.POSITIVE_INFINITY } = parameters;
      const known = orders.parameters.between(min, max);
      const zero = min <= 0 && max >= 0 ? terms.any([['parameters', ZERO]]) : undefined;
      lists.push(zero ? united([known, zero], rows)! : known);
    }
    // The rows of an owner are neighbours, because the ids are sorted.
    const range = author === undefined ? ([0, rows] as const) : ids.startingWith(`${author}/`);
    // A part of at most `LONGEST_GRAM` letters has its own list, so no id has to be searched for it.
    return part && part.bytes.length > LONGEST_GRAM
      ? narrowed(range, lists, grams, part)
      : narrowed(range, [...lists, ...grams], [], undefined);
  }

  /** Returns the lists of all runs of letters in a part of an id; undefined if no id has one of them. */
  function gramLists(part: IdPart): RowList[] | undefined {
    const places = gramsOf(part, MOST_GRAMS)?.map((gram) => {
      const place = firstWhere(0, keys.length, (at) => keys[at]! >= gram);
      return keys[place] === gram ? place : -1;
    });
    if (places === undefined || places.includes(-1)) return undefined;
    return places.map((place) => postings.at(terms.texts.length + place));
  }

  function narrowed(
    [first, end]: readonly [number, number],
    lists: readonly RowList[],
    grams: readonly RowList[],
    part: IdPart | undefined,
  ): FoundRows {
    const [smallest, ...others] = bySize([...lists, ...bySize(grams).slice(0, GRAMS_IN_BITMAP)]);
    const most = 8 + rows / FEW_PER;
    if (end - first <= most) {
      const few = Uint32Array.from({ length: end - first }, (_, at) => first + at);
      return { few: tested(ids, few, lists, part) };
    }
    if (smallest !== undefined && smallest.count <= most) {
      const few = smallest.rows().filter((row) => row >= first && row < end);
      const rest = lists.filter((list) => list !== smallest);
      return { few: tested(ids, few, rest, part) };
    }
    const words = smallest ? bitmapOf(smallest, rows).slice() : noRows(rows).fill(-1);
    for (const other of others) intersect(words, bitmapOf(other, rows));
    keepRange(words, first, end);
    return { words, part };
  }

  return { ids, terms, find };
}

/** Keeps those of a few rows that all lists have and whose ids have the part. Fast tests come first. */
function tested(ids: Texts, few: Uint32Array, lists: readonly RowList[], part: IdPart | undefined): Uint32Array {
  let left = few;
  for (const { bitmap } of lists) if (bitmap) left = left.filter((row) => hasRow(bitmap, row));
  if (part) left = left.filter((row) => part.isIn(ids, row));
  for (const list of lists) if (!list.bitmap && left.length > 0) left = commonRows(left, list.rows());
  return left;
}

/** Removes from a bitmap the rows whose id lacks a part. */
export function prove(ids: Texts, words: Uint32Array, part: IdPart): void {
  for (let at = 0; at < words.length; at++)
    for (let word = words[at]!; word !== 0; word &= word - 1) {
      const bit = word & -word;
      if (!part.isIn(ids, (at << 5) + 31 - Math.clz32(bit))) words[at]! ^= bit;
    }
}

const bySize = (lists: readonly RowList[]) => lists.toSorted((left, right) => left.count - right.count);

const bitmapOf = (list: RowList, rows: number) => list.bitmap ?? list.set?.() ?? addRows(noRows(rows), list.rows());

/** Returns the rows that two ascending lists have in common. */
function commonRows(rows: Uint32Array, others: Uint32Array): Uint32Array {
  let other = 0;
  return rows.filter((row) => {
    while (other < others.length && others[other]! < row) other++;
    return others[other] === row;
  });
}
