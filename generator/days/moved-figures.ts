// Finds rows in which only the figures changed, as they do in most rows every day. Parses no row, because that would
// take longer than all other work.
import type { ModelFigures } from '../../src/model/model-figures.ts';
import type { StreamStep } from './model-stream.ts';

const NAMES = ['downloads', 'likes', 'trendingScore'] as const;
/** The text with which each figure begins as a member. */
const STARTS = NAMES.map((name) => Buffer.from(`"${name}":`));
const [QUOTE, COMMA, BACKSLASH, ZERO, NINE] = [0x22, 0x2c, 0x5c, 0x30, 0x39];
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Has 1 for a byte that a walk over JSON has to look at. */
const IS_MARK = new Uint8Array(256);
for (const mark of [QUOTE, COMMA, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST]) IS_MARK[mark!] = 1;
/** A double holds every whole number with this number of digits. */
const EXACT_DIGITS = 15;

/** A step with the present figures if only figures changed. */
export interface MovedStep extends StreamStep {
  moved: ModelFigures | undefined;
}

/** Adds the figures to a step. Most walks do not need them. */
export function withMoved(step: StreamStep): MovedStep {
  const { before, after, sameEntry, same } = step;
  return { ...step, moved: sameEntry && !same ? movedFigures(before!.row, after!.row) : undefined };
}

/**
 * Gives the figures of `row` if it equals `before` in everything else; undefined if anything else changed. Both are
 * canonical JSON.
 */
export function movedFigures(before: Buffer, row: Buffer): ModelFigures | undefined {
  const figures: ModelFigures = {};
  // Each is the place of the sign before a member, or of the last bracket.
  let old = 0;
  let at = 0;
  for (;;) {
    old = afterFigures(before, old);
    at = afterFigures(row, at, figures);
    if (row[at] === CLOSE || before[old] === CLOSE) return row[at] === before[old] ? figures : undefined;
    const length = sameMember(before, ++old, row, ++at);
    if (length < 0) return undefined;
    old += length;
    at += length;
  }
}

/** Gives the place after the figures that follow the sign at `at`, and adds them to `figures`. */
function afterFigures(row: Buffer, at: number, figures?: ModelFigures): number {
  let next = at;
  for (let figure = figureAt(row, next + 1); figure >= 0; figure = figureAt(row, next + 1)) {
    const start = next + 1 + STARTS[figure]!.length;
    next = start;
    while (next < row.length && row[next] !== COMMA && row[next] !== CLOSE) next++;
    if (figures) figures[NAMES[figure]!] = numberIn(row, start, next);
  }
  // The bracket of a row without members is its last one, too.
  return row[next] === OPEN && row[next + 1] === CLOSE ? next + 1 : next;
}

/** Gives the number of the figure that begins at `at`; -1 if none does. */
function figureAt(row: Buffer, at: number): number {
  for (let figure = 0; figure < STARTS.length; figure++) if (beginsWith(STARTS[figure]!, row, at)) return figure;
  return -1;
}

function beginsWith(start: Buffer, row: Buffer, at: number): boolean {
  for (let place = 1; place < start.length; place++) if (row[at + place] !== start[place]) return false;
  return row[at] === QUOTE;
}

/** Reads most numbers without making a text of each. */
function numberIn(row: Buffer, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) {
    const byte = row[at]!;
    if (byte < ZERO || byte > NINE || end - start > EXACT_DIGITS) return Number(row.toString('latin1', start, end));
    number = number * 10 + byte - ZERO;
  }
  return number;
}

/** Gives the length of the member that begins at both places; -1 if they differ. */
function sameMember(before: Buffer, old: number, row: Buffer, at: number): number {
  let depth = 0;
  let isText = false;
  for (let length = 0; ; length++) {
    const byte = row[at + length]!;
    const isOther = byte !== before[old + length];
    if (!isOther && IS_MARK[byte] === 0) continue;
    const isEnd = !isText && depth === 0 && (byte === COMMA || byte === CLOSE);
    // Only one of the two may be the last member.
    if (isEnd) return !isOther || before[old + length] === COMMA || before[old + length] === CLOSE ? length : -1;
    if (isOther || byte === undefined) return -1;
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      if (byte === BACKSLASH && row[at + ++length] !== before[old + length]) return -1;
    } else if (byte === OPEN || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE || byte === CLOSE_LIST) depth--;
  }
}
