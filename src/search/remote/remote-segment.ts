// Reads a remote segment. It finds the rows that may match a search, with the lists in the segment's parts.
import { Remembered } from '../../basics/remembered.ts';
import { addRun, intersect, unite, wordsFor } from '../parts/bitmap.ts';
import { commonLength, commonPrefix } from '../words/common-prefix.ts';
import { similarWords } from '../words/similar-words.ts';
import type { WordsWanted, WordWanted } from '../words/wanted-words.ts';
import { bitmapOf, type CodedList, listsIn } from './coded-list.ts';
import { termKey } from './list-keys.ts';
import {
  facetsPart,
  hashOf,
  idsPart,
  type ListsFile,
  listsPart,
  namesPart,
  WORDS_UNITED,
  wordKey,
  wordsName,
  wordsPart,
} from './lists-file.ts';

/** The maximum total size in bytes of a segment's lists in memory. */
const MEMORY = 2 * 2 ** 20;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class RemoteSegment {
  readonly first: number;
  readonly rows: number;
  readonly #file: ListsFile;
  readonly #lists = new Remembered<number, Map<string, CodedList>>({
    most: MEMORY,
    weigh: (lists) => [...lists.values()].reduce((sum, { bytes }) => sum + bytes.length + 100, 0),
  });

  /** `first` is the slot of the segment's first row. */
  constructor(file: ListsFile, first: number) {
    this.#file = file;
    this.first = first;
    this.rows = file.head.rows;
  }

  /**
   * Returns the rows that have the wanted words and match every entry of `keys`, as a bitmap. A row matches an entry if
   * one of the lists with the entry's keys has the row.
   */
  async candidates(keys: readonly (readonly string[])[], wanted: WordsWanted | undefined): Promise<Uint32Array> {
    const found = await Promise.all([
      ...keys.map((any) => this.#anyOf(any)),
      ...(wanted?.words ?? []).map((word) => this.#withWord(word, wanted!.isInId)),
    ]);
    const words = new Uint32Array(wordsFor(this.rows));
    addRun(words, 0, this.rows);
    for (const one of found) intersect(words, one);
    return words;
  }

  /** Returns the rows of models that may have this id, or this name if `isName` is true, in any letter case. */
  async rowsCalled(text: string, isName: boolean): Promise<number[]> {
    const hash = hashOf(text);
    const { head } = this.#file;
    const part = await this.#file.part(isName ? namesPart(head, hash) : idsPart(head, hash));
    const pairs = new Uint32Array(new Uint8Array(part).buffer);
    const rows: number[] = [];
    for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === hash) rows.push(pairs[at + 1]!);
    return rows;
  }

  /**
   * Finds at most `most` words that differ from `word` by at most `edits` edits. Words with the longest common start
   * come first.
   */
  async similarTo(word: string, edits: number, most: number): Promise<string[]> {
    const words = await this.#wordsIn(this.#file.head.words.filter((name) => name.startsWith(word[0]!)));
    const texts = words.map((one) => encoder.encode(one));
    const list = {
      ...{ first: 0, end: words.length },
      ...{ lengthOf: (at: number) => texts[at]!.length, bytesOf: (at: number) => texts[at]! },
    };
    const similar = similarWords(list, encoder.encode(word), edits).map((at) => words[at]!);
    const alike = (other: string) => commonLength(word, other);
    return similar.sort((one, other) => alike(other) - alike(one)).slice(0, most);
  }

  /** Returns the lists of all counted values. */
  async counted(): Promise<Map<string, CodedList>> {
    return listsIn(await this.#file.part(facetsPart(this.#file.head)));
  }

  /** Finds the rows that have a wanted word. */
  async #withWord({ words, prefix, tasks = [] }: WordWanted, isInId: boolean): Promise<Uint32Array> {
    const wanted = words.map((text) => ({ text, isPrefix: false }));
    if (prefix !== undefined) wanted.push(...(await this.#begunWith(prefix)));
    const places = isInId ? [true] : [true, false];
    const keys = wanted.flatMap(({ text, isPrefix }) =>
      places.map((inId) => wordKey(text, { isInId: inId, isPrefix })),
    );
    return this.#anyOf([...keys, ...tasks.map((task) => termKey('pipeline_tag', task))]);
  }

  /** Returns words and prefixes. Their lists together have every row with a word that begins with `prefix`. */
  async #begunWith(prefix: string): Promise<{ text: string; isPrefix: boolean }[]> {
    const [first] = prefix;
    if (first === prefix) return [{ text: prefix, isPrefix: true }];
    const words = (await this.#wordsIn([wordsName(prefix)])).filter((word) => word.startsWith(prefix));
    if (words.length > WORDS_UNITED) return [{ text: commonPrefix(words[0]!, words.at(-1)!), isPrefix: true }];
    return words.map((text) => ({ text, isPrefix: false }));
  }

  /** Returns the words in the parts with these names. Skips parts that do not exist. */
  async #wordsIn(names: readonly string[]): Promise<string[]> {
    const parts = names.map((name) => wordsPart(this.#file.head, name)).filter((part) => part !== undefined);
    const texts = await Promise.all(parts.map((part) => this.#file.part(part)));
    return texts.flatMap((text) => JSON.parse(decoder.decode(text)) as string[]);
  }

  /** Returns the rows that are in any of the lists with these keys. */
  async #anyOf(keys: readonly string[]): Promise<Uint32Array> {
    const words = wordsFor(this.rows);
    const lists = (await Promise.all(keys.map((key) => this.#list(key)))).filter((list) => list !== undefined);
    if (lists.length === 1) return bitmapOf(lists[0]!, words);
    const all = new Uint32Array(words);
    for (const list of lists) unite(all, bitmapOf(list, words));
    return all;
  }

  /** Returns the list with this key; undefined if there is none. */
  async #list(key: string): Promise<CodedList | undefined> {
    const part = listsPart(this.#file.head, key);
    const lists = await this.#lists.get(part, async () => listsIn(await this.#file.part(part)));
    return lists.get(key);
  }
}
