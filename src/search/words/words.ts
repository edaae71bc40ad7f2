// The words of a text and of a model: what a search by words compares.

const BETWEEN = /[^\p{L}\p{N}]+/u;
/** Letters before a number are a word of their own: `qwen2` is found by "qwen", `llama-2` by "llama2". One letter alone, as in `v3`, stays. */
const NUMBERED = /^(\p{L}{2,})(\p{N}.*)$/u;
/** A capital behind a small letter: of letters that have none a word is one run. */
const CAPITAL = /\p{Ll}\p{Lu}/u;
const BEFORE_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})/u;
const MARKS = /\p{M}+/gu;
const BASE_MODEL = 'base_model:';

/**
 * The words of a text in their order: runs of letters and digits, in lower case and without accents. Nothing else counts, so
 * that `-`, `_`, `.`, `/` and a space are alike.
 */
export function wordsOf(text: string): string[] {
  return plainText(text).toLowerCase().split(BETWEEN).flatMap(parts);
}

/** A licence as it is written in a tag, or chosen: `apache-2.0`, `license:cc-by-4.0`. */
const LICENCE =
  /^(?:license:)?((?:apache|artistic|afl|bsl|cc|ecl|epl|eupl|osl|[al]?gpl|mpl|ms)(?:-[a-z]+)*)-\d+(?:\.\d+)*$/i;

/**
 * The words of what is searched for: those of the text, and of a licence those without its version, as `wordsOfTag` has
 * them.
 */
export function wordsAsked(text: string): string[] {
  return text.split(/\s+/).flatMap((part) => wordsOf(LICENCE.exec(part)?.[1] ?? part));
}

/**
 * The words of a model's name: those of the text, and where capitals begin words within one, these too, so that `TinyLlama`
 * is found by "tiny llama" as it is by "tinyllama". Single letters, as of `vLLM`, are no such words.
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
 * The words of a tag: of a kind and a value (`license:mit`) those of the value. Numbers count in the name of a base model
 * alone: the 2 of `apache-2.0` says nothing about a model.
 */
export function wordsOfTag(tag: string): string[] {
  if (tag.startsWith(BASE_MODEL)) return wordsOfName(tag.slice(tag.lastIndexOf(':') + 1));
  return wordsOf(tag.slice(tag.indexOf(':') + 1)).filter((word) => /\p{L}/u.test(word));
}
