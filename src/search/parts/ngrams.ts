// Which rows' ids contain a given run of one, two or three characters: how a run becomes the number of a posting list.
import type { Layout } from '../format.ts';

/** The longest run that has a posting list of its own. */
export const LONGEST_GRAM = 3;

/** This many runs of a longer text narrow the rows; the text itself is then looked for in what remains. */
const MOST_GRAMS = 64;

/**
 * Numbers of runs over `size` symbols: all of one symbol, then all of two, then all of three.
 * The writer and the reader both count by this.
 */
export function gramBases(size: number): { pairs: number; triples: number; end: number } {
  const pairs = size;
  const triples = pairs + size * size;
  return { pairs, triples, end: triples + size * size * size };
}

/** Finds the lists of runs. Only bytes that some id contains are symbols, so most foreign text ends at the first look. */
export class Ngrams {
  /** By byte: the number of the symbol plus one, or 0. */
  readonly #symbols: Uint8Array;
  readonly #keys: Uint32Array;
  readonly #size: number;

  constructor(layout: Layout) {
    this.#symbols = layout.bytes('symbols');
    this.#keys = layout.words('gramKeys');
    this.#size = this.#symbols.reduce((most, symbol) => Math.max(most, symbol), 0);
  }

  /** The lists of all runs in `text` (lowercase, not empty), each once; undefined when one is in no id. */
  listsOf(text: Uint8Array): number[] | undefined {
    const length = Math.min(text.length, LONGEST_GRAM);
    const lists = new Set<number>();
    for (let at = 0; at + length <= text.length && lists.size < MOST_GRAMS; at++) {
      const list = this.#list(text, at, length);
      if (list < 0) return undefined;
      lists.add(list);
    }
    return [...lists];
  }

  #list(text: Uint8Array, start: number, length: number): number {
    const { pairs, triples } = gramBases(this.#size);
    let key = 0;
    for (let at = start; at < start + length; at++) {
      const symbol = this.#symbols[text[at]!]!;
      if (symbol === 0) return -1;
      key = key * this.#size + symbol - 1;
    }
    return search(this.#keys, key + (length === 1 ? 0 : length === 2 ? pairs : triples));
  }
}

function search(sorted: Uint32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted ? low : -1;
}
