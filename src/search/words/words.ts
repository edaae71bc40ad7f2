// Splits search texts, and the facts of a model, into words. A search by words compares the words of both.

const BETWEEN = /[^\p{L}\p{N}]+/u;
/**
 * Matches letters before a number. The letters become a word of their own: "qwen" finds `qwen2`, and "llama2" finds
 * `llama-2`. A single letter, as in `v3`, stays with its number.
 */
const NUMBERED = /^(\p{L}{2,})(\p{N}.*)$/u;
/** These patterns find a capital after a small letter. Scripts without capitals have no such place. */
const CAPITAL = /\p{Ll}\p{Lu}/u;
const BEFORE_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})/u;
const MARKS = /\p{M}+/gu;
const BASE_MODEL = 'base_model:';

/**
 * Returns the words of a text in order. A word is a run of letters and digits, in lower case and without accents. `-`,
 * `_`, `.`, `/` and spaces all separate words.
 */
export function wordsOf(text: string): string[] {
  return plainText(text).toLowerCase().split(BETWEEN).flatMap(parts);
}

/** Matches a licence in a tag or a search: `apache-2.0`, `license:cc-by-4.0`. Captures it without its version. */
const LICENCE =
  /^(?:license:)?((?:apache|artistic|afl|bsl|cc|ecl|epl|eupl|osl|[al]?gpl|mpl|ms)(?:-[a-z]+)*)-\d+(?:\.\d+)*$/i;

/** Words that say nothing of a model beside other words. */
const FILLERS = new Set(['for', 'licence', 'license', 'licensed', 'model', 'models', 'the', 'with']);

/** Licences that people search by their name alone. */
const LICENCES = new Set(['agpl', 'apache', 'bsd', 'gpl', 'lgpl', 'mit', 'openrail']);

/** Matches a word before "license", such as the name of a licence. */
const LICENSED = /(?<!\S)(\S+)\s+licen[cs]ed?(?!\S)/gi;

/**
 * Returns the words of a search text, without fillers. The name of a licence loses its version, because `wordsOfTag`
 * drops the version too. In "mit license" and in "mit" alone the name stands twice: only the last word may be incomplete,
 * so `mitsua` does not match.
 */
export function wordsAsked(text: string): string[] {
  const typed = text.replace(LICENSED, '$1 $1').split(/\s+/);
  const words = typed.flatMap((part) => wordsOf(LICENCE.exec(part)?.[1] ?? part));
  const telling = words.filter((word) => !FILLERS.has(word));
  if (telling.length === 1 && LICENCES.has(telling[0]!)) return [...telling, ...telling];
  return telling.length > 0 ? telling : words;
}

/**
 * Returns the words of a model's name: those of `wordsOf`, and those that begin with a capital inside a word. So both
 * "tiny llama" and "tinyllama" find `TinyLlama`. Single letters, as in `vLLM`, are not words.
 */
export function wordsOfName(text: string): string[] {
  const words = wordsOf(text);
  const plain = plainText(text);
  if (!CAPITAL.test(plain)) return words;
  const runs = plain.split(BETWEEN);
  const within = runs.flatMap((run) => (CAPITAL.test(run) ? run.split(BEFORE_CAPITAL) : []));
  return [...words, ...within.filter((part) => part.length > 1).flatMap((part) => parts(part.toLowerCase()))];
}

const plainText = (text: string) => (/\P{ASCII}/u.test(text) ? text.normalize('NFKD').replace(MARKS, '') : text);

function parts(word: string): string[] {
  if (word === '') return [];
  const [, letters, rest] = NUMBERED.exec(word) ?? [];
  return letters === undefined ? [word] : [letters, rest!];
}

/**
 * Returns the words of a tag. If a tag has a kind, as in `license:mit`, only the value counts. Numbers count only in
 * the name of a base model, because other numbers, such as the `2` in `apache-2.0`, say nothing about a model.
 */
export function wordsOfTag(tag: string): string[] {
  if (tag.startsWith(BASE_MODEL)) return wordsOfName(tag.slice(tag.lastIndexOf(':') + 1));
  return wordsOf(tag.slice(tag.indexOf(':') + 1)).filter((word) => /\p{L}/u.test(word));
}
