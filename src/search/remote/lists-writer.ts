// Writes the lists file of a segment.
import { idParts } from '../../nouns/model-id.ts';
import { listRows } from '../parts/bitmap.ts';
import type { Postings } from '../parts/postings.ts';
import type { Segment } from '../parts/segment.ts';
import { CHOSEN_FIELDS } from '../parts/terms.ts';
import { type WordPrefix, wordPrefixes } from '../words/prefixes.ts';
import { Growable } from '../writer/growable.ts';
import { type CodedList, codeList, encodeLists } from './coded-list.ts';
import { countedIn } from './facet-lists.ts';
import { fitsKey, parametersKey, runKey, STEPS, stepOf, termKey } from './list-keys.ts';
import { encodeListsFile, hashOf, type ListsHead, listsPart, WORDS_UNITED, wordKey, wordsName } from './lists-file.ts';

/** The size in bytes that a part should have. */
const PART_BYTES = 6 * 1024;
/** The approximate number of bytes that a list takes in the head of its part, without its key. */
const ENTRY_BYTES = 20;

/** The number of bytes that a row takes in the parts of ids and names. */
const HASH_BYTES = 16;

const encoder = new TextEncoder();

/** A key, and the ascending rows of its list. The rows are valid until the generator makes the next list. */
type Listing = readonly [key: string, rows: Uint32Array];
type Keyed = readonly [key: string, list: CodedList];

/** Returns the lists file of a segment. */
export function writeLists(segment: Segment): Uint8Array<ArrayBuffer> {
  const { rows, ids } = segment;
  const words = wordsOf(segment);
  const lists = new KeptLists(rows);
  for (const made of [runLists(segment), termLists(segment), rowLists(segment), wordLists(segment, words)])
    for (const [key, list] of made) lists.add(key, list);
  const named = Map.groupBy(words, wordsName);
  const head: ListsHead = {
    rows,
    lists: powerFor(lists.size),
    ids: powerFor(8 * rows),
    words: [...named.keys()].sort(),
  };
  return encodeListsFile(
    head,
    (function* () {
      yield* lists.parts(head);
      yield* hashParts(head, (row) => ids.idAt(row));
      yield* hashParts(head, (row) => idParts(ids.idAt(row)).name);
      for (const name of head.words) yield encoder.encode(JSON.stringify(named.get(name)));
      yield encodeLists(lists.those((key) => countedIn(key) !== undefined));
    })(),
    { expected: lists.size + HASH_BYTES * rows },
  );
}

/**
 * Keeps encoded lists in a few arrays. A segment of 200,000 rows has half a million lists, whose bytes are 20 MiB. As
 * objects, the lists would take 300 MiB.
 */
class KeptLists {
  readonly #keys: string[] = [];
  readonly #bytes = new Growable(new Uint8Array(PART_BYTES));
  /** The start of each list in `#bytes`, and the end of the last list. */
  readonly #ends = new Growable(new Uint32Array(64));
  readonly #rows = new Growable(new Uint32Array(64));
  readonly #bitmaps = new Growable(new Uint8Array(64));
  readonly #all: number;
  #keyLength = 0;

  /** `all` is the number of rows in the segment. */
  constructor(all: number) {
    this.#all = all;
    this.#ends.push(0);
  }

  /** The approximate number of bytes that the lists take in the parts. */
  get size(): number {
    return this.#keyLength + ENTRY_BYTES * this.#keys.length + this.#bytes.length;
  }

  add(key: string, list: Uint32Array): void {
    const { rows, isBitmap } = codeList(list, this.#all, this.#bytes);
    this.#keys.push(key);
    this.#keyLength += key.length;
    this.#ends.push(this.#bytes.length);
    this.#rows.push(rows);
    this.#bitmaps.push(isBitmap ? 1 : 0);
  }

  /** Returns the lists whose keys `isWanted` accepts, in the order in which they were added. */
  those(isWanted: (key: string) => boolean): Keyed[] {
    return this.#keys.flatMap((key, number) => (isWanted(key) ? [this.#list(number)] : []));
  }

  /** Makes the parts of lists. The key of a list chooses its part. The lists in a part are sorted by key. */
  *parts(head: ListsHead): Generator<Uint8Array> {
    const parts = Uint32Array.from(this.#keys, (key) => listsPart(head, key));
    const numbers = Uint32Array.from(parts, (_, number) => number).sort((one, other) => parts[one]! - parts[other]!);
    let at = 0;
    for (let part = 0; part < head.lists; part++) {
      const first = at;
      while (at < numbers.length && parts[numbers[at]!] === part) at++;
      yield encodeLists(Array.from(numbers.subarray(first, at), (number) => this.#list(number)).sort(byKey));
    }
  }

  #list(number: number): Keyed {
    const bytes = this.#bytes.array.subarray(this.#ends.array[number]!, this.#ends.array[number + 1]!);
    return [
      this.#keys[number]!,
      { bytes, rows: this.#rows.array[number]!, isBitmap: this.#bitmaps.array[number] === 1 },
    ];
  }
}

/** Returns the number of parts for this many bytes: the smallest power of two that suffices. */
const powerFor = (bytes: number) => 2 ** Math.max(0, Math.ceil(Math.log2(bytes / PART_BYTES)));

const byKey = ([one]: Keyed, [other]: Keyed) => (one < other ? -1 : 1);

function* runLists({ grams, gramPostings }: Segment): Generator<Listing> {
  const into = noRows();
  for (const [text, list] of grams.all()) yield [runKey(text), rowsOf(gramPostings, list, into)];
}

/** Returns the lists of the terms that filters may select. */
function* termLists({ terms, termPostings }: Segment): Generator<Listing> {
  const into = noRows();
  for (const field of CHOSEN_FIELDS) {
    const [first, end] = terms.termsOf(field);
    for (let term = first; term < end; term++)
      yield [termKey(field, terms.valueOf(term)), rowsOf(termPostings, term, into)];
  }
}

/** Returns the lists of the owners, whose rows are neighbours, and the lists of the steps of sizes. */
function* rowLists({ rows, ids, layout }: Segment): Generator<Listing> {
  for (let first = 0; first < rows; ) {
    const id = ids.idAt(first);
    const { owner: author } = idParts(id);
    const [, end] = ids.rowsOfAuthor(author);
    yield [termKey('author', author), Uint32Array.from({ length: end - first }, (_, at) => first + at)];
    first = end;
  }
  const stepsOf = (column: 'leastMemory' | 'parameters') =>
    Array.from(layout.doubles(column), (value) => (Number.isNaN(value) ? Number.NaN : stepOf(value)));
  const [fits, parameters] = [stepsOf('leastMemory'), stepsOf('parameters')];
  const all = Uint32Array.from({ length: rows }, (_, row) => row);
  const where = (steps: number[], isIn: (step: number) => boolean) => all.filter((row) => isIn(steps[row]!));
  for (const step of STEPS) {
    // A model with a smaller step fits too.
    yield [fitsKey(step), where(fits, (own) => own <= step)];
    yield [parametersKey(step), where(parameters, (own) => own === step)];
  }
}

/**
 * Returns two lists for each word and each frequent prefix: the rows that have it in their id, and the rows that have
 * it only elsewhere.
 */
function* wordLists(segment: Segment, words: readonly string[]): Generator<Listing> {
  const { terms, termPostings } = segment;
  const [first] = terms.termsOf('word');
  const inId = Uint32Array.from(words, (word) => terms.find('id_word', word) + 1);
  const found = { inId: noRows(), all: noRows() };
  const rowsWith = ({ first: from, end }: Pick<WordPrefix, 'first' | 'end'>) => {
    for (const list of Object.values(found)) list.length = 0;
    for (let word = from; word < end; word++) {
      addRowsOf(termPostings, first + word, found.all);
      if (inId[word]! > 0) addRowsOf(termPostings, inId[word]! - 1, found.inId);
    }
    return { inId: united(found.inId), all: united(found.all) };
  };
  const both = function* (
    text: string,
    isPrefix: boolean,
    span: Pick<WordPrefix, 'first' | 'end'>,
  ): Generator<Listing> {
    const { inId: own, all } = rowsWith(span);
    yield [wordKey(text, { isInId: true, isPrefix }), own];
    yield [wordKey(text, { isInId: false, isPrefix }), without(all, own)];
  };
  for (const [at, word] of words.entries()) yield* both(word, false, { first: at, end: at + 1 });
  for (const prefix of withSingles(words, wordPrefixes(words, WORDS_UNITED))) yield* both(prefix.text, true, prefix);
}

/**
 * Adds the first character of every word as a prefix, because no part lists all words that begin with one character.
 */
function* withSingles(words: readonly string[], prefixes: readonly WordPrefix[]): Generator<WordPrefix> {
  yield* prefixes;
  const known = new Set(prefixes.map(({ text }) => text));
  for (let first = 0; first < words.length; ) {
    const [text] = words[first]!;
    let end = first;
    while (end < words.length && words[end]!.startsWith(text!)) end++;
    if (!known.has(text!)) yield { text: text!, first, end };
    first = end;
  }
}

function wordsOf({ terms }: Segment): string[] {
  const [first, end] = terms.termsOf('word');
  return Array.from({ length: end - first }, (_, at) => terms.valueOf(first + at));
}

/**
 * A list of rows whose memory is used again for the next list. A new array for each of half a million lists would take
 * hundreds of MiB before the arrays are freed.
 */
type Rows = Growable<Uint32Array<ArrayBuffer>>;

const noRows = (): Rows => new Growable(new Uint32Array(64));

/** Writes the rows of a posting list into `into`, in place of its content. Returns them in ascending order. */
function rowsOf(postings: Postings, list: number, into: Rows): Uint32Array {
  into.length = 0;
  addRowsOf(postings, list, into);
  return into.filled();
}

/** Adds the rows of a posting list to `into`, in ascending order. */
function addRowsOf(postings: Postings, list: number, into: Rows): void {
  const count = postings.counts[list]!;
  into.reserve(count);
  const rows = into.array.subarray(into.length, into.length + count);
  const bitmap = postings.bitmap(list);
  if (bitmap) listRows(bitmap, rows);
  else postings.rows(list, rows);
  into.length += count;
}

/**
 * Returns the rows in `all`, which has several lists one after the other. The result has each row once, in ascending
 * order, and uses the memory of `all`.
 */
function united(all: Rows): Uint32Array {
  const rows = all.filled().sort();
  return keep(rows, (row, at) => row !== rows[at - 1]);
}

/**
 * Returns those of `rows` that are not in `others`; both are in ascending order. The result uses the memory of `rows`.
 */
function without(rows: Uint32Array, others: Uint32Array): Uint32Array {
  let at = 0;
  return keep(rows, (row) => {
    while (others[at]! < row) at++;
    return others[at] !== row;
  });
}

/** Moves the rows that `isKept` accepts to the front of `rows`, and returns them. */
function keep(rows: Uint32Array, isKept: (row: number, at: number) => boolean): Uint32Array {
  let end = 0;
  for (const [at, row] of rows.entries()) if (isKept(row, at)) rows[end++] = row;
  return rows.subarray(0, end);
}

/** Makes the parts that find a row by a text. Each part has pairs of the hash of a text, and the row. */
function hashParts({ ids, rows }: ListsHead, textOf: (row: number) => string): Uint8Array[] {
  const parts = Array.from({ length: ids }, () => new Growable(new Uint32Array(16)));
  for (let row = 0; row < rows; row++) {
    const hash = hashOf(textOf(row));
    const part = parts[hash & (ids - 1)]!;
    part.push(hash);
    part.push(row);
  }
  return parts.map((part) => {
    const { buffer, byteOffset, byteLength } = part.filled();
    return new Uint8Array(buffer, byteOffset, byteLength);
  });
}
