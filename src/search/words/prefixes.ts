// Prefixes of words with a list of rows of their own: those of more words than a reader wants to unite.
import { commonLength } from './common-prefix.ts';

/** A prefix, and its words: those from `first` up to, not including, `end`. */
export interface WordPrefix {
  text: string;
  first: number;
  end: number;
}

/**
 * Lists every longest common prefix of more than `most` of `words`; both lists are sorted bytewise. A reader that looks
 * for words with a prefix takes the common prefix of the first and the last of them: if they are more than `most`, this
 * list has it.
 */
export function wordPrefixes(words: readonly string[], most: number): WordPrefix[] {
  const found: WordPrefix[] = [];
  const open = [{ length: 0, first: 0 }];
  for (let at = 1; at <= words.length; at++) {
    const shared = at < words.length ? commonLength(words[at - 1]!, words[at]!) : 0;
    let first = at - 1;
    for (let last = open.at(-1)!; last.length > shared; last = open.at(-1)!) {
      open.pop();
      first = last.first;
      if (at - first > most) found.push({ text: words[first]!.slice(0, last.length), first, end: at });
    }
    if (open.at(-1)!.length < shared) open.push({ length: shared, first });
  }
  // A prefix comes before the longer ones that it includes.
  return found.sort((one, other) => one.first - other.first || other.end - one.end);
}

/**
 * Gives, for each word and then for each of `prefixes`, the longest other prefix of it: its number among `prefixes`, or
 * -1.
 */
export function prefixesAbove(words: number, prefixes: readonly WordPrefix[]): Int32Array {
  const above = new Int32Array(words + prefixes.length).fill(-1);
  const open: number[] = [];
  let next = 0;
  for (let word = 0; word < words; word++) {
    while (open.length > 0 && prefixes[open.at(-1)!]!.end <= word) open.pop();
    while (next < prefixes.length && prefixes[next]!.first === word) {
      above[words + next] = open.at(-1) ?? -1;
      open.push(next++);
    }
    above[word] = open.at(-1) ?? -1;
  }
  return above;
}
