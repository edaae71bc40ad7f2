// The dictionary of tags, tasks, libraries, words and the like: each value of a field is a term with a posting list of rows.
import { firstWhere } from '../../basics/first-where.ts';
import type { Layout } from '../format/format.ts';
import { SearchIndexError } from '../format/search-index-error.ts';

/**
 * Fields with terms, in the order of their terms in the file. `pipeline_tag` is the task, `size` the class of the weights'
 * size; `unstated` are the groups of which a row states nothing
 * (`choices.ts`); a row has every `sources` from 1 to the number of its sources, so that a term is "at least so many". `word` are the words of
 * a row, `id_word` those of its id alone; what many of them begin with is a term of the field that belongs to theirs.
 */
export const TERM_FIELDS = [
  ...(['library', 'pipeline_tag', 'size', 'sources', 'tag', 'unstated'] as const),
  ...(['word', 'id_word', 'word_prefix', 'id_word_prefix'] as const),
] as const;

export type TermField = (typeof TERM_FIELDS)[number];

/** A field of words. */
export type WordField = 'word' | 'id_word';

/** More words than so many that begin alike have a list together. */
export const PREFIX_FROM = 16;

/** Behind every word that begins with what stands before it: no word has this character. */
const LAST_CHARACTER = '\u{10ffff}';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Looks terms up. A term's number is also the number of its posting list. */
export class Terms {
  readonly #text: Uint8Array;
  readonly #starts: Uint32Array;
  /** Where each field's terms start, and where the last field's end; bytewise sorted within a field. */
  readonly #fields: Uint32Array;

  constructor(layout: Layout) {
    this.#text = layout.bytes('termText');
    this.#starts = layout.words('termStarts');
    this.#fields = layout.words('termFields');
    // Readers that list the terms of a field trust these few numbers alone.
    if (this.#fields.some((end, at) => end > this.size || end < (this.#fields[at - 1] ?? 0)))
      throw new SearchIndexError('damaged', 'has fields of terms that can’t be');
  }

  /** All terms of all fields. */
  get size(): number {
    return this.#starts.length - 1;
  }

  /** A field's terms as `[first, end)`. */
  termsOf(field: TermField): readonly [number, number] {
    const at = TERM_FIELDS.indexOf(field);
    return [this.#fields[at]!, this.#fields[at + 1]!];
  }

  /** The field of a term. */
  fieldOf(term: number): TermField {
    return TERM_FIELDS.find((field) => term < this.termsOf(field)[1])!;
  }

  /** The text of a term. */
  valueOf(term: number): string {
    return decoder.decode(this.bytesOf(term));
  }

  /** The term with exactly this value, or -1. */
  find(field: TermField, value: string): number {
    const term = this.firstFrom(field, value);
    const isIt = term < this.termsOf(field)[1] && compareBytes(this.bytesOf(term), encoder.encode(value)) === 0;
    return isIt ? term : -1;
  }

  /** The field's first term that is not before `value`, bytewise; where its terms end when there is none. */
  firstFrom(field: TermField, value: string): number {
    const wanted = encoder.encode(value);
    return firstWhere(...this.termsOf(field), (term) => compareBytes(this.bytesOf(term), wanted) >= 0);
  }

  /** The terms of a field that begin with `prefix`, as `[first, end)`. */
  termsWith(field: TermField, prefix: string): readonly [number, number] {
    return [this.firstFrom(field, prefix), this.firstFrom(field, prefix + LAST_CHARACTER)];
  }

  /** Bytes of the text of a term. */
  lengthOf(term: number): number {
    return this.#starts[term + 1]! - this.#starts[term]!;
  }

  /** The text of a term in UTF-8, not to be changed. */
  bytesOf(term: number): Uint8Array {
    return this.#text.subarray(this.#starts[term]!, this.#starts[term + 1]!);
  }
}

/** Bytewise order; negative, zero or positive like any comparison. */
function compareBytes(left: Uint8Array, right: Uint8Array): number {
  for (let at = 0; at < left.length && at < right.length; at++) {
    if (left[at] !== right[at]) return left[at]! - right[at]!;
  }
  return left.length - right.length;
}
