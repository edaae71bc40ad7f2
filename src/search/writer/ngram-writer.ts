// Writes the posting lists of n-grams, which are runs of one, two and three characters in ids.
import { gramBases } from '../parts/ngrams.ts';
import { type PostingsWriter, type WrittenPostings, writePostings } from './postings-writer.ts';

interface WrittenNgrams {
  /** For each byte, the number of its symbol plus one, or 0 if no id has it. */
  symbols: Uint8Array;
  postings: WrittenPostings;
}

/**
 * Writes the posting lists for the ids in `text`, which are in lower case, one after the other. The id of row `r` is
 * `text[starts[r], starts[r + 1])`.
 */
export function writeNgrams(text: Uint8Array, starts: Uint32Array): WrittenNgrams {
  const symbols = symbolsOf(text);
  const size = symbols.reduce((most, symbol) => Math.max(most, symbol), 0);
  const rows = starts.length - 1;
  const postings = writePostings(gramBases(size).end, rows, (writer) => {
    tellRuns(writer, text, starts, symbols, size);
  });
  return { symbols, postings };
}

function symbolsOf(text: Uint8Array): Uint8Array {
  const symbols = new Uint8Array(256);
  for (let at = 0; at < text.length; at++) symbols[text[at]!] = 1;
  let number = 0;
  return symbols.map((seen) => (seen === 0 ? 0 : ++number));
}

function tellRuns(
  writer: PostingsWriter,
  text: Uint8Array,
  starts: Uint32Array,
  symbols: Uint8Array,
  size: number,
): void {
  const { pairs, triples } = gramBases(size);
  const square = size * size;
  for (let row = 0; row + 1 < starts.length; row++) {
    const end = starts[row + 1]!;
    let before = -1;
    let last = -1;
    for (let at = starts[row]!; at < end; at++) {
      const symbol = symbols[text[at]!]! - 1;
      writer.add(symbol, row);
      if (last >= 0) writer.add(pairs + last * size + symbol, row);
      if (before >= 0) writer.add(triples + before * square + last * size + symbol, row);
      before = last;
      last = symbol;
    }
  }
}
