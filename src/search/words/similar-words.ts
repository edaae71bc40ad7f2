// Words much like another: a letter more, less or other, or two that changed places.
import { firstWhere } from '../../basics/first-where.ts';

/** Edits that are forgiven, those tried first, each with the least letters that a word has for it. */
export const FORGIVEN = [
  { edits: 1, letters: 4 },
  { edits: 2, letters: 8 },
] as const;

/** A longer question is taken as it stands, and so is a longer word: no typing error is worth the work. */
const MOST_WORDS = 6;
const MOST_LETTERS = 32;

/** Sorted words in UTF-8. */
interface WordList {
  first: number;
  end: number;
  /** Bytes of a word. */
  lengthOf(at: number): number;
  bytesOf(at: number): Uint8Array;
}

/**
 * The edits that a step of `FORGIVEN` forgives in each word of a question; 0 where the word has to stand as it is. Numbers
 * and short words are never taken for others. Undefined when the step forgives nothing more than the one before.
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
 * The numbers of the words in `list`, all of which begin with the letter that `wanted` begins with, that become it by at most
 * so many edits. A beginning that is too different skips all its words at once, so that the work grows with the matches.
 */
export function similarWords(list: WordList, wanted: Uint8Array, edits: number): number[] {
  const found: number[] = [];
  const look = new EditLook(wanted, edits);
  for (let at = list.first; at < list.end; ) {
    // Most words are of another length, which is cheaper to see than what they begin with.
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

/** The first word from `from` on that does not begin with the first `length` bytes of `word`. */
function firstWithout(list: WordList, from: number, word: Uint8Array, length: number): number {
  const isWith = (at: number) => {
    const other = list.bytesOf(at);
    for (let byte = 0; byte < length; byte++) if (other[byte] !== word[byte]) return false;
    return true;
  };
  // Steps that double, and then halves of the last one: what is passed over is mostly little.
  let step = 1;
  let low = from;
  while (low < list.end && isWith(low)) {
    low += step;
    step *= 2;
  }
  if (step === 1) return from;
  return firstWhere(low - step / 2 + 1, Math.min(low, list.end), (at) => !isWith(at));
}

/** Distances of a word's beginnings from those of the wanted one; what it has in common with the word before is not looked at again. */
class EditLook {
  readonly #wanted: Uint8Array;
  readonly #edits: number;
  /** By letters read, by letters of the wanted word: the least edits between the two. */
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

  /** Compares a word: `isAlike` then tells. A number says that no word which begins with so many of its bytes is alike. */
  read(word: Uint8Array): number | undefined {
    let depth = 0;
    const most = Math.min(this.#known, word.length);
    while (depth < most && this.#read[depth] === word[depth]) depth++;
    this.#read = word as Uint8Array<ArrayBuffer>;
    this.isAlike = false;
    for (; depth < word.length && depth + 1 < this.#rows.length; ) {
      this.#step(word, depth++);
      this.#known = depth;
      // Two letters that changed places reach back over the letter before.
      if (this.#least[depth]! > this.#edits && this.#least[depth - 1]! >= this.#edits) return depth;
    }
    if (depth < word.length) return depth;
    this.#known = depth;
    this.isAlike = this.#rows[depth]!.at(-1)! <= this.#edits;
    return undefined;
  }

  /** The row behind one more letter. */
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
