// The words that a question means: its own, or similar words if no row has them all.
import { Remembered } from '../../basics/remembered.ts';
import type { Terms } from '../parts/terms.ts';
import { editsOf, FORGIVEN, similarWords } from './similar-words.ts';
import { exactTiers, similarTiers, type WordsWanted } from './wanted-words.ts';

/** The most questions kept: their pages and counts come one after the other (bench: "search, typing errors"). */
const KEPT = 256;

const encoder = new TextEncoder();

export class WordsMeant {
  readonly #segments: readonly Terms[];
  readonly #isThere: (wanted: WordsWanted) => boolean;
  readonly #known = new Remembered<string, readonly WordsWanted[]>({ most: KEPT });

  /** `segments` are the terms of each segment; `isThere` says whether any row matches. */
  constructor(segments: readonly Terms[], isThere: (wanted: WordsWanted) => boolean) {
    this.#segments = segments;
    this.#isThere = isThere;
  }

  /** Searches for the words as typed; if that finds nothing, and no row has them all, for similar words. */
  first<T>(words: readonly string[], find: (tiers: readonly WordsWanted[]) => T | undefined): T | undefined {
    const found = find(exactTiers(words));
    if (found !== undefined) return found;
    const alike = this.#alike(words);
    return alike.length === 0 ? undefined : find(alike);
  }

  /** Gives tiers of similar words; empty if a row has these words, or nothing is similar. */
  #alike(words: readonly string[]): readonly WordsWanted[] {
    return this.#known.made(words.join(' '), () => this.#make(words));
  }

  #make(words: readonly string[]): readonly WordsWanted[] {
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

  /** Gives `word`, and the words of any segment that differ from it by at most this many edits. */
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
