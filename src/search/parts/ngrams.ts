// Finds the posting lists of n-grams, which are runs of one to three characters in ids.
import { firstWhere } from '../../basics/first-where.ts';
import type { Layout } from '../format/format.ts';

/** The length in characters of the longest n-gram with a posting list. */
export const LONGEST_GRAM = 3;

/**
 * The maximum number of n-grams of a search text that narrow the rows. The ids of the remaining rows are then searched
 * for the text itself.
 */
const MOST_GRAMS = 64;

/**
 * Returns the numbers at which the n-grams of two and of three symbols begin, if there are `size` symbols. The n-grams
 * of one symbol begin at 0, and `end` follows the last n-gram. Both the writer and the reader use these numbers.
 */
export function gramBases(size: number): { pairs: number; triples: number; end: number } {
  const pairs = size;
  const triples = pairs + size * size;
  return { pairs, triples, end: triples + size * size * size };
}

/** Returns the number of symbols. For each byte, `symbols` has the number of its symbol plus one, or 0. */
const symbolCount = (symbols: Uint8Array) => symbols.reduce((most, symbol) => Math.max(most, symbol), 0);

/**
 * Returns the numbers of the n-grams in `text`, each once. Undefined if `text` has a byte that no id has. `text` must
 * be in lower case and not empty.
 */
function runsOf(symbols: Uint8Array, text: Uint8Array): number[] | undefined {
  const size = symbolCount(symbols);
  const { pairs, triples } = gramBases(size);
  const length = Math.min(text.length, LONGEST_GRAM);
  const base = length === 1 ? 0 : length === 2 ? pairs : triples;
  const runs = new Set<number>();
  for (let start = 0; start + length <= text.length && runs.size < MOST_GRAMS; start++) {
    let key = 0;
    for (let at = start; at < start + length; at++) {
      const symbol = symbols[text[at]!]!;
      if (symbol === 0) return undefined;
      key = key * size + symbol - 1;
    }
    runs.add(base + key);
  }
  return [...runs];
}

/**
 * Finds the lists of n-grams. Only bytes that some id has are symbols, so texts with other letters fail at once.
 */
export class Ngrams {
  readonly #symbols: Uint8Array;
  readonly #keys: Uint32Array;

  constructor(layout: Layout) {
    this.#symbols = layout.bytes('symbols');
    this.#keys = layout.words('gramKeys');
  }

  /**
   * Returns the numbers of the lists for all n-grams in `text`, each once. Undefined if no id has one of the n-grams.
   * `text` must be in lower case and not empty.
   */
  listsOf(text: Uint8Array): number[] | undefined {
    const runs = runsOf(this.#symbols, text);
    if (runs === undefined) return undefined;
    const lists: number[] = [];
    for (const run of runs) {
      const list = search(this.#keys, run);
      if (list < 0) return undefined;
      lists.push(list);
    }
    return lists;
  }
}

function search(sorted: Uint32Array, wanted: number): number {
  const place = firstWhere(0, sorted.length, (at) => sorted[at]! >= wanted);
  return sorted[place] === wanted ? place : -1;
}
