// Builds the search index file from rows in id order: read from their JSON, or copied from the index before.

import { type OrderSections, SORTS, type SortKey, writeLayout } from '../format.ts';
import type { IdText } from '../parts/id-text.ts';
import { compareBytes } from '../parts/terms.ts';
import type { SearchIndex } from '../search-index.ts';
import { CopiedTerms } from './copied-terms.ts';
import { Growable } from './growable.ts';
import { IdWriter, type WrittenIds } from './id-writer.ts';
import { readNgrams, type WrittenNgrams, writeNgrams } from './ngram-writer.ts';
import { writeOrder } from './order-writer.ts';
import { rowFacts } from './row-facts.ts';
import { TermWriter } from './term-writer.ts';

/** Where copied rows come from, and what its terms are called here. */
interface Previous {
  index: SearchIndex;
  terms: CopiedTerms;
  /** By term of that index: our number plus one, or 0 when not met yet. */
  numbers: Uint32Array;
  columns: Record<SortKey, Float64Array>;
  leastBytes: Float64Array;
  parameters: Float64Array;
}

/**
 * Takes every row once, by `add` or `copy`, ids ascending bytewise; then `finish` gives the file. For one use.
 * The caller writes the rows file itself: the JSON of the same rows in the same order, nothing between them.
 */
export class SearchIndexBuilder {
  readonly #ids = new IdWriter();
  readonly #terms = new TermWriter();
  readonly #columns: Record<SortKey, Growable<Float64Array<ArrayBuffer>>>;
  readonly #leastBytes = new Growable(new Float64Array(1024));
  readonly #parameters = new Growable(new Float64Array(1024));
  readonly #rowStarts = new Growable(new Float64Array(1024));
  #rowsEnd = 0;
  #previous: Previous | undefined;

  constructor() {
    const column = () => new Growable(new Float64Array(1024));
    this.#columns = { downloads: column(), trendingScore: column(), likes: column(), createdAt: column() };
  }

  /** Adds a row by its JSON (a ModelRow). Throws when it does not parse, or its id is out of order or not ASCII. */
  add(json: Uint8Array): void {
    const { id, library, task, tags, size, sources, leastBytes, parameters, values } = rowFacts(json);
    this.#ids.addText(id);
    if (library !== undefined) this.#terms.add(this.#terms.number('library', library));
    if (task !== undefined) this.#terms.add(this.#terms.number('pipeline_tag', task));
    for (const tag of tags) this.#terms.add(this.#terms.number('tag', tag));
    this.#terms.add(this.#terms.number('size', size));
    for (let least = 1; least <= sources; least++) this.#terms.add(this.#terms.number('sources', String(least)));
    this.#leastBytes.push(leastBytes);
    this.#parameters.push(parameters);
    for (const key of SORTS) this.#columns[key].push(values[key]);
    this.#endRow(json.length);
  }

  /** Adds a row whose JSON is byte for byte that of `row` in an opened index, without reading the JSON. */
  copy(index: SearchIndex, row: number): void {
    const { terms, numbers, columns, leastBytes, parameters } = this.#copiedFrom(index);
    this.#ids.addCopy(index.ids, row);
    for (const term of terms.of(row)) {
      numbers[term] ||= this.#terms.number(index.terms.fieldOf(term), index.terms.valueOf(term)) + 1;
      this.#terms.add(numbers[term]! - 1);
    }
    this.#leastBytes.push(leastBytes[row]!);
    this.#parameters.push(parameters[row]!);
    for (const key of SORTS) this.#columns[key].push(columns[key][row]!);
    const { start, end } = index.rowBytes(row);
    this.#endRow(end - start);
  }

  /** The index file, as chunks to write one after the other. The same rows give the same bytes, added or copied. */
  finish(): Uint8Array[] {
    const ids = this.#ids.finish();
    this.#rowStarts.push(this.#rowsEnd);
    const { symbols, postings: grams } = this.#grams(ids);
    const { text, starts, fields, postings: terms } = this.#terms.finish();
    return writeLayout(ids.starts.length - 1, {
      idText: ids.text,
      idCapitals: ids.capitals,
      idStarts: ids.starts,
      rowStarts: this.#rowStarts.filled(),
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
      leastBytes: this.#leastBytes.filled(),
      parameters: this.#parameters.filled(),
      ...this.#orders(ids.starts.length - 1),
    });
  }

  #endRow(bytes: number): void {
    this.#terms.endRow();
    this.#rowStarts.push(this.#rowsEnd);
    this.#rowsEnd += bytes;
  }

  #copiedFrom(index: SearchIndex): Previous {
    if (this.#previous?.index !== index) {
      const terms = new CopiedTerms(index.termPostings, index.rows);
      const columns = Object.fromEntries(SORTS.map((key) => [key, index.orders[key].column()]));
      const numbers = new Uint32Array(index.terms.size);
      const [leastBytes, parameters] = [index.layout.doubles('leastBytes'), index.layout.doubles('parameters')];
      this.#previous = { index, terms, numbers, columns: columns as Previous['columns'], leastBytes, parameters };
    }
    return this.#previous;
  }

  /** N-grams depend on the ids alone: when no model came or went they are those of the index before. */
  #grams({ text, starts }: WrittenIds): WrittenNgrams {
    const before = this.#previous?.index;
    const same = before !== undefined && sameIds(before.ids, text, starts);
    return same ? readNgrams(before.layout) : writeNgrams(text, starts);
  }

  /** Downloads come first among the sort keys: their order breaks the ties of the others. */
  #orders(rows: number): OrderSections {
    let ties: Uint32Array = new Uint32Array(rows).map((_, row) => row);
    const sections: Partial<OrderSections> = {};
    for (const key of SORTS) {
      const { order, rank, starts, values } = writeOrder(this.#columns[key].filled(), ties);
      Object.assign(sections, {
        [`${key}Order`]: order,
        [`${key}Rank`]: rank,
        [`${key}Starts`]: starts,
        [`${key}Values`]: values,
      });
      if (key === 'downloads') ties = order;
    }
    return sections as OrderSections;
  }
}

function sameIds(before: IdText, text: Uint8Array, starts: Uint32Array): boolean {
  return (
    before.starts.length === starts.length &&
    starts.every((start, at) => start === before.starts[at]) &&
    compareBytes(before.text, text) === 0
  );
}
