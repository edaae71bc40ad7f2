// The dictionary of terms. A term is one value of a field, such as a tag, a task, a library or a word. Each term has a
// posting list of rows.
import { firstWhere } from '../../basics/first-where.ts';
import type { Layout } from '../format/format.ts';
import { SearchIndexError } from '../format/format.ts';

/**
 * The fields that have terms, in the order of the file:
 * - `pipeline_tag` is the task, `quant` the quantisations, `held` the names of the sources;
 * - `size` and `parameters` are classes (`size-classes.ts`);
 * - `sources` has every number from 1 to the number of the row's sources, so that a term means "at least";
 * - `unstated` names the groups in which a row has no value (`choices.ts`);
 * - `word` has the words of a row, and `id_word` the words of its id alone;
 * - `word_prefix` and `id_word_prefix` have prefixes that many of these words share.
 */
export const TERM_FIELDS = [
  ...(['held', 'library', 'parameters', 'pipeline_tag', 'quant', 'size', 'sources', 'tag', 'unstated'] as const),
  ...(['word', 'id_word', 'word_prefix', 'id_word_prefix'] as const),
] as const;

export type TermField = (typeof TERM_FIELDS)[number];

/** A field whose terms are words. */
export type WordField = 'word' | 'id_word';

/** A prefix has a posting list if more than this number of words begin with it. */
export const PREFIX_FROM = 16;

/** A prefix followed by this character sorts after every word with that prefix, since no word has the character. */
const LAST_CHARACTER = '\u{10ffff}';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Finds terms by their field and value. The number of a term is also the number of its posting list. */
export class Terms {
  readonly #text: Uint8Array;
  readonly #starts: Uint32Array;
  /** The first term of each field and, last, the number of all terms. Within a field, terms are sorted bytewise. */
  readonly #fields: Uint32Array;

  constructor(layout: Layout) {
    this.#text = layout.bytes('termText');
    this.#starts = layout.words('termStarts');
    this.#fields = layout.words('termFields');
    // The few numbers in `#fields` are checked once, because readers that list the terms of a field rely on them.
    if (this.#fields.some((end, at) => end > this.size || end < (this.#fields[at - 1] ?? 0)))
      throw new SearchIndexError('damaged', 'has fields of terms that can’t be');
  }

  /** The number of all terms of all fields. */
  get size(): number {
    return this.#starts.length - 1;
  }

  /** Returns the numbers of a field's terms as `[first, end)`. */
  termsOf(field: TermField): readonly [number, number] {
    const at = TERM_FIELDS.indexOf(field);
    return [this.#fields[at]!, this.#fields[at + 1]!];
  }

  /** Returns the field to which a term belongs. */
  fieldOf(term: number): TermField {
    return TERM_FIELDS.find((field) => term < this.termsOf(field)[1])!;
  }

  /** Returns the text of a term. */
  valueOf(term: number): string {
    return decoder.decode(this.bytesOf(term));
  }

  /** Returns the number of the term with exactly this value, or -1. */
  find(field: TermField, value: string): number {
    const term = this.firstFrom(field, value);
    const isIt = term < this.termsOf(field)[1] && compareBytes(this.bytesOf(term), encoder.encode(value)) === 0;
    return isIt ? term : -1;
  }

  /**
   * Returns the first term of a field that equals `value` or comes after it, bytewise; the end of the field's terms if
   * there is none.
   */
  firstFrom(field: TermField, value: string): number {
    const wanted = encoder.encode(value);
    return firstWhere(...this.termsOf(field), (term) => compareBytes(this.bytesOf(term), wanted) >= 0);
  }

  /** Returns the terms of a field that begin with `prefix`, as `[first, end)`. */
  termsWith(field: TermField, prefix: string): readonly [number, number] {
    return [this.firstFrom(field, prefix), this.firstFrom(field, prefix + LAST_CHARACTER)];
  }

  /** Returns the length of a term's text in bytes. */
  lengthOf(term: number): number {
    return this.#starts[term + 1]! - this.#starts[term]!;
  }

  /** Returns the text of a term in UTF-8, as a view that must not be changed. */
  bytesOf(term: number): Uint8Array {
    return this.#text.subarray(this.#starts[term]!, this.#starts[term + 1]!);
  }
}

/** Compares two texts bytewise: negative if `left` comes first, zero if they are equal, positive otherwise. */
function compareBytes(left: Uint8Array, right: Uint8Array): number {
  for (let at = 0; at < left.length && at < right.length; at++) {
    if (left[at] !== right[at]) return left[at]! - right[at]!;
  }
  return left.length - right.length;
}
