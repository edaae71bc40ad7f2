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
/** The number of bytes that a list takes in the head of its part, without its key. */
const ENTRY_BYTES = 20;

const encoder = new TextEncoder();

type Keyed = readonly [key: string, list: CodedList];

/** Returns the lists file of a segment. */
export function writeLists(segment: Segment): Uint8Array<ArrayBuffer> {
  const { rows } = segment;
  const words = wordsOf(segment);
  const lists = [...runLists(segment), ...termLists(segment), ...rowLists(segment), ...wordLists(segment, words)];
  const total = lists.reduce((sum, [key, { bytes }]) => sum + key.length + ENTRY_BYTES + bytes.length, 0);
  const named = Map.groupBy(words, wordsName);
  const head: ListsHead = {
    rows,
    lists: powerFor(total),
    ids: powerFor(8 * rows),
    words: [...named.keys()].sort(),
  };
  const shared = Map.groupBy(lists, ([key]) => listsPart(head, key));
  const ids = Array.from({ length: rows }, (_, row) => segment.ids.idAt(row));
  return encodeListsFile(head, [
    ...Array.from({ length: head.lists }, (_, part) => encodeLists((shared.get(part) ?? []).toSorted(byKey))),
    ...hashParts(head, ids),
    ...hashParts(
      head,
      ids.map((id) => idParts(id).name),
    ),
    ...head.words.map((name) => encoder.encode(JSON.stringify(named.get(name)))),
    encodeLists(lists.filter(([key]) => countedIn(key) !== undefined)),
  ]);
}

/** Returns the number of parts for this many bytes: the smallest power of two that suffices. */
const powerFor = (bytes: number) => 2 ** Math.max(0, Math.ceil(Math.log2(bytes / PART_BYTES)));

const byKey = ([one]: Keyed, [other]: Keyed) => (one < other ? -1 : 1);

function* runLists({ rows, grams, gramPostings }: Segment): Generator<Keyed> {
  for (const [text, list] of grams.all()) yield [runKey(text), codeList(rowsOf(gramPostings, list), rows)];
}

/** Returns the lists of the terms that filters may select. */
function* termLists({ rows, terms, termPostings }: Segment): Generator<Keyed> {
  for (const field of CHOSEN_FIELDS) {
    const [first, end] = terms.termsOf(field);
    for (let term = first; term < end; term++)
      yield [termKey(field, terms.valueOf(term)), codeList(rowsOf(termPostings, term), rows)];
  }
}

/** Returns the lists of the owners, whose rows are neighbours, and the lists of the steps of sizes. */
function* rowLists({ rows, ids, layout }: Segment): Generator<Keyed> {
  for (let first = 0; first < rows; ) {
    const id = ids.idAt(first);
    const { owner: author } = idParts(id);
    const [, end] = ids.rowsOfAuthor(author);
    yield [
      termKey('author', author),
      codeList(
        Uint32Array.from({ length: end - first }, (_, at) => first + at),
        rows,
      ),
    ];
    first = end;
  }
  const stepsOf = (column: 'leastMemory' | 'parameters') =>
    Array.from(layout.doubles(column), (value) => (Number.isNaN(value) ? Number.NaN : stepOf(value)));
  const [fits, parameters] = [stepsOf('leastMemory'), stepsOf('parameters')];
  const all = Uint32Array.from({ length: rows }, (_, row) => row);
  const where = (steps: number[], isIn: (step: number) => boolean) =>
    codeList(
      all.filter((row) => isIn(steps[row]!)),
      rows,
    );
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
function* wordLists(segment: Segment, words: readonly string[]): Generator<Keyed> {
  const { rows, terms, termPostings } = segment;
  const [first] = terms.termsOf('word');
  const inId = Uint32Array.from(words, (word) => terms.find('id_word', word) + 1);
  const rowsWith = ({ first: from, end }: Pick<WordPrefix, 'first' | 'end'>) => {
    const found = { inId: [] as Uint32Array[], all: [] as Uint32Array[] };
    for (let word = from; word < end; word++) {
      found.all.push(rowsOf(termPostings, first + word));
      if (inId[word]! > 0) found.inId.push(rowsOf(termPostings, inId[word]! - 1));
    }
    return { inId: united(found.inId), all: united(found.all) };
  };
  const both = function* (text: string, isPrefix: boolean, span: Pick<WordPrefix, 'first' | 'end'>): Generator<Keyed> {
    const { inId: own, all } = rowsWith(span);
    yield [wordKey(text, { isInId: true, isPrefix }), codeList(own, rows)];
    yield [wordKey(text, { isInId: false, isPrefix }), codeList(without(all, own), rows)];
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

/** Returns the rows of a posting list, in ascending order. */
function rowsOf(postings: Postings, list: number): Uint32Array {
  const rows = new Uint32Array(postings.counts[list]!);
  const bitmap = postings.bitmap(list);
  if (bitmap) listRows(bitmap, rows);
  else postings.rows(list, rows);
  return rows;
}

/** Returns the rows that are in any of the lists, each once and in ascending order. */
function united(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length < 2) return lists[0] ?? new Uint32Array();
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  return all.sort().filter((row, at) => row !== all[at - 1]);
}

/** Returns the rows of one ascending list that are not in the other. */
function without(rows: Uint32Array, others: Uint32Array): Uint32Array {
  let at = 0;
  return rows.filter((row) => {
    while (others[at]! < row) at++;
    return others[at] !== row;
  });
}

/** Returns the parts that find a row by a text. Each part has pairs of the hash of a text, and the row. */
function hashParts({ ids }: ListsHead, texts: readonly string[]): Uint8Array[] {
  const parts = Array.from({ length: ids }, () => new Growable(new Uint32Array(16)));
  for (const [row, text] of texts.entries()) {
    const hash = hashOf(text);
    const part = parts[hash & (ids - 1)]!;
    part.push(hash);
    part.push(row);
  }
  return parts.map((part) => {
    const { buffer, byteOffset, byteLength } = part.filled();
    return new Uint8Array(buffer, byteOffset, byteLength);
  });
}
