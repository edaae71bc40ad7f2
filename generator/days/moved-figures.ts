// Finds rows in which only the figures changed, as they do in most rows every day. Parses no row, because that would
// take longer than all other work.
import type { ModelFigures } from '../../src/model/model-figures.ts';

const NAMES: ReadonlySet<string> = new Set<keyof ModelFigures>(['downloads', 'likes', 'trendingScore']);
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Gives the figures of `row` if it equals `before` in everything else; undefined if anything else changed. Both are
 * canonical JSON.
 */
export function movedFigures(before: Buffer, row: Buffer): ModelFigures | undefined {
  const [old, fresh] = [split(before), split(row)];
  return old.rest === fresh.rest ? fresh.figures : undefined;
}

/**
 * Splits a row into its figures and the rest of its text. A nested member with the name of a figure stays in the rest.
 */
function split(row: Buffer): { figures: ModelFigures; rest: string } {
  const figures: ModelFigures = {};
  let rest = '';
  let [depth, kept] = [0, 0];
  for (let at = 0; at < row.length; at++) {
    const byte = row[at]!;
    if (byte === OPEN || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE || byte === CLOSE_LIST) depth--;
    if (byte !== QUOTE) continue;
    const end = endOfString(row, at);
    const name = depth === 1 && row[end] === COLON ? row.toString('latin1', at + 1, end - 1) : '';
    if (NAMES.has(name)) {
      const valueEnd = endOfNumber(row, end + 1);
      // own-key: one of three names of our own.
      figures[name as keyof ModelFigures] = Number(row.toString('latin1', end + 1, valueEnd));
      // Removes the comma after a member too, or the comma before the last member.
      const isLast = row[valueEnd] !== COMMA;
      rest += row.toString('latin1', kept, isLast && row[at - 1] === COMMA ? at - 1 : at);
      kept = isLast ? valueEnd : valueEnd + 1;
      at = kept - 1;
    } else at = end - 1;
  }
  return { figures, rest: rest + row.toString('latin1', kept, row.length) };
}

/** Gives the offset after the string that begins at `at`. */
function endOfString(row: Buffer, at: number): number {
  let end = at + 1;
  while (row[end] !== QUOTE) end += row[end] === BACKSLASH ? 2 : 1;
  return end + 1;
}

function endOfNumber(row: Buffer, at: number): number {
  let end = at;
  while (row[end] !== COMMA && row[end] !== CLOSE) end++;
  return end;
}
