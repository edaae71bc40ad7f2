// The lists of an export's words: by word, and by what many words begin with.
import { decodeGaps } from '../parts/postings.ts';
import { type WordPrefix, wordPrefixes } from '../words/prefixes.ts';
import { wordsOfName, wordsOfTag } from '../words/words.ts';
import type { RowFacts } from '../writer/row-facts.ts';
import { GrowingList, listOf } from './growing-list.ts';
import { WORDS_UNITED, wordKey, wordsName } from './shard-format.ts';

type Lists = Map<string, GrowingList>;

export class WordLists {
  readonly #inId: Lists = new Map();
  /** Of rows that have the word, but not in their id. */
  readonly #elsewhere: Lists = new Map();

  /** The words of a row; its number is higher than that of the one before. */
  add(number: number, { id, task, library, tags }: RowFacts): void {
    const inId = new Set(wordsOfName(id));
    for (const word of inId) listOf(this.#inId, word).add(number);
    const others = new Set([task ?? '', library ?? '', ...tags].flatMap(wordsOfTag));
    for (const word of others) if (!inId.has(word)) listOf(this.#elsewhere, word).add(number);
  }

  /** The words of each file, by its name. */
  files(): Map<string, string[]> {
    return Map.groupBy(this.#sorted(), wordsName);
  }

  /** Every list under its key. */
  *lists(): Generator<readonly [key: string, list: GrowingList]> {
    for (const [isInId, lists] of [
      [true, this.#inId],
      [false, this.#elsewhere],
    ] as const)
      for (const [word, list] of lists) yield [wordKey(word, { isInId, isPrefix: false }), list];
    const words = this.#sorted();
    for (const prefix of withSingles(words, wordPrefixes(words, WORDS_UNITED))) {
      const of = words.slice(prefix.first, prefix.end);
      const inId = rowsOf(this.#inId, of);
      const known = new Set(inId);
      const elsewhere = rowsOf(this.#elsewhere, of).filter((row) => !known.has(row));
      yield [wordKey(prefix.text, { isInId: true, isPrefix: true }), listWith(inId)];
      yield [wordKey(prefix.text, { isInId: false, isPrefix: true }), listWith(elsewhere)];
    }
  }

  #sorted(): string[] {
    return [...new Set([...this.#inId.keys(), ...this.#elsewhere.keys()])].sort();
  }
}

/** With each single character that a word begins with: which words begin with it no file tells. */
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

/** The rows of any of the words, ascending. */
function rowsOf(lists: Lists, words: readonly string[]): Uint32Array {
  const coded = words.flatMap((word) => lists.get(word)?.coded() ?? []);
  const all = new Uint32Array(coded.reduce((sum, { rows }) => sum + rows, 0));
  let at = 0;
  for (const { bytes, rows } of coded) {
    decodeGaps(bytes, 0, rows, all.subarray(at));
    at += rows;
  }
  return all.sort();
}

function listWith(rows: Uint32Array): GrowingList {
  const list = new GrowingList();
  for (const row of rows) list.add(row);
  return list;
}
