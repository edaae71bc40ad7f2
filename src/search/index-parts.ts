// The parts of an opened index that searches and counts read.
import type { SortKey } from './format.ts';
import type { IdText } from './parts/id-text.ts';
import type { Ngrams } from './parts/ngrams.ts';
import type { SortOrder } from './parts/orders.ts';
import type { Postings } from './parts/postings.ts';
import type { Terms } from './parts/terms.ts';
import type { ValueRanges } from './parts/value-ranges.ts';

/** Rows are numbered from 0 in bytewise order of their ids. */
export interface IndexParts {
  readonly rows: number;
  readonly ids: IdText;
  readonly grams: Ngrams;
  readonly gramPostings: Postings;
  readonly terms: Terms;
  readonly termPostings: Postings;
  readonly orders: Readonly<Record<SortKey, SortOrder>>;
  /** Rows by the size of their smallest form. */
  readonly fitting: ValueRanges;
  /** Rows by their parameters. */
  readonly parameters: ValueRanges;
}
