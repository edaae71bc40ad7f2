// Words much like another: a letter more, less or other, or two that changed places.
import { firstWhere } from '../../basics/first-where.ts';

/** The numbers of edits to forgive, in the order of attempts, each with the least letters of a word for it. */
export const FORGIVEN = [
  { edits: 1, letters: 4 },
  { edits: 2, letters: 8 },
] as const;

/** A longer question, or a longer word, is taken literally: no typing error is worth the work. */
const MOST_WORDS = 6;
const MOST_LETTERS = 32;

/** Sorted words in UTF-8. */
interface WordList {
  first: number;
  end: number;
  /** Gives the bytes of a word. */
  lengthOf(at: number): number;
  bytesOf(at: number): Uint8Array;
}

/**
 * Gives the edits that a step of `FORGIVEN` forgives in each word of a question; 0 for a word that must match literally,
 * such as numbers and short words. Undefined if the step forgives no more than the one before.
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
 * The numbers of the words in `list`, all of which begin with the letter that `wanted` begins with, that at most this many
 * edits turn into it. A prefix that is too different skips all its words at once, so the work grows with the matches.
 */
export function similarWords(list: WordList, wanted: Uint8Array, edits: number): number[] {
  const found: number[] = [];
  const look = new EditLook(wanted, edits);
  for (let at = list.first; at < list.end; ) {
    // Most words have another length, which is cheaper to see than their letters.
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

/** Gives the first word from `from` on that lacks the first `length` bytes of `word`. */
function firstWithout(list: WordList, from: number, word: Uint8Array, length: number): number {
  const isWith = (at: number) => {
    const other = list.bytesOf(at);
    for (let byte = 0; byte < length; byte++) if (other[byte] !== word[byte]) return false;
    return true;
  };
  // Doubles its steps, then halves the last one: mostly there is little to skip.
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
 * The distances between the prefixes of a word and those of the wanted one; it reuses the part that the word shares with
 * the one before.
 */
class EditLook {
  readonly #wanted: Uint8Array;
  readonly #edits: number;
  /** The least edits between the letters read so far and the start of the wanted word. */
  readonly #rows: Uint8Array[];
  /** The least number of each row. */
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
   * Compares a word, after which `isAlike` has the result. A number means that no word with this many of its first bytes
   * is similar.
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
      // Two swapped letters depend on the letter before them too.
      if (this.#least[depth]! > this.#edits && this.#least[depth - 1]! >= this.#edits) return depth;
    }
    if (depth < word.length) return depth;
    this.#known = depth;
    this.isAlike = this.#rows[depth]!.at(-1)! <= this.#edits;
    return undefined;
  }

  /** Computes the row after one more letter. */
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
