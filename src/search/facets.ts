// Counts, for each value in a group of filters, the rows that a search would find if a visitor chose this value.

import {
  CHOICE_GROUPS,
  type ChoiceGroup,
  NOT_STATED,
  parameterClasses,
  SIZE_CLASSES,
} from '../nouns/search-choices.ts';
import { FORMATS, isLanguage, LICENSE, languages } from './choices.ts';
import { countRows, hasRow } from './postings.ts';
import type { SearchFilter } from './query.ts';
import type { TermField, Terms } from './terms.ts';

/** The maximum number of values that are counted in a group. They are the most frequent values in the whole index. */
const MOST_VALUES = 40;

/** The groups whose values are counted. The values of `license`, `format` and `language` are tags. */
export const FACET_GROUPS = [
  ...(['pipeline_tag', 'library', 'license', 'format', 'language', 'sources', 'size'] as const),
  ...(['parameters', 'quant', 'held'] as const),
] as const;

export type FacetGroup = (typeof FACET_GROUPS)[number];

/** A value of a group, and the number of rows that have it. */
export type FacetValue = [value: string, count: number];

/** The values of every group with their counts. */
export type Facets = Record<FacetGroup, FacetValue[]>;

const isOf: Record<'license' | 'format' | 'language', (tag: string) => boolean> = {
  license: (tag) => tag.startsWith(LICENSE),
  format: (tag) => FORMATS.has(tag),
  language: isLanguage,
};

/** The number of rows that match a search, and the number of them with each value. */
export interface Counted {
  total: number;
  facets: Facets;
}

/** Returns the counts of an empty index. */
export function noFacets(): Facets {
  return Object.fromEntries(FACET_GROUPS.map((group) => [group, []])) as unknown as Facets;
}

/** A value of a group: its term, and the number of rows in the whole index that have it. */
interface Value {
  text: string;
  term: number;
  count: number;
}

/**
 * Counts with the lists of terms. The counts of a group ignore the filter's own condition on that group, so that they also
 * show the values that the condition excludes.
 */
/**
 * Counts among `rows` rows: those in the set `shown`, or all. `matching` returns the set of the rows that match a filter.
 */
export function facetCounts(
  terms: Terms,
  rows: number,
  shown: Uint32Array | undefined,
  matching: (filter: SearchFilter) => Uint32Array,
) {
  /** The values of each group, the most frequent first, and `NOT_STATED` last. */
  let values: Record<FacetGroup, Value[]> | undefined;

  /** Counts the rows that match `filter`, and those with each value. Leaves out values that no matching row has. */
  function count(filter: SearchFilter): Counted {
    values ??= groupValues();
    const facets = noFacets();
    const words = matching(filter);
    const total = countRows(words);
    for (const group of FACET_GROUPS) {
      const own = asks(filter, group) ? matching(withoutGroup(filter, group)) : words;
      facets[group] = countGroup(group, own, own === words ? total : countRows(own));
    }
    return { total, facets };
  }

  function countGroup(group: FacetGroup, words: Uint32Array, total: number): FacetValue[] {
    const found: FacetValue[] = [];
    for (const { text, term, count } of total === 0 ? [] : values![group]) {
      const among = total === rows ? count : countAmong(term, words);
      if (among > 0) found.push([text, among]);
    }
    return inOrder(group, found);
  }

  /** Counts the rows of a set that have a term. */
  function countAmong(term: number, words: Uint32Array): number {
    const list = terms.listAt(term);
    if (list.bitmap) return countRows(words, list.bitmap);
    return list.rows().reduce((count, row) => (hasRow(words, row) ? count + 1 : count), 0);
  }

  function groupValues(): Record<FacetGroup, Value[]> {
    const all = (field: TermField, start?: string) => {
      const [first, end] = terms.startingWith(field, start);
      return Array.from({ length: end - first }, (_, at) => valueAt(first + at));
    };
    const known = (field: TermField, texts: Iterable<string>) =>
      Array.from(texts, (text) => terms.find(field, text)).flatMap((term) => (term < 0 ? [] : valueAt(term)));
    /** Keeps the most frequent values, and adds `NOT_STATED`, unless every row has a value in the group. */
    const stated = (group: ChoiceGroup, values: Value[]) => [
      ...values.sort((left, right) => right.count - left.count).slice(0, MOST_VALUES),
      ...known('unstated', [group]).map((value) => ({ ...value, text: NOT_STATED })),
    ];
    return {
      pipeline_tag: stated('pipeline_tag', all('pipeline_tag')),
      library: stated('library', all('library')),
      license: stated('license', all('tag', LICENSE)),
      format: stated('format', known('tag', FORMATS)),
      language: stated('language', known('tag', languages())),
      sources: all('sources'),
      size: known('size', SIZE_CLASSES),
      parameters: known('parameters', parameterClasses.names),
      quant: stated('quant', all('quant')),
      held: stated('held', all('held')),
    };
  }

  function valueAt(term: number): Value {
    const count = shown ? countAmong(term, shown) : terms.listAt(term).count;
    return { text: terms.valueAt(term), term, count };
  }

  return count;
}

/**
 * Sorts the counted values of a group: by count, the highest first, and `NOT_STATED` last. Groups of numbers keep their
 * order.
 */
function inOrder(group: FacetGroup, values: FacetValue[]): FacetValue[] {
  if (group === 'size' || group === 'sources' || group === 'parameters') return values;
  const isStated = ([text]: FacetValue) => Number(text !== NOT_STATED);
  return values.sort((left, right) => isStated(right) - isStated(left) || right[1] - left[1]);
}

/** True if the filter has a condition on the group. */
function asks(filter: SearchFilter, group: FacetGroup): boolean {
  if (isChoice(group) && filter.anyOf?.[group]?.length) return true;
  if (group in isOf) return filter.tags?.some(isOf[group as keyof typeof isOf]) ?? false;
  return group === 'sources' && filter.sources !== undefined;
}

const isChoice = (group: FacetGroup): group is ChoiceGroup => CHOICE_GROUPS.some((one) => one === group);

/** Returns the filter without its condition on the group. */
function withoutGroup({ anyOf, ...others }: SearchFilter, group: FacetGroup): SearchFilter {
  const filter = { ...others, anyOf: { ...anyOf, ...(isChoice(group) ? { [group]: [] } : {}) } };
  if (group === 'sources') {
    const { sources: _, ...rest } = filter;
    return rest;
  }
  if (!(group in isOf)) return filter;
  const isIn = isOf[group as keyof typeof isOf];
  return { ...filter, tags: (filter.tags ?? []).filter((tag) => !isIn(tag)) };
}
