// Finds the prefixes of words that get a list of rows of their own, because a reader should not unite the lists of so
// many words.
import { commonLength } from './common-prefix.ts';

/** A prefix, and its words: from `first` up to, not including, `end`. */
export interface WordPrefix {
  text: string;
  first: number;
  end: number;
}

/**
 * Lists the longest common prefix of each group of more than `most` words. `words` must be sorted bytewise, and so is
 * the result. To find all words with some prefix, a reader takes the longest common prefix of the first and the last
 * such word. If there are more than `most` such words, this list has that longest prefix.
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
  // A prefix comes before the longer prefixes that begin with it.
  return found.sort((one, other) => one.first - other.first || other.end - one.end);
}

/**
 * For each word, and then for each of `prefixes`, gives the number, in `prefixes`, of the longest other prefix with
 * which it begins; -1 if there is none.
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
