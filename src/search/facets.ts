// Counts the values of a filter among the rows of a question: how many models would be left for each of them.

import { FORMATS, isLanguage, LICENSE, languages } from './facet-groups.ts';
import type { IndexParts } from './index-parts.ts';
import { countCommonRows, hasRow, wordsFor } from './parts/bitmap.ts';
import { DENSE_FROM, type Postings } from './parts/postings.ts';
import type { TermField } from './parts/terms.ts';
import type { SearchFilter } from './search.ts';
import { SIZE_CLASSES } from './size-classes.ts';

/** Values counted of a group, the most frequent in the whole index. */
const MOST_VALUES = 40;

/** What is counted; `license`, `format` and `language` are kinds of tags. */
export const FACET_GROUPS = ['pipeline_tag', 'library', 'license', 'format', 'language', 'sources', 'size'] as const;

export type FacetGroup = (typeof FACET_GROUPS)[number];

/** A value and how many rows have it. */
export type FacetValue = [value: string, count: number];

/** No tag that begins as a licence does is as late as this one. */
const AFTER_LICENSE = 'license;';

/** The values of every group. */
export type Facets = Record<FacetGroup, FacetValue[]>;

const isOf: Record<'license' | 'format' | 'language', (tag: string) => boolean> = {
  license: (tag) => tag.startsWith(LICENSE),
  format: (tag) => FORMATS.has(tag),
  language: isLanguage,
};

/** How many rows match, and how many with each further value. */
export interface Counted {
  total: number;
  facets: Facets;
}

/** The counts where there is nothing to count. */
export function noFacets(): Facets {
  return { pipeline_tag: [], library: [], license: [], format: [], language: [], sources: [], size: [] };
}

/** Counts by posting lists: a group's counts leave aside what the question asks of that group, so that they offer a choice. */
export class FacetCounts {
  readonly #index: IndexParts;
  readonly #match: (filter: SearchFilter, target: Uint32Array) => number;
  readonly #words: Uint32Array;
  readonly #decoded: Uint32Array;
  /** The terms of each group, most rows first. */
  #terms: Record<FacetGroup, number[]> | undefined;

  /** `match` makes a bitmap the set of matching rows, and says how many. */
  constructor(index: IndexParts, match: (filter: SearchFilter, target: Uint32Array) => number) {
    this.#index = index;
    this.#match = match;
    this.#words = new Uint32Array(wordsFor(index.rows));
    this.#decoded = new Uint32Array(Math.ceil(index.rows / DENSE_FROM) + 8);
  }

  /** Values that no matching row has are left out. */
  count(filter: SearchFilter): Counted {
    this.#terms ??= groupTerms(this.#index);
    const facets = noFacets();
    const rest = FACET_GROUPS.filter((group) => asks(filter, group));
    for (const group of rest) {
      const matching = this.#match(without(filter, group), this.#words);
      facets[group] = this.#countGroup(group, matching);
    }
    const total = this.#match(filter, this.#words);
    for (const group of FACET_GROUPS) if (!rest.includes(group)) facets[group] = this.#countGroup(group, total);
    return { total, facets };
  }

  #countGroup(group: FacetGroup, matching: number): FacetValue[] {
    const { terms, termPostings, rows } = this.#index;
    const countOf = (term: number) =>
      matching === rows ? termPostings.counts[term]! : this.#countTerm(termPostings, term);
    const values: FacetValue[] = [];
    for (const term of matching === 0 ? [] : this.#terms![group]) {
      const count = countOf(term);
      if (count > 0) values.push([terms.valueOf(term), count]);
    }
    return isOrdered(group) ? values : values.sort((left, right) => right[1] - left[1]);
  }

  #countTerm(postings: Postings, term: number): number {
    const bitmap = postings.bitmap(term);
    if (bitmap !== undefined) return countCommonRows(this.#words, bitmap);
    const length = postings.rows(term, this.#decoded);
    let count = 0;
    for (let at = 0; at < length; at++) if (hasRow(this.#words, this.#decoded[at]!)) count++;
    return count;
  }
}

/** Sizes and numbers of sources keep their own order. */
function isOrdered(group: FacetGroup): boolean {
  return group === 'size' || group === 'sources';
}

function groupTerms({ terms, termPostings }: IndexParts): Record<FacetGroup, number[]> {
  const all = (field: TermField, [first, end] = terms.termsOf(field)) =>
    Array.from({ length: end - first }, (_, at) => first + at);
  const known = (field: TermField, values: Iterable<string>) =>
    Array.from(values, (value) => terms.find(field, value)).filter((term) => term >= 0);
  const most = (found: number[]) =>
    found.sort((left, right) => termPostings.counts[right]! - termPostings.counts[left]!).slice(0, MOST_VALUES);
  const licenses = [terms.firstFrom('tag', LICENSE), terms.firstFrom('tag', AFTER_LICENSE)] as const;
  return {
    pipeline_tag: most(all('pipeline_tag')),
    library: most(all('library')),
    license: most(all('tag', licenses)),
    format: most(known('tag', FORMATS)),
    language: most(known('tag', languages())),
    sources: all('sources'),
    size: known('size', SIZE_CLASSES),
  };
}

/** How a question asks something of a group, where the group is not a kind of tags. */
const fieldOf = { pipeline_tag: 'pipelineTag', library: 'library', sources: 'sources', size: 'size' } as const;

/** True when the question asks something of the group. */
function asks(filter: SearchFilter, group: FacetGroup): boolean {
  if (group in isOf) return filter.tags?.some(isOf[group as keyof typeof isOf]) ?? false;
  return filter[fieldOf[group as keyof typeof fieldOf]] !== undefined;
}

/** The question without what it asks of a group. */
function without(filter: SearchFilter, group: FacetGroup): SearchFilter {
  if (!(group in isOf)) {
    const { [fieldOf[group as keyof typeof fieldOf]]: _, ...rest } = filter;
    return rest;
  }
  const isIn = isOf[group as keyof typeof isOf];
  return { ...filter, tags: (filter.tags ?? []).filter((tag) => !isIn(tag)) };
}
