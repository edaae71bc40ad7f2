// Searches by words in the simplest way: splits every row into words, and checks each.
import { formatMeant, onlyTasksMeant, tasksMeant } from '../../../../src/search/words/task-words.ts';
import type { ModelRow } from '../../../../src/shapes/models.ts';

/** Returns the words of a text by reading it letter by letter. */
export function plainWords(text: string): string[] {
  const words: string[] = [];
  let word = '';
  const end = () => {
    if (word !== '') words.push(word);
    word = '';
  };
  for (const character of text.normalize('NFKD').toLowerCase()) {
    if (/\p{M}/u.test(character)) continue;
    if (!/[\p{L}\p{N}]/u.test(character)) end();
    else {
      const isLetters = [...word].length > 1 && /^\p{L}+$/u.test(word);
      if (isLetters && /\p{N}/u.test(character)) end();
      word += character;
    }
  }
  end();
  return words;
}

/** Returns the words of a name, and the parts of words in which a capital letter follows a small letter. */
export function plainNameWords(text: string): string[] {
  const words = plainWords(text);
  let parts = [''];
  const end = () => {
    const several = parts.length > 1 ? parts.filter((part) => part.length > 1) : [];
    words.push(...several.flatMap(plainWords));
    parts = [''];
  };
  let before = '';
  for (const character of text.normalize('NFKD')) {
    if (/\p{M}/u.test(character)) continue;
    if (!/[\p{L}\p{N}]/u.test(character)) end();
    else {
      if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(character) && parts.at(-1) !== '') parts.push('');
      parts[parts.length - 1] += character;
    }
    before = character;
  }
  end();
  return words;
}

interface RowWords {
  inId: Set<string>;
  anywhere: Set<string>;
  task: string | undefined;
}

export function wordsOfRow({ id, pipeline_tag, library_name, tags = [] }: ModelRow): RowWords {
  const inId = new Set(plainNameWords(id));
  const anywhere = new Set(inId);
  for (const tag of [...tags, pipeline_tag ?? '', library_name ?? '']) {
    const isBase = tag.startsWith('base_model:');
    const value = isBase
      ? tag.split(':').at(-1)!
      : tag
          .split(':')
          .slice(tag.includes(':') ? 1 : 0)
          .join(':');
    for (const word of isBase ? plainNameWords(value) : plainWords(value))
      if (isBase || /\p{L}/u.test(word)) anywhere.add(word);
  }
  return { inId, anywhere, task: pipeline_tag };
}

/**
 * Returns the smallest number of edits between two words: added, removed or changed letters, and swaps of
 * neighbours. No letter is edited twice.
 */
function editDistance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, at) => [at]);
  for (let at = 0; at <= other.length; at++) table[0]![at] = at;
  for (let i = 1; i <= one.length; i++)
    for (let j = 1; j <= other.length; j++) {
      const ways = [table[i - 1]![j]! + 1, table[i]![j - 1]! + 1];
      ways.push(table[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        ways.push(table[i - 2]![j - 2]! + 1);
      table[i]![j] = Math.min(...ways);
    }
  return table[one.length]![other.length]!;
}

type Tier = (row: ModelRow) => number;

/** Returns a function that rates how well a row matches the words: 0 is best, -1 is no match. */
export function tiersOf(rows: readonly ModelRow[], words: readonly string[]): Tier {
  const known = new Map(rows.map((row) => [row, wordsOfRow(row)]));
  const tierBy = (tiers: readonly ((row: RowWords) => boolean)[]): Tier => {
    return (row) => tiers.findIndex((isIn) => isIn(known.get(row)!));
  };
  const last = words.at(-1)!;
  const whole = (in_: Set<string>) => words.every((word) => in_.has(word));
  const isBegun = (in_: Set<string>) => [...in_].some((word) => word.startsWith(last));
  const begun = (in_: Set<string>) =>
    words.every((word, at) => (at === words.length - 1 ? isBegun(in_) : in_.has(word)));
  const meant = tasksMeant(words);
  const only = onlyTasksMeant(words);
  const means = ({ anywhere, task }: RowWords, at: number) =>
    anywhere.has(words[at]!) ||
    (at === words.length - 1 && isBegun(anywhere)) ||
    anywhere.has(formatMeant(words[at]!) ?? '') ||
    (task !== undefined && meant.get(at)?.includes(task) === true);
  const exact = tierBy([
    ...(only ? [({ task }: RowWords) => task !== undefined && only.includes(task)] : []),
    ({ inId }) => whole(inId),
    ({ inId }) => begun(inId),
    ({ anywhere }) => whole(anywhere),
    ({ anywhere }) => begun(anywhere),
    (row) => words.every((_, at) => means(row, at)),
  ]);
  if (words.length > 6 || rows.some((row) => exact(row) >= 0)) return exact;
  for (const edits of [1, 2]) {
    const alike = tierBy([
      ({ inId }) => areAlike(words, inId, edits),
      ({ anywhere }) => areAlike(words, anywhere, edits),
    ]);
    if (rows.some((row) => alike(row) >= 0)) return alike;
  }
  if (words.length < 2) return exact;
  const allBut = words.map((_, left) => (row: RowWords) => words.every((_, at) => at === left || means(row, at)));
  return tierBy([...(words.length > 2 ? allBut : []), (row) => words.some((_, at) => means(row, at))]);
}

function areAlike(words: readonly string[], in_: Set<string>, most: number): boolean {
  return words.every((word, at) => {
    const isPlain = /^[a-z][a-z0-9]{3,31}$/.test(word);
    const edits = !isPlain ? 0 : word.length < 8 ? 1 : most;
    const isAlike = (other: string) => other[0] === word[0] && editDistance(other, word) <= edits;
    return [...in_].some(
      (other) => other === word || isAlike(other) || (at === words.length - 1 && other.startsWith(word)),
    );
  });
}
