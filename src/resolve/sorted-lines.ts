// Lines of text, sorted by key and cut into blocks, so that a search for one line reads only one block. A line is a
// key, a tab, and other fields. A key has no control character, so the bytes of the lines sort in the same order as the
// bytes of the keys. No two lines have the same key.
import { firstWhere } from '../basics/records.ts';
import { compareBytewise } from '../nouns/file-path.ts';

/** The maximum size in bytes of a block, unless a single line is longer. */
export const BLOCK = 64 * 1024;

/** The first key of each block, and the block's end in bytes from the start of the lines. */
export type Blocks = readonly (readonly [firstKey: string, end: number])[];

/** The bytes from `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

const LINE_FEED = 0x0a;
const utf8 = new TextEncoder();
// This decoder keeps a byte order mark, which may be the first character of a path.
const text = new TextDecoder('utf-8', { ignoreBOM: true });

/** Cuts `lines` into blocks of at most `most` bytes. The lines must be sorted, and each must end with a line feed. */
export function cutBlocks(lines: Uint8Array, most = BLOCK): Blocks {
  const blocks: [string, number][] = [];
  for (let start = 0; start < lines.length; ) {
    const fitting = start + most < lines.length ? lines.lastIndexOf(LINE_FEED, start + most - 1) + 1 : lines.length;
    const end = fitting > start ? fitting : lines.indexOf(LINE_FEED, start) + 1;
    blocks.push([keyOf(lineAt(lines, start)), end]);
    start = end;
  }
  return blocks;
}

/** Returns the end of the last block, in bytes from the start of the lines. */
export function endOf(blocks: Blocks): number {
  return blocks.at(-1)?.[1] ?? 0;
}

/** Finds the only block that can have the line with this key; undefined if none can. */
export function blockFor(blocks: Blocks, key: string): Span | undefined {
  const behind = firstWhere(0, blocks.length, (at) => compareBytewise(blocks[at]![0], key) > 0);
  return behind === 0 ? undefined : { start: blocks[behind - 2]?.[1] ?? 0, end: blocks[behind - 1]![1] };
}

/** Finds the line of `block` with this key, without its line feed; undefined if there is none. */
export function findLine(block: Uint8Array, key: string): string | undefined {
  const wanted = utf8.encode(`${key}\t`);
  let low = 0;
  let high = block.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle === 0 ? 0 : block.lastIndexOf(LINE_FEED, middle - 1) + 1;
    const order = compareStart(block, start, wanted);
    if (order === 0) {
      const line = lineAt(block, start);
      // A `key` with a tab, or one that is not well-formed, can have the same bytes as the start of this line.
      return keyOf(line) === key ? line : undefined;
    }
    if (order < 0) low = block.indexOf(LINE_FEED, middle) + 1;
    else high = start;
  }
  return undefined;
}

/** Splits `bytes` into lines without their line feeds. */
export function linesOf(bytes: Uint8Array): string[] {
  const lines = text.decode(bytes).split('\n');
  lines.pop();
  return lines;
}

function compareStart(block: Uint8Array, start: number, wanted: Uint8Array): number {
  for (let at = 0; at < wanted.length; at++) {
    const difference = block[start + at]! - wanted[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function lineAt(bytes: Uint8Array, start: number): string {
  return text.decode(bytes.subarray(start, bytes.indexOf(LINE_FEED, start)));
}

function keyOf(line: string): string {
  return line.slice(0, line.indexOf('\t'));
}
