// Counts, for each value in a group of filters, the rows that a search would find if a visitor chose this value.

import { compareBytewise } from '../nouns/file-path.ts';
import {
  CHOICE_GROUPS,
  type ChoiceGroup,
  NOT_STATED,
  parameterClasses,
  SIZE_CLASSES,
} from '../nouns/search-choices.ts';
import type { SearchFilter } from './conditions.ts';
import { FORMATS, isLanguage, LICENSE, languages } from './facet-groups.ts';
import { countCommonRows, hasRow, wordsFor } from './parts/bitmap.ts';
import type { IndexParts } from './parts/index-parts.ts';
import { DENSE_FROM, type RowList } from './parts/row-lists.ts';
import type { TermField } from './parts/terms.ts';

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

/** A text that sorts after every tag of a licence, and before all later tags. */
const AFTER_LICENSE = 'license;';

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

/** A value of a group, as the index stores it. */
interface Value {
  text: string;
  /** The number of rows in the whole index that have the value. */
  count: number;
  /** Each segment that has the value, with the number of the value's term in that segment. */
  terms: readonly (readonly [segment: number, term: number])[];
}

/**
 * Counts with posting lists. The counts of a group ignore the filter's own condition on that group, so that they also
 * show the values that the condition excludes.
 */
export class FacetCounts {
  readonly #index: IndexParts;
  readonly #match: (filter: SearchFilter, target: Uint32Array) => number;
  readonly #words: Uint32Array;
  readonly #decoded: Uint32Array;
  /** The values of each group, the most frequent first, and `NOT_STATED` last. */
  #values: Record<FacetGroup, Value[]> | undefined;

  /** `match` fills the bitmap `target` with the slots of the rows that match a filter, and returns their number. */
  constructor(index: IndexParts, match: (filter: SearchFilter, target: Uint32Array) => number) {
    this.#index = index;
    this.#match = match;
    this.#words = new Uint32Array(wordsFor(index.slots));
    this.#decoded = new Uint32Array(Math.ceil(index.slots / DENSE_FROM) + 8);
  }

  /** Counts the rows that match `filter`, and those with each value. Leaves out values that no matching row has. */
  count(filter: SearchFilter): Counted {
    this.#values ??= this.#groupValues();
    const facets = noFacets();
    const rest = groupsAsked(filter);
    for (const group of rest) {
      const matching = this.#match(withoutGroup(filter, group), this.#words);
      facets[group] = this.#countGroup(group, matching);
    }
    const total = this.#match(filter, this.#words);
    for (const group of FACET_GROUPS) if (!rest.includes(group)) facets[group] = this.#countGroup(group, total);
    return { total, facets };
  }

  #countGroup(group: FacetGroup, matching: number): FacetValue[] {
    const isAll = matching === this.#index.rows;
    const values: FacetValue[] = [];
    for (const value of matching === 0 ? [] : this.#values![group]) {
      const count = isAll ? value.count : this.#countAmong(value, this.#words);
      if (count > 0) values.push([value.text, count]);
    }
    return inOrder(group, values);
  }

  /** Counts the rows that have a value and are in a bitmap over all slots. */
  #countAmong({ terms }: Pick<Value, 'terms'>, words: Uint32Array): number {
    return terms.reduce((sum, [at, term]) => {
      const segment = this.#index.segments[at]!;
      return sum + this.#countList(segment.termPostings.at(term), segment.wordsIn(words));
    }, 0);
  }

  #countList({ bitmap, write }: RowList, words: Uint32Array): number {
    if (bitmap !== undefined) return countCommonRows(words, bitmap);
    const length = write(this.#decoded);
    let count = 0;
    for (let at = 0; at < length; at++) if (hasRow(words, this.#decoded[at]!)) count++;
    return count;
  }

  #groupValues(): Record<FacetGroup, Value[]> {
    const all = (field: TermField, ends?: readonly [string, string]) => this.#valuesBetween(field, ends);
    const known = (field: TermField, texts: Iterable<string>) =>
      Array.from(texts, (text) => this.#valueOf(field, text)).filter(({ terms }) => terms.length > 0);
    const stated = (group: ChoiceGroup, found: Value[]) => [...mostFrequent(found), ...this.#unstated(group)];
    return {
      pipeline_tag: stated('pipeline_tag', all('pipeline_tag')),
      library: stated('library', all('library')),
      license: stated('license', all('tag', [LICENSE, AFTER_LICENSE])),
      format: stated('format', known('tag', FORMATS)),
      language: stated('language', known('tag', languages())),
      sources: all('sources'),
      size: known('size', SIZE_CLASSES),
      parameters: known('parameters', parameterClasses.names),
      quant: stated('quant', all('quant')),
      held: stated('held', all('held')),
    };
  }

  /** Returns the values of a field in bytewise order: all values, or those between two texts. */
  #valuesBetween(field: TermField, ends?: readonly [string, string]): Value[] {
    const found = new Map<string, [number, number][]>();
    for (const [at, { terms }] of this.#index.segments.entries()) {
      const [first, end] = ends ? ends.map((text) => terms.firstFrom(field, text)) : terms.termsOf(field);
      for (let term = first!; term < end!; term++) {
        const text = terms.valueOf(term);
        found.set(text, [...(found.get(text) ?? []), [at, term]]);
      }
    }
    const sorted = [...found].sort(([left], [right]) => compareBytewise(left, right));
    return sorted.map(([text, terms]) => this.#value(text, terms));
  }

  /** Returns `NOT_STATED` as a value of the group; nothing if every row has a value in the group. */
  #unstated(group: ChoiceGroup): Value[] {
    const value = this.#valueOf('unstated', group);
    return value.terms.length === 0 ? [] : [{ ...value, text: NOT_STATED }];
  }

  #valueOf(field: TermField, text: string): Value {
    const terms = this.#index.segments.map(({ terms }, at) => [at, terms.find(field, text)] as const);
    return this.#value(
      text,
      terms.filter(([, term]) => term >= 0),
    );
  }

  #value(text: string, terms: Value['terms']): Value {
    const { segments, isWhole, shown } = this.#index;
    const count = terms.every(([at]) => isWhole[at])
      ? terms.reduce((sum, [at, term]) => sum + segments[at]!.termPostings.counts[term]!, 0)
      : this.#countAmong({ terms }, shown);
    return { text, count, terms };
  }
}

/** Returns the most frequent values, the most frequent first. Values that are equally frequent keep their order. */
function mostFrequent<V extends { count: number }>(values: V[]): V[] {
  return values.sort((left, right) => right.count - left.count).slice(0, MOST_VALUES);
}

/**
 * Sorts the counted values of a group: by count, the highest first, and `NOT_STATED` last. Groups of numbers keep their
 * order.
 */
function inOrder(group: FacetGroup, values: FacetValue[]): FacetValue[] {
  const isStated = ([text]: FacetValue) => Number(text !== NOT_STATED);
  if (isOrdered(group)) return values;
  return values.sort((left, right) => isStated(right) - isStated(left) || right[1] - left[1]);
}

/** Lists the groups on which the filter has a condition. */
const groupsAsked = (filter: SearchFilter) => FACET_GROUPS.filter((group) => asks(filter, group));

/** True for groups of numbers, whose values are not sorted by their counts. */
function isOrdered(group: FacetGroup): boolean {
  return group === 'size' || group === 'sources' || group === 'parameters';
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
