// Which rows of an export have the words of a question, from those that have them best on.
import { countRows, intersect, subtract, unite, wordsFor } from '../parts/bitmap.ts';
import { commonLength, commonPrefix } from '../words/common-prefix.ts';
import { editsOf, FORGIVEN, similarWords } from '../words/similar-words.ts';
import { exactTiers, similarTiers, type WordsWanted, type WordWanted } from '../words/wanted-words.ts';
import { type ShardIndex, WORDS_UNITED, wordKey, wordsName } from './shard-format.ts';
import { taskKey } from './shard-keys.ts';

/** Words much like one that are looked up, each in a file of its own: those that begin most as it does. */
const MOST_SIMILAR = 8;

/** What is read of an export. */
interface WordFiles {
  index(): Promise<Pick<ShardIndex, 'numbers' | 'words'>>;
  /** The rows of a key as a bitmap of one's own; undefined where there is none. */
  rowsOf(key: string): Promise<Uint32Array | undefined>;
  /** The words of a file. */
  words(name: string): Promise<string[]>;
}

const encoder = new TextEncoder();

export class ShardWords {
  readonly #files: WordFiles;

  constructor(files: WordFiles) {
    this.#files = files;
  }

  /** The rows of each tier as a bitmap, best first; a row is in one of them. */
  async tiersOf(words: readonly string[]): Promise<Uint32Array[]> {
    const exact = await this.#bitmaps(exactTiers(words));
    if (countRows(exact.at(-1)!) > 0) return parted(exact);
    for (const step of FORGIVEN) {
      const edits = editsOf(words, step);
      if (edits === undefined) continue;
      const similar = await Promise.all(words.map((word, at) => this.#similarTo(word, edits[at]!)));
      const alike = await this.#bitmaps(similarTiers(words, similar));
      if (countRows(alike.at(-1)!) > 0) return parted(alike);
    }
    return exact;
  }

  #bitmaps(tiers: readonly WordsWanted[]): Promise<Uint32Array[]> {
    return Promise.all(tiers.map((tier) => this.#bitmap(tier)));
  }

  async #bitmap({ words, isInId }: WordsWanted): Promise<Uint32Array> {
    const { numbers } = await this.#files.index();
    const bitmap = new Uint32Array(wordsFor(numbers)).fill(-1);
    for (const any of await Promise.all(words.map((word) => this.#anyOf(word, isInId)))) intersect(bitmap, any);
    return bitmap;
  }

  /** Rows that have what counts as a word. */
  async #anyOf({ words, prefix, tasks = [] }: WordWanted, isInId: boolean): Promise<Uint32Array> {
    const { numbers } = await this.#files.index();
    const wanted = words.map((text) => ({ text, isPrefix: false }));
    if (prefix !== undefined) wanted.push(...(await this.#begunWith(prefix)));
    const places = isInId ? [true] : [true, false];
    const keys = wanted.flatMap(({ text, isPrefix }) =>
      places.map((inId) => wordKey(text, { isInId: inId, isPrefix })),
    );
    keys.push(...tasks.map(taskKey));
    const bitmap = new Uint32Array(wordsFor(numbers));
    for (const rows of await Promise.all(keys.map((key) => this.#files.rowsOf(key)))) if (rows) unite(bitmap, rows);
    return bitmap;
  }

  /** What has lists of all that begin with a text. */
  async #begunWith(prefix: string): Promise<{ text: string; isPrefix: boolean }[]> {
    const [first] = prefix;
    if (first === prefix) return [{ text: prefix, isPrefix: true }];
    const words = (await this.#wordsIn([wordsName(prefix)])).filter((word) => word.startsWith(prefix));
    if (words.length > WORDS_UNITED) return [{ text: commonPrefix(words[0]!, words.at(-1)!), isPrefix: true }];
    return words.map((text) => ({ text, isPrefix: false }));
  }

  async #similarTo(word: string, edits: number): Promise<string[]> {
    if (edits === 0) return [word];
    const { words: names } = await this.#files.index();
    const words = await this.#wordsIn(names.filter((name) => name.startsWith(word[0]!)));
    const texts = words.map((one) => encoder.encode(one));
    const list = {
      ...{ first: 0, end: words.length },
      ...{ lengthOf: (at: number) => texts[at]!.length, bytesOf: (at: number) => texts[at]! },
    };
    const similar = similarWords(list, encoder.encode(word), edits).map((at) => words[at]!);
    const alike = (other: string) => commonLength(word, other);
    return similar.sort((one, other) => alike(other) - alike(one)).slice(0, MOST_SIMILAR);
  }

  /** The words of some files, of which those are left out that are not there. */
  async #wordsIn(names: readonly string[]): Promise<string[]> {
    const known = new Set((await this.#files.index()).words);
    const found = names.filter((name) => known.has(name));
    return (await Promise.all(found.map((name) => this.#files.words(name)))).flat();
  }
}

/** Takes out of each tier what is in one before. */
function parted(tiers: readonly Uint32Array[]): Uint32Array[] {
  const better = new Uint32Array(tiers[0]!.length);
  return tiers.map((tier) => {
    const own = tier.slice();
    subtract(own, better);
    unite(better, tier);
    return own;
  });
}
