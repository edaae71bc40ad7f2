// Finds the prefixes that many words share. Each of these prefixes gets a list of rows, so that a reader need not unite
// the lists of all these words.

/** A prefix with its words, from `first` up to, not including, `end`. */
interface WordPrefix {
  text: string;
  first: number;
  end: number;
}

/**
 * Lists the longest common prefix of each group of more than `most` words. `words` must be sorted bytewise; the result
 * is sorted too. A reader that needs all words with some prefix takes the longest common prefix of the first and the
 * last of these words. The result contains this common prefix if there are more than `most` of these words.
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
 * Returns, for each word and then for each of `prefixes`, the index of the longest other prefix with which the word or
 * the prefix begins; -1 if there is none.
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

/** Returns the longest text with which both words begin. It never splits a character. */
export function commonPrefix(one: string, other: string): string {
  return one.slice(0, commonLength(one, other));
}

/** Returns the length of the longest common beginning of two words, in UTF-16 units. */
function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  // Half of a surrogate pair does not count.
  const last = at === 0 ? 0 : one.charCodeAt(at - 1);
  return last >= 0xd800 && last < 0xdc00 ? at - 1 : at;
}
