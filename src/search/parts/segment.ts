// Reads a segment of the search index, which has, for some of the rows, the facts that seldom change.
import { type Layout, readLayout, SearchIndexError } from '../format/format.ts';
import { wordsFor } from './bitmap.ts';
import { IdText } from './id-text.ts';
import { Ngrams } from './ngrams.ts';
import { Postings } from './postings.ts';
import { ValueRanges } from './row-lists.ts';
import { Terms } from './terms.ts';

/**
 * The facts of the segment's rows. Rows are numbered from 0 in bytewise order of their ids; row `r` is in the slot
 * `first + r`.
 */
export class Segment {
  /** The slot of the first row, a multiple of 32. */
  readonly first: number;
  readonly rows: number;
  /** The bytes of the segment's file. */
  readonly buffer: ArrayBufferLike;
  readonly layout: Layout;
  readonly ids: IdText;
  readonly grams: Ngrams;
  readonly gramPostings: Postings;
  readonly terms: Terms;
  readonly termPostings: Postings;
  /** Finds rows by the memory that the smallest form of a model needs. */
  readonly fitting: ValueRanges;
  /** Finds rows by the number of parameters of a model. */
  readonly parameters: ValueRanges;

  /**
   * Opens views of `buffer`; parses and copies nothing. Throws a SearchIndexError if the bytes are no segment, or an
   * incomplete one.
   */
  constructor(buffer: ArrayBufferLike, first: number) {
    const layout = readLayout('segment', buffer);
    this.first = first;
    this.buffer = buffer;
    this.rows = layout.rows;
    this.layout = layout;
    this.ids = new IdText(layout);
    this.grams = new Ngrams(layout);
    this.gramPostings = new Postings(layout, 'gram');
    this.terms = new Terms(layout);
    this.termPostings = new Postings(layout, 'term');
    this.fitting = new ValueRanges(layout.doubles('leastMemory'));
    this.parameters = new ValueRanges(layout.doubles('parameters'));
    if (this.ids.starts.length !== this.rows + 1)
      throw new SearchIndexError('damaged', 'has columns of different lengths');
  }

  /** Returns this segment's part of a bitmap over all slots. */
  wordsIn(words: Uint32Array): Uint32Array {
    const at = this.first >>> 5;
    return words.subarray(at, at + wordsFor(this.rows));
  }
}

/** Returns the segment that contains a slot. */
export function segmentOf(segments: readonly Segment[], slot: number): Segment {
  let at = segments.length - 1;
  while (at > 0 && segments[at]!.first > slot) at--;
  return segments[at]!;
}
