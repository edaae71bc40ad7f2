// Searches the ids of very many rows for a text, in the order in which the ids lie in memory.
import type { IdText, TextPattern } from './id-text.ts';

/** The number of bitmap words whose rows are tested together. */
const BLOCK = 16;

/**
 * Removes from the set `words` the rows whose id does not contain the pattern. Returns the number of rows that remain.
 * All ids together are far larger than the processor's caches. So the function first touches all ids of a block. These
 * loads then wait for memory at the same time, while a search would wait for one id after the other.
 */
export function keepContaining(words: Uint32Array, ids: IdText, pattern: TextPattern): number {
  let count = 0;
  for (let start = 0; start < words.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, words.length);
    touched = touch(words, start, end, ids);
    for (let at = start; at < end; at++) {
      let kept = words[at]!;
      for (let word = kept; word !== 0; word &= word - 1) {
        const bit = word & -word;
        if (ids.contains((at << 5) + 31 - Math.clz32(bit), pattern)) count++;
        else kept ^= bit;
      }
      words[at] = kept;
    }
  }
  return count;
}

/** The sum of the touched bytes. It is stored, because an engine may omit loads whose result nobody uses. */
let touched = 0;

function touch(words: Uint32Array, start: number, end: number, { text, starts }: IdText): number {
  let sum = 0;
  for (let at = start; at < end; at++) {
    for (let word = words[at]!; word !== 0; word &= word - 1) {
      const row = (at << 5) + 31 - Math.clz32(word & -word);
      sum += text[starts[row]!]! + text[starts[row + 1]! - 1]!;
    }
  }
  return sum + (touched & 1);
}
