// The dictionary of tags, tasks, libraries, words and the like: each value of a field is a term with a posting list of rows.
import { firstWhere } from '../../basics/first-where.ts';
import type { Layout } from '../format/format.ts';
import { SearchIndexError } from '../format/search-index-error.ts';

/** Fields whose terms filters name. */
export const CHOSEN_FIELDS = [
  ...(['held', 'library', 'parameters', 'pipeline_tag', 'quant', 'size', 'sources', 'tag', 'unstated'] as const),
] as const;

/**
 * Fields with terms, in the order of their terms in the file. `pipeline_tag` is the task, `size` and `parameters` are
 * classes (`size-classes.ts`), `quant` are the quantisations, `held` the names of the sources; `unstated` are the groups of
 * which a row states nothing (`choices.ts`); a row has every `sources` from 1 to the number of its sources, so that a term
 * means "at least". `word` are the words of a row, `id_word` those of its id alone;
 * a prefix of many words is a term of a related field.
 */
export const TERM_FIELDS = [
  ...CHOSEN_FIELDS,
  ...(['word', 'id_word', 'word_prefix', 'id_word_prefix'] as const),
] as const;

export type TermField = (typeof TERM_FIELDS)[number];

/** A field of words. */
export type WordField = 'word' | 'id_word';

/** More than this many words with a common prefix share a list. */
export const PREFIX_FROM = 16;

/** Sorts after every word with the prefix before it: no word has this character. */
const LAST_CHARACTER = '\u{10ffff}';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Looks terms up. The number of a term is also that of its posting list. */
export class Terms {
  readonly #text: Uint8Array;
  readonly #starts: Uint32Array;
  /** The start of each field's terms, and the end of the last; terms are sorted bytewise within a field. */
  readonly #fields: Uint32Array;

  constructor(layout: Layout) {
    this.#text = layout.bytes('termText');
    this.#starts = layout.words('termStarts');
    this.#fields = layout.words('termFields');
    // Readers that list the terms of a field rely on these few numbers.
    if (this.#fields.some((end, at) => end > this.size || end < (this.#fields[at - 1] ?? 0)))
      throw new SearchIndexError('damaged', 'has fields of terms that can’t be');
  }

  /** All terms of all fields. */
  get size(): number {
    return this.#starts.length - 1;
  }

  /** Gives a field's terms as `[first, end)`. */
  termsOf(field: TermField): readonly [number, number] {
    const at = TERM_FIELDS.indexOf(field);
    return [this.#fields[at]!, this.#fields[at + 1]!];
  }

  /** Gives the field of a term. */
  fieldOf(term: number): TermField {
    return TERM_FIELDS.find((field) => term < this.termsOf(field)[1])!;
  }

  /** Gives the text of a term. */
  valueOf(term: number): string {
    return decoder.decode(this.bytesOf(term));
  }

  /** Gives the term with exactly this value, or -1. */
  find(field: TermField, value: string): number {
    const term = this.firstFrom(field, value);
    const isIt = term < this.termsOf(field)[1] && compareBytes(this.bytesOf(term), encoder.encode(value)) === 0;
    return isIt ? term : -1;
  }

  /** Gives the field's first term that is not before `value`, bytewise; the end of its terms if there is none. */
  firstFrom(field: TermField, value: string): number {
    const wanted = encoder.encode(value);
    return firstWhere(...this.termsOf(field), (term) => compareBytes(this.bytesOf(term), wanted) >= 0);
  }

  /** Gives the terms of a field that begin with `prefix`, as `[first, end)`. */
  termsWith(field: TermField, prefix: string): readonly [number, number] {
    return [this.firstFrom(field, prefix), this.firstFrom(field, prefix + LAST_CHARACTER)];
  }

  /** Gives the bytes in the text of a term. */
  lengthOf(term: number): number {
    return this.#starts[term + 1]! - this.#starts[term]!;
  }

  /** Gives the text of a term in UTF-8, which must not be changed. */
  bytesOf(term: number): Uint8Array {
    return this.#text.subarray(this.#starts[term]!, this.#starts[term + 1]!);
  }
}

/** Compares bytewise; negative, zero or positive like any comparison. */
function compareBytes(left: Uint8Array, right: Uint8Array): number {
  for (let at = 0; at < left.length && at < right.length; at++) {
    if (left[at] !== right[at]) return left[at]! - right[at]!;
  }
  return left.length - right.length;
}
