// Decides which words a search means: the typed words, or similar words if no row has all of the typed ones.
import { Remembered } from '../../basics/remembered.ts';
import type { Terms } from '../parts/terms.ts';
import { editsOf, FORGIVEN, similarWords } from './similar-words.ts';
import { exactTiers, similarTiers, type TermQuery } from './term-query.ts';

/**
 * The maximum number of searches kept. The pages and the counts of a search are requested one after the other (bench:
 * "search, typing errors").
 */
const KEPT = 256;

const encoder = new TextEncoder();

export class FuzzyTerms {
  readonly #segments: readonly Terms[];
  readonly #isThere: (wanted: TermQuery) => boolean;
  readonly #known = new Remembered<string, readonly TermQuery[]>({ most: KEPT });

  /** `segments` has the terms of each segment. `isThere` is true if any row has the wanted words. */
  constructor(segments: readonly Terms[], isThere: (wanted: TermQuery) => boolean) {
    this.#segments = segments;
    this.#isThere = isThere;
  }

  /**
   * Calls `find` for the words as typed. If it finds nothing and no row has all of the words, calls it for similar
   * words.
   */
  first<T>(words: readonly string[], find: (tiers: readonly TermQuery[]) => T | undefined): T | undefined {
    const found = find(exactTiers(words));
    if (found !== undefined) return found;
    const alike = this.#alike(words);
    return alike.length === 0 ? undefined : find(alike);
  }

  /** Returns the tiers for similar words; empty if a row has the typed words, or if no words are similar. */
  #alike(words: readonly string[]): readonly TermQuery[] {
    return this.#known.made(words.join(' '), () => this.#make(words));
  }

  #make(words: readonly string[]): readonly TermQuery[] {
    if (this.#isThere(exactTiers(words).at(-1)!)) return [];
    for (const step of FORGIVEN) {
      const edits = editsOf(words, step);
      if (edits === undefined) continue;
      const alike = similarTiers(
        words,
        words.map((word, at) => this.#similarTo(word, edits[at]!)),
      );
      if (this.#isThere(alike.at(-1)!)) return alike;
    }
    return [];
  }

  /** Returns `word`, and the words of any segment that differ from it by at most `edits` edits. */
  #similarTo(word: string, edits: number): string[] {
    const found = new Set([word]);
    if (edits === 0) return [...found];
    const wanted = encoder.encode(word);
    for (const terms of this.#segments) {
      const [first, end] = terms.termsWith('word', word[0]!);
      const list = {
        first,
        end,
        lengthOf: (at: number) => terms.lengthOf(at),
        bytesOf: (at: number) => terms.bytesOf(at),
      };
      for (const term of similarWords(list, wanted, edits)) found.add(terms.valueOf(term));
    }
    return [...found];
  }
}
