// Collects ids in order, as lowercase text with marks for capitals, and writes the posting lists of their n-grams.

import { type IdText, lower } from '../parts/id-text.ts';
import { gramBases } from '../parts/ngrams.ts';
import { Growable } from './growable.ts';
import { type PostingsWriter, type WrittenPostings, writePostings } from './postings-writer.ts';

interface WrittenIds {
  /** All ids in lower case. */
  text: Uint8Array;
  /** A bit for each byte of `text`, set if that letter of the id is a capital. */
  capitals: Uint8Array;
  /** The start of each id in `text` and, last, the end. */
  starts: Uint32Array;
}

/**
 * Takes ids in strictly ascending bytewise order. Throws a RangeError for another order, or for a character that is not
 * ASCII.
 */
export class IdWriter {
  readonly #text = new Growable(new Uint8Array(1 << 16));
  readonly #starts = new Growable(new Uint32Array(1024));

  addText(id: string): void {
    this.#text.reserve(id.length);
    const { array, length } = this.#text;
    for (let at = 0; at < id.length; at++) {
      const unit = id.charCodeAt(at);
      if (unit > 0x7f) throw new RangeError(`row id ${JSON.stringify(id)} is not ASCII`);
      array[length + at] = unit;
    }
    this.#end(id.length);
  }

  addCopy(ids: IdText, row: number): void {
    const length = ids.lengthOf(row);
    this.#text.reserve(length);
    ids.write(row, this.#text.array, this.#text.length);
    this.#end(length);
  }

  finish(): WrittenIds {
    this.#starts.push(this.#text.length);
    const text = this.#text.filled();
    return { text, capitals: takeCapitals(text), starts: this.#starts.filled() };
  }

  #end(length: number): void {
    const start = this.#text.length;
    if (this.#starts.length > 0 && !this.#isAfterLast(start, length)) {
      const id = new TextDecoder().decode(this.#text.array.subarray(start, start + length));
      throw new RangeError(`row ids must ascend: ${JSON.stringify(id)} comes too late or twice`);
    }
    this.#starts.push(start);
    this.#text.length = start + length;
  }

  #isAfterLast(start: number, length: number): boolean {
    const text = this.#text.array;
    const last = this.#starts.array[this.#starts.length - 1]!;
    for (let at = 0; last + at < start; at++) {
      if (at === length) return false;
      if (text[last + at] !== text[start + at]) return text[last + at]! < text[start + at]!;
    }
    return length > start - last;
  }
}

/** Changes `text` to lower case in place, and returns the marks of its capitals. */
function takeCapitals(text: Uint8Array): Uint8Array {
  const capitals = new Uint8Array((text.length + 7) >>> 3);
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!;
    const small = lower(byte);
    if (small === byte) continue;
    text[at] = small;
    capitals[at >>> 3]! |= 1 << (at & 7);
  }
  return capitals;
}

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
