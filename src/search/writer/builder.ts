// Builds the file of a search index from rows in the order of their ids.

import { firstWhere } from '../../basics/records.ts';
import { createRemembered } from '../../basics/remembered.ts';
import { unstatedGroups } from '../choices.ts';
import { HASH_WORDS, rowHash, writeColumns } from '../columns.ts';
import { INDEX_ORDERS } from '../orders.ts';
import { ZERO } from '../terms.ts';
import { LONGEST_GRAM, letterOf, longerGram, MOST_GRAMS } from '../texts.ts';
import { wordsOfName, wordsOfTag } from '../words/words.ts';
import { type AddPosting, Growable, writePostings } from './postings-writer.ts';
import { type RowFacts, rowFacts } from './row-facts.ts';
import { termWriter } from './term-writer.ts';

const encoder = new TextEncoder();

/** Builds one index. Callers add every row of the catalog once, with ids ascending bytewise, and then call `finish`. */
export class SearchIndexBuilder {
  readonly #ids: string[] = [];
  readonly #terms = termWriter();
  readonly #columns = INDEX_ORDERS.map(() => new Growable(new Float64Array(1024)));
  readonly #rowStarts = new Growable(new Float64Array(1024));
  readonly #hashes = new Growable(new Uint32Array(1024));
  #rowsEnd = 0;
  /** The words of tags. They are kept because most tags occur in many rows (bench: "search, loaded index"). */
  readonly #wordsOfTags = createRemembered<string, string[]>({ most: 1 << 16 });

  /**
   * Adds a row from its JSON (a ModelRow). Throws if the text is no JSON, or if the id is out of order or not printable
   * ASCII.
   */
  add(json: Uint8Array): void {
    const facts = rowFacts(json);
    const { id, values } = facts;
    const last = this.#ids.at(-1);
    if (!/^[!-~]+$/.test(id)) throw new RangeError(`row id ${JSON.stringify(id)} is not ASCII`);
    if (last !== undefined && last >= id)
      throw new RangeError(`row ids must ascend: ${JSON.stringify(id)} comes too late or twice`);
    this.#ids.push(id);
    this.#addTerms(facts);
    for (const [at, key] of INDEX_ORDERS.entries()) this.#columns[at]!.push(values[key]);
    this.#rowStarts.push(this.#rowsEnd);
    this.#rowsEnd += json.length;
    const hash = rowHash(json);
    for (let at = 0; at < HASH_WORDS; at++) this.#hashes.push(hash[at]!);
  }

  /** Returns the file. */
  finish(): Uint8Array<ArrayBuffer> {
    const rows = this.#ids.length;
    this.#rowStarts.push(this.#rowsEnd);
    const ids = encodeAll(this.#ids);
    const { terms, tell } = this.#terms.finish();
    const { keys, ...lists } = writePostings(terms.length + MOST_GRAMS, rows, (add) => {
      tell(add);
      tellGrams(ids.text, ids.starts, (gram, row) => add(terms.length + gram, row));
    });
    // Every term has rows, so the keys of the grams begin after the last term.
    const grams = keys.subarray(terms.length).map((key) => key - terms.length);
    return writeColumns(rows, {
      ...named('id', ids),
      ...named('term', encodeAll(terms)),
      'gram.keys': grams,
      ...named('list', lists),
      ...this.#orders(),
      'row.starts': this.#rowStarts.filled(),
      'row.hashes': this.#hashes.filled(),
    });
  }

  #addTerms(facts: RowFacts): void {
    const { id, library, task, tags, size, parameterClass, isZero, quants, held } = facts;
    const terms = this.#terms;
    terms.add('library', [library]);
    terms.add('pipeline_tag', [task]);
    terms.add('tag', tags);
    terms.add('size', [size]);
    terms.add('parameters', [parameterClass, isZero ? ZERO : undefined]);
    terms.add('quant', quants);
    terms.add('held', held);
    terms.add(
      'sources',
      Array.from(held, (_, at) => String(at + 1)),
    );
    terms.add('unstated', unstatedGroups(facts));
    const words = wordsOfName(id);
    terms.add('id_word', words);
    terms.add('word', words);
    for (const tag of [library, task, ...tags])
      if (tag !== undefined)
        terms.add(
          'word',
          this.#wordsOfTags.made(tag, () => wordsOfTag(tag)),
        );
    terms.endRow();
  }

  /** Sorts by downloads first, because that order decides between rows of equal value in all other orders. */
  #orders(): Record<string, Uint32Array | Float64Array> {
    let ties: Uint32Array | undefined;
    const columns = {};
    for (const [at, key] of INDEX_ORDERS.entries()) {
      const sorted = sortRows(this.#columns[at]!.filled(), ties);
      ties ??= sorted.order;
      Object.assign(columns, named(key, sorted));
    }
    return columns;
  }
}

/** Puts a name in front of the names of columns. */
function named<C>(name: string, columns: { [key: string]: C } | object): Record<string, C> {
  return Object.fromEntries(Object.entries(columns).map(([key, column]) => [`${name}.${key}`, column as C]));
}

function encodeAll(values: readonly string[]): { text: Uint8Array; starts: Uint32Array } {
  const text = new Growable(new Uint8Array(1024));
  const starts = new Uint32Array(values.length + 1);
  for (const [at, value] of values.entries()) {
    text.reserve(value.length * 3);
    text.length += encoder.encodeInto(value, text.array.subarray(text.length)).written;
    starts[at + 1] = text.length;
  }
  return { text: text.filled(), starts };
}

/** Adds every row to the lists of the runs of one to `LONGEST_GRAM` letters in its id. */
function tellGrams(text: Uint8Array, starts: Uint32Array, add: AddPosting): void {
  for (let row = 0; row + 1 < starts.length; row++) {
    const end = starts[row + 1]!;
    for (let start = starts[row]!; start < end; start++) {
      const most = Math.min(end, start + LONGEST_GRAM);
      for (let at = start, gram = 0; at < most; at++) {
        gram = longerGram(gram, letterOf(text[at]!));
        add(gram, row);
      }
    }
  }
}

/** The columns of an order. */
interface WrittenOrder {
  order: Uint32Array;
  groups: Uint32Array;
  starts: Uint32Array;
  values: Float64Array;
}

/**
 * Sorts rows by their values, descending. NaN means no value, and such rows come last. Rows of equal value keep their
 * order in `ties`, which has all rows; undefined for the order of their numbers.
 */
function sortRows(column: Float64Array, ties: Uint32Array | undefined): WrittenOrder {
  const values = distinctValues(column);
  const groups = new Uint32Array(column.length);
  // The rows of each group are counted, and then each row goes to the next place of its group.
  const starts = new Uint32Array(values.length + 2);
  for (let row = 0; row < column.length; row++) {
    const value = column[row]!;
    groups[row] = Number.isNaN(value) ? values.length : firstWhere(0, values.length, (at) => values[at]! <= value);
    starts[groups[row]! + 1]!++;
  }
  for (let group = 1; group < starts.length; group++) starts[group]! += starts[group - 1]!;
  const next = starts.slice();
  const order = new Uint32Array(column.length);
  for (let at = 0; at < column.length; at++) {
    const row = ties ? ties[at]! : at;
    order[next[groups[row]!]!++] = row;
  }
  return { order, groups, starts: starts.subarray(0, values.length + 1), values };
}

/** Returns each value once, the highest first. */
function distinctValues(column: Float64Array): Float64Array {
  const sorted = column
    .filter((value) => !Number.isNaN(value))
    .sort()
    .reverse();
  return sorted.filter((value, at) => at === 0 || value !== sorted[at - 1]);
}
