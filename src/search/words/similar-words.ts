// Finds words that differ from a word by a few edits. An edit adds, removes or changes a letter, or swaps two
// neighbours.
import { firstWhere } from '../../basics/first-where.ts';

/**
 * The rules for typing errors, in the order in which a search tries them. A word with at least `letters` letters may
 * have `edits` edits.
 */
export const FORGIVEN = [
  { edits: 1, letters: 4 },
  { edits: 2, letters: 8 },
] as const;

/**
 * The maximum number of words in a search, and of letters in a word, for which typing errors are forgiven. More would
 * take too long.
 */
const MOST_WORDS = 6;
const MOST_LETTERS = 32;

/** A part of a sorted list of words in UTF-8, from `first` up to, not including, `end`. */
interface WordList {
  first: number;
  end: number;
  /** Returns the length of a word in bytes. */
  lengthOf(at: number): number;
  bytesOf(at: number): Uint8Array;
}

/**
 * Returns the number of edits that a step of `FORGIVEN` allows for each word of a search. Words that must match
 * literally, such as numbers and short words, get 0. Undefined if there are too many words, or if the step allows no
 * more than the previous step.
 */
export function editsOf(words: readonly string[], step: (typeof FORGIVEN)[number]): number[] | undefined {
  if (words.length > MOST_WORDS) return undefined;
  const edits = words.map((word) => editsAt(word, step.edits));
  return edits.includes(step.edits) ? edits : undefined;
}

function editsAt(word: string, most: number): number {
  if (word.length > MOST_LETTERS || !/^[a-z][a-z0-9]*$/.test(word)) return 0;
  return FORGIVEN.reduce((edits, one) => (one.edits <= most && word.length >= one.letters ? one.edits : edits), 0);
}

/**
 * Returns the indexes of the words in `list` that differ from `wanted` by at most `edits` edits. All words in `list`
 * must begin with the same letter as `wanted`. If the start of a word differs too much, all words with that start are
 * skipped. So the time grows with the number of matches.
 */
export function similarWords(list: WordList, wanted: Uint8Array, edits: number): number[] {
  const found: number[] = [];
  const look = new EditLook(wanted, edits);
  for (let at = list.first; at < list.end; ) {
    // The lengths are compared first, because most words have a very different length.
    if (Math.abs(list.lengthOf(at) - wanted.length) > edits) {
      at++;
      continue;
    }
    const word = list.bytesOf(at);
    const dead = look.read(word);
    if (dead === undefined) {
      if (look.isAlike) found.push(at);
      at++;
    } else at = firstWithout(list, at + 1, word, dead);
  }
  return found;
}

/** Returns the index of the first word, from `from` on, that does not begin with the first `length` bytes of `word`. */
function firstWithout(list: WordList, from: number, word: Uint8Array, length: number): number {
  const isWith = (at: number) => {
    const other = list.bytesOf(at);
    for (let byte = 0; byte < length; byte++) if (other[byte] !== word[byte]) return false;
    return true;
  };
  // Each step is twice as long as the one before, because mostly there are few words to skip. A binary search then
  // finds the place within the last step.
  let step = 1;
  let low = from;
  while (low < list.end && isWith(low)) {
    low += step;
    step *= 2;
  }
  if (step === 1) return from;
  return firstWhere(low - step / 2 + 1, Math.min(low, list.end), (at) => !isWith(at));
}

/**
 * Counts the edits between words and the wanted word, with a row of numbers for each letter. Reuses the rows for the
 * letters that a word shares with the previous word.
 */
class EditLook {
  readonly #wanted: Uint8Array;
  readonly #edits: number;
  /**
   * A row for each start of the word. A row has the smallest number of edits that turn this start into each start of
   * the wanted word.
   */
  readonly #rows: Uint8Array[];
  /** The smallest number in each row. */
  readonly #least: Uint8Array;
  #read = new Uint8Array(0);
  #known = 0;
  isAlike = false;

  constructor(wanted: Uint8Array, edits: number) {
    this.#wanted = wanted;
    this.#edits = edits;
    const width = wanted.length + 1;
    this.#rows = Array.from({ length: width + edits + 1 }, () => new Uint8Array(width));
    this.#least = new Uint8Array(this.#rows.length);
    for (let at = 0; at < width; at++) this.#rows[0]![at] = at;
  }

  /**
   * Compares a word, and sets `isAlike` to the result. Returns the length of a start of `word` if no word with this
   * start can be similar.
   */
  read(word: Uint8Array): number | undefined {
    let depth = 0;
    const most = Math.min(this.#known, word.length);
    while (depth < most && this.#read[depth] === word[depth]) depth++;
    this.#read = word as Uint8Array<ArrayBuffer>;
    this.isAlike = false;
    for (; depth < word.length && depth + 1 < this.#rows.length; ) {
      this.#step(word, depth++);
      this.#known = depth;
      // A later swap of two letters may still use the previous row.
      if (this.#least[depth]! > this.#edits && this.#least[depth - 1]! >= this.#edits) return depth;
    }
    if (depth < word.length) return depth;
    this.#known = depth;
    this.isAlike = this.#rows[depth]!.at(-1)! <= this.#edits;
    return undefined;
  }

  /** Computes the row of numbers for one more letter. */
  #step(word: Uint8Array, depth: number): void {
    const wanted = this.#wanted;
    const before = this.#rows[depth]!;
    const row = this.#rows[depth + 1]!;
    const byte = word[depth]!;
    let least = depth + 1;
    row[0] = least;
    for (let at = 1; at < row.length; at++) {
      const other = wanted[at - 1]!;
      let distance = Math.min(row[at - 1]! + 1, before[at]! + 1, before[at - 1]! + (byte === other ? 0 : 1));
      if (depth > 0 && at > 1 && byte === wanted[at - 2] && word[depth - 1] === other)
        distance = Math.min(distance, this.#rows[depth - 1]![at - 2]! + 1);
      row[at] = distance;
      if (distance < least) least = distance;
    }
    this.#least[depth + 1] = least;
  }
}
