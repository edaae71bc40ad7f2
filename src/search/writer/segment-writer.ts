// Collects the rows of a new segment in the order of ids. A row comes from its JSON, or is copied from a segment of the
// previous index.
import { Remembered } from '../../basics/remembered.ts';
import { unstatedGroups } from '../choices.ts';
import { writeLayout } from '../format/format.ts';
import { listRows } from '../parts/bitmap.ts';
import type { Postings } from '../parts/postings.ts';
import type { Segment } from '../parts/segment.ts';
import { wordsOfName, wordsOfTag } from '../words/words.ts';
import { Growable } from './growable.ts';
import { IdWriter, writeNgrams } from './id-writer.ts';
import type { RowFacts } from './row-facts.ts';
import { TermWriter, type ToldField } from './term-writer.ts';

/** A segment from which rows are copied, and the new numbers of its terms. */
interface Source {
  terms: CopiedTerms;
  /** For each term of the copied segment, its new number plus one, or 0 if it has none yet. */
  numbers: Uint32Array;
  leastMemory: Float64Array;
  parameters: Float64Array;
}

export class SegmentWriter {
  readonly #ids = new IdWriter();
  readonly #terms = new TermWriter();
  readonly #leastMemory = new Growable(new Float64Array(1024));
  readonly #parameters = new Growable(new Float64Array(1024));
  readonly #sources = new Map<Segment, Source>();
  /** The words of tags. They are kept because most tags occur in many rows (bench: "search, loaded index"). */
  readonly #wordsOfTags = new Remembered<string, string[]>({ most: 1 << 16 });

  /** The number of rows so far. */
  get rows(): number {
    return this.#leastMemory.length;
  }

  /** Adds a row. Throws a RangeError if the id is out of order or not ASCII. */
  add(facts: RowFacts): void {
    const { id, library, task, tags, size, parameterClass, quants, held, leastMemory, parameters } = facts;
    this.#ids.addText(id);
    const terms = this.#terms;
    terms.addAll('library', library === undefined ? [] : [library]);
    terms.addAll('pipeline_tag', task === undefined ? [] : [task]);
    terms.addAll('tag', tags);
    terms.addAll('size', [size]);
    terms.addAll('parameters', [parameterClass]);
    terms.addAll('quant', quants);
    terms.addAll('held', new Set(held));
    terms.addAll(
      'sources',
      held.map((_, at) => String(at + 1)),
    );
    terms.addAll('unstated', unstatedGroups(facts));
    const words = wordsOfName(id);
    terms.addAll('id_word', words);
    terms.addAll('word', words);
    for (const tag of [library, task, ...tags]) if (tag !== undefined) terms.addAll('word', this.#wordsOfTag(tag));
    this.#end(leastMemory, parameters);
  }

  /** Adds a row with the facts that a segment of the previous index has of it. */
  copy(segment: Segment, row: number): void {
    const { terms, numbers, leastMemory, parameters } = this.#sourceOf(segment);
    this.#ids.addCopy(segment.ids, row);
    for (const term of terms.of(row)) {
      numbers[term] ||= this.#terms.number(segment.terms.fieldOf(term) as ToldField, segment.terms.valueOf(term)) + 1;
      this.#terms.add(numbers[term]! - 1);
    }
    this.#end(leastMemory[row]!, parameters[row]!);
  }

  /**
   * Returns the file in chunks, which are to be written one after the other. The same rows give the same bytes, whether
   * they were added or copied.
   */
  finish(): Uint8Array[] {
    const rows = this.rows;
    const ids = this.#ids.finish();
    const { symbols, postings: grams } = writeNgrams(ids.text, ids.starts);
    const { text, starts, fields, postings: terms } = this.#terms.finish();
    return writeLayout('segment', rows, {
      idText: ids.text,
      idCapitals: ids.capitals,
      idStarts: ids.starts,
      symbols,
      gramKeys: grams.keys,
      gramCounts: grams.counts,
      gramPlaces: grams.places,
      gramSparse: grams.sparse,
      gramDense: grams.dense,
      termText: text,
      termStarts: starts,
      termFields: fields,
      termCounts: terms.counts,
      termPlaces: terms.places,
      termSparse: terms.sparse,
      termDense: terms.dense,
      leastMemory: this.#leastMemory.filled(),
      parameters: this.#parameters.filled(),
    });
  }

  #wordsOfTag(tag: string): string[] {
    return this.#wordsOfTags.made(tag, () => wordsOfTag(tag));
  }

  #end(leastMemory: number, parameters: number): void {
    this.#terms.endRow();
    this.#leastMemory.push(leastMemory);
    this.#parameters.push(parameters);
  }

  #sourceOf(segment: Segment): Source {
    const known = this.#sources.get(segment);
    if (known) return known;
    const made: Source = {
      terms: new CopiedTerms(segment.termPostings, segment.terms.termsOf('word_prefix')[0], segment.rows),
      numbers: new Uint32Array(segment.terms.size),
      leastMemory: segment.layout.doubles('leastMemory'),
      parameters: segment.layout.doubles('parameters'),
    };
    this.#sources.set(segment, made);
    return made;
  }
}

/**
 * The terms of each row of an opened segment, found by inverting its posting lists: rows are copied with them. Two passes
 * over the lists compute them. They are kept only as long as the writer exists.
 */
class CopiedTerms {
  readonly #terms: Uint32Array;
  /** The terms of row `r` are `terms[starts[r], starts[r + 1])`. */
  readonly #starts: Uint32Array;

  /** Takes only the first `most` terms, because the writer derives the later terms from them. */
  constructor(postings: Postings, most: number, rows: number) {
    const starts = new Uint32Array(rows + 1);
    const buffer = new Uint32Array(rows);
    const listOf = (term: number): number => {
      const { bitmap, write } = postings.at(term);
      return bitmap === undefined ? write(buffer) : listRows(bitmap, buffer);
    };
    let total = 0;
    for (let term = 0; term < most; term++) {
      const count = listOf(term);
      total += count;
      for (let at = 0; at < count; at++) starts[buffer[at]!]!++;
    }
    for (let row = 0, sum = 0; row <= rows; row++) {
      sum += starts[row]!;
      starts[row] = sum;
    }
    this.#terms = new Uint32Array(total);
    this.#starts = starts;
    // Each row is filled from its end, so that the ends become the starts.
    for (let term = most - 1; term >= 0; term--) {
      const count = listOf(term);
      for (let at = 0; at < count; at++) this.#terms[--starts[buffer[at]!]!] = term;
    }
  }

  /** Returns the terms of a row, in ascending order. */
  of(row: number): Uint32Array {
    return this.#terms.subarray(this.#starts[row]!, this.#starts[row + 1]!);
  }
}
