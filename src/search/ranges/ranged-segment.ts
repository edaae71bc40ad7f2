// A segment of the index read by ranges: which of its rows can match, without the segment being fetched.
import { choiceTerms } from '../choices.ts';
import { type SearchFilter, termsAsked } from '../conditions.ts';
import type { PostingFamily } from '../format/format.ts';
import { addRows, hasRow, intersect, keepRange, listRows, unite, wordsFor } from '../parts/bitmap.ts';
import { lowerCased } from '../parts/id-text.ts';
import { LONGEST_GRAM, runsOf } from '../parts/ngrams.ts';
import { DENSE, decodeGaps } from '../parts/postings.ts';
import type { WordsWanted } from '../words/wanted-words.ts';
import type { RangeFile } from './range-file.ts';
import { findRun, findTerm, firstNot, similarTo, termsWanted } from './ranged-terms.ts';

/** Runs of letters that are looked up, and of these the rarest that narrow the rows; the text is then looked for in the ids that are left. */
const [RUNS_SEEN, RUNS_USED] = [8, 3];
/** About the bytes that it takes to look at one row of a bitmap. */
const LOOK = 64;

/** A posting list: where it stands, and its rows. */
interface RangedList {
  family: PostingFamily;
  list: number;
  count: number;
  place: number;
}

/** What of a question only the rows themselves can tell. */
export interface RowProof {
  /** In lower case. */
  text?: string;
  fits?: number;
  parameters?: NonNullable<SearchFilter['parameters']>;
}

const decoder = new TextDecoder();

export class RangedSegment {
  readonly first: number;
  readonly rows: number;
  readonly #file: RangeFile;

  /** `first` is the slot of its first row. */
  constructor(file: RangeFile, first: number) {
    this.#file = file;
    this.first = first;
    this.rows = file.rows;
  }

  /** The rows that have the terms, the owner, the runs of letters and the words that are asked for, as a bitmap. */
  async candidates(filter: SearchFilter, wanted: WordsWanted | undefined): Promise<Uint32Array> {
    const words = new Uint32Array(wordsFor(this.rows));
    const [first, end] = filter.author === undefined ? [0, this.rows] : await this.#rowsOfAuthor(filter.author);
    const lists = first < end ? await this.#lists(filter) : undefined;
    const ofWords = lists && (await this.#wordLists(wanted));
    const chosen = ofWords && (await this.#chosenLists(filter));
    if (chosen === undefined) return words;
    words.fill(-1);
    keepRange(words, first, end);
    const all = [...lists!.map((list) => [list]), ...ofWords!, ...chosen];
    for (const any of all.sort((left, right) => sum(left) - sum(right))) await this.#narrow(words, any);
    return words;
  }

  /** Words that become this one by so many edits. */
  similarTo(word: string, edits: number): Promise<string[]> {
    return similarTo(this.#file, word, edits);
  }

  /** True when the row with this number is as the question says. */
  async proves(row: number, { text, fits, parameters }: RowProof): Promise<boolean> {
    if (fits !== undefined) {
      const [bytes] = await this.#file.doubles('leastBytes', row, 1);
      if (!(bytes! <= fits)) return false;
    }
    if (parameters !== undefined) {
      const { min = 0, max = Number.POSITIVE_INFINITY } = parameters;
      const [count] = await this.#file.doubles('parameters', row, 1);
      if (!(count! >= min && count! <= max)) return false;
    }
    return text === undefined || (await this.#lowerIdAt(row)).text.includes(text);
  }

  /** The id of a row. */
  async idAt(row: number): Promise<string> {
    const { text, start } = await this.#lowerIdAt(row);
    const marks = await this.#file.bytes('idCapitals', start >>> 3, (start + text.length + 7) >>> 3);
    const isCapital = (at: number) => ((marks[(at >>> 3) - (start >>> 3)]! >>> (at & 7)) & 1) === 1;
    return Array.from(text, (letter, at) => (isCapital(start + at) ? letter.toUpperCase() : letter)).join('');
  }

  /** The row with exactly this id, or -1. */
  async rowOf(id: string): Promise<number> {
    const row = await this.#firstFrom(id);
    return row < this.rows && (await this.idAt(row)) === id ? row : -1;
  }

  /** All bytes of its file. */
  whole(): Promise<ArrayBuffer> {
    return this.#file.whole();
  }

  async #rowsOfAuthor(author: string): Promise<[number, number]> {
    // What comes behind a slash in ASCII.
    return Promise.all([this.#firstFrom(`${author}/`), this.#firstFrom(`${author}0`)]);
  }

  /** The first row whose id is not before this one: ids are ASCII, whose order as texts is that of their bytes. */
  #firstFrom(id: string): Promise<number> {
    return firstNot(0, this.rows, async (row) => (await this.idAt(row)) < id);
  }

  async #lowerIdAt(row: number): Promise<{ text: string; start: number }> {
    const [start, end] = await this.#file.words('idStarts', row, 2);
    return { text: decoder.decode(await this.#file.bytes('idText', start!, end!)), start: start! };
  }

  /** Undefined: one of them is in no row. */
  async #lists(filter: SearchFilter): Promise<RangedList[] | undefined> {
    const terms = await Promise.all(termsAsked(filter).map(([field, value]) => findTerm(this.#file, field, value)));
    const text = filter.search ? lowerCased(filter.search) : undefined;
    const symbols = text && (await this.#file.bytes('symbols', 0, this.#file.sizeOf('symbols')));
    const keys = text ? runsOf(symbols!, text, RUNS_SEEN) : [];
    if (keys === undefined) return undefined;
    const runs = await Promise.all(keys.map((key) => findRun(this.#file, key)));
    if ([...terms, ...runs].includes(-1)) return undefined;
    const of = (family: PostingFamily, lists: number[]) => Promise.all(lists.map((list) => this.#listAt(family, list)));
    const grams = (await of('gram', runs)).sort((left, right) => left.count - right.count);
    return [...(await of('term', terms)), ...grams.slice(0, RUNS_USED)];
  }

  /** For each word the lists of which a row needs one; undefined: one is in no row. */
  async #wordLists(wanted: WordsWanted | undefined): Promise<RangedList[][] | undefined> {
    const field = wanted?.isInId ? 'id_word' : 'word';
    const terms = await Promise.all((wanted?.words ?? []).map((word) => termsWanted(this.#file, field, word)));
    if (terms.some(({ size }) => size === 0)) return undefined;
    return Promise.all(terms.map((any) => Promise.all([...any].map((term) => this.#listAt('term', term)))));
  }

  /** For each group that is chosen from the lists of which a row needs one; undefined: one is in no row. */
  async #chosenLists({ anyOf }: SearchFilter): Promise<RangedList[][] | undefined> {
    const terms = await Promise.all(
      choiceTerms(anyOf).map((any) => Promise.all(any.map(([field, value]) => findTerm(this.#file, field, value)))),
    );
    const found = terms.map((any) => any.filter((term) => term >= 0));
    if (found.some((any) => any.length === 0)) return undefined;
    return Promise.all(found.map((any) => Promise.all(any.map((term) => this.#listAt('term', term)))));
  }

  async #listAt(family: PostingFamily, list: number): Promise<RangedList> {
    const at = (column: 'Counts' | 'Places') => this.#file.word(`${family}${column}`, list);
    const [count, place] = await Promise.all([at('Counts'), at('Places')]);
    return { family, list, count, place };
  }

  /** Keeps of the rows those in any of the lists. */
  async #narrow(words: Uint32Array, lists: readonly RangedList[]): Promise<void> {
    const [list] = lists;
    if (lists.length > 1 || list!.place < DENSE) {
      const own = new Uint32Array(words.length);
      for (const bitmap of await Promise.all(lists.map((one) => this.#bitmapOf(one, words.length)))) unite(own, bitmap);
      intersect(words, own);
      return;
    }
    const section = `${list!.family}Dense` as const;
    const start = (list!.place - DENSE) * words.length;
    const few = new Uint32Array(Math.ceil((words.length * 4) / LOOK) + 1);
    const count = listRows(words, few);
    if (count === few.length) intersect(words, await this.#file.words(section, start, words.length));
    else await Promise.all(Array.from(few.subarray(0, count), (row) => this.#keepIf(words, section, start, row)));
  }

  async #bitmapOf(list: RangedList, words: number): Promise<Uint32Array> {
    if (list.place >= DENSE) return this.#file.words(`${list.family}Dense`, (list.place - DENSE) * words, words);
    const bitmap = new Uint32Array(words);
    addRows(bitmap, await this.#sparseRows(list), list.count);
    return bitmap;
  }

  async #keepIf(words: Uint32Array, section: 'gramDense' | 'termDense', start: number, row: number): Promise<void> {
    const word = await this.#file.words(section, start + (row >>> 5), 1);
    if (!hasRow(word, row & 31)) words[row >>> 5] = words[row >>> 5]! & ~(1 << (row & 31));
  }

  async #sparseRows({ family, list, count, place }: RangedList): Promise<Uint32Array> {
    const bytes = await this.#file.bytes(`${family}Sparse`, place, await this.#sparseEnd(family, list));
    const rows = new Uint32Array(count);
    decodeGaps(bytes, 0, count, rows);
    return rows;
  }

  /** Where the rows of a list end: where the next one begins that is no bitmap. */
  async #sparseEnd(family: PostingFamily, list: number): Promise<number> {
    const lists = this.#file.sizeOf(`${family}Places`) / 4;
    for (let next = list + 1; next < lists; next++) {
      const place = await this.#file.word(`${family}Places`, next);
      if (place < DENSE) return place;
    }
    return this.#file.sizeOf(`${family}Sparse`);
  }
}

const sum = (lists: readonly RangedList[]) => lists.reduce((rows, { count }) => rows + count, 0);

/** What of a filter only the rows themselves can tell; undefined: nothing. */
export function proofOf({ search, fits, parameters }: SearchFilter): RowProof | undefined {
  const text = search ? lowerCased(search) : undefined;
  const isProved = text === undefined || text.length <= LONGEST_GRAM;
  if (isProved && fits === undefined && parameters === undefined) return undefined;
  return {
    ...(isProved ? {} : { text: decoder.decode(text) }),
    ...(fits === undefined ? {} : { fits }),
    ...(parameters === undefined ? {} : { parameters }),
  };
}
