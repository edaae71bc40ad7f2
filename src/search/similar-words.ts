// Decides which words a search means: the typed words; if no row has all of them, similar words; otherwise any of the
// typed words. Similar words differ by a few edits. An edit adds, removes or changes a letter, or swaps two neighbours.
import { createRemembered } from '../basics/remembered.ts';
import type { Terms } from './terms.ts';
import { anyTiers, exactTiers, similarTiers, type TermQuery } from './words/term-query.ts';

/**
 * The rules for typing errors, in the order in which a search tries them. A word with at least `letters` letters may
 * have `edits` edits.
 */
const FORGIVEN = [
  { edits: 1, letters: 4 },
  { edits: 2, letters: 8 },
] as const;

/**
 * The maximum number of words in a search of which some may be wrong, and of letters in a word (32 bits) for which
 * errors are forgiven.
 */
const MOST_WORDS = 6;
const MOST_LETTERS = 32;

/**
 * The maximum number of searches kept. The pages and the counts of a search are requested one after the other (bench:
 * "search, typing errors").
 */
const KEPT = 256;

/** Returns a function that gives the tiers of a search by words. `isThere` is true if any row has the wanted words. */
export function similarWords(terms: Terms, isThere: (wanted: TermQuery) => boolean) {
  const known = createRemembered<string, readonly TermQuery[]>({ most: KEPT });

  /** Returns the tiers for the words as typed; if no row has all of them, for similar words, otherwise for any of them. */
  function tiers(words: readonly string[]): readonly TermQuery[] {
    const exact = exactTiers(words);
    if (words.length > MOST_WORDS || isThere(exact.at(-1)!)) return exact;
    for (const step of FORGIVEN) {
      const edits = words.map((word) => editsOf(word, step.edits));
      if (!edits.includes(step.edits)) continue;
      const alike = similarTiers(
        words,
        words.map((word, at) => similarTo(word, edits[at]!)),
      );
      if (isThere(alike.at(-1)!)) return alike;
    }
    return words.length > 1 ? anyTiers(words) : exact;
  }

  /** Returns `word`, and the words with the same first letter that differ from it by at most `edits` edits. */
  function similarTo(word: string, edits: number): string[] {
    const found = new Set([word]);
    if (edits === 0) return [...found];
    const { text, starts } = terms.texts;
    const bits = bitsOf(word);
    const [first, end] = terms.startingWith('word', word[0]);
    for (let term = first; term < end; term++) {
      // The letter of the field comes first.
      const length = starts[term + 1]! - starts[term]! - 1;
      if (Math.abs(length - word.length) > edits) continue;
      if (distance(bits, word.length, text, starts[term]! + 1, length) <= edits) found.add(terms.valueAt(term));
    }
    return [...found];
  }

  return (words: readonly string[]) => known.made(words.join(' '), () => tiers(words));
}

/** Returns the number of edits that are forgiven in a word. Numbers and short words must match literally. */
function editsOf(word: string, most: number): number {
  if (word.length > MOST_LETTERS || !/^[a-z][a-z0-9]*$/.test(word)) return 0;
  return FORGIVEN.reduce((edits, one) => (one.edits <= most && word.length >= one.letters ? one.edits : edits), 0);
}

/** Returns, for each byte, the places in an ASCII word that have it, as bits. */
function bitsOf(word: string): Uint32Array {
  const bits = new Uint32Array(256);
  for (let at = 0; at < word.length; at++) bits[word.charCodeAt(at)]! |= 1 << at;
  return bits;
}

/**
 * Counts the edits between a word and `text[start, start + length)`, for all places of the word at once, as bits (Hyyrö,
 * "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003). No letter is edited twice.
 */
function distance(bits: Uint32Array, size: number, text: Uint8Array, start: number, length: number): number {
  const last = 1 << (size - 1);
  let [more, less, same, before, edits] = [-1, 0, 0, 0, size];
  for (let at = start; at < start + length; at++) {
    const found = bits[text[at]!]!;
    const swapped = ((~same & found) << 1) & before;
    same = (((found & more) + more) ^ more) | found | less | swapped | 0;
    const up = less | ~(same | more);
    const down = same & more;
    if (up & last) edits++;
    if (down & last) edits--;
    const shifted = (up << 1) | 1;
    more = (down << 1) | ~(same | shifted);
    less = shifted & same;
    before = found;
  }
  return edits;
}
