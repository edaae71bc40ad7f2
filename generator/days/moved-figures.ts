// Finds rows in which only figures changed: downloads, likes or the trending score, which change in most rows every
// day. It parses no row as JSON, because that would take longer than all other work of a build.
import type { ModelFigures } from '../../src/model/model-figures.ts';
import type { StreamStep } from './model-stream.ts';

const NAMES = ['downloads', 'likes', 'trendingScore'] as const;
/** The bytes with which the member of each figure begins. */
const STARTS = NAMES.map((name) => Buffer.from(`"${name}":`));
const [QUOTE, COMMA, BACKSLASH, ZERO, NINE] = [0x22, 0x2c, 0x5c, 0x30, 0x39];
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Has 1 for each byte at which a walk over JSON has to do something: quotes, commas, backslashes and brackets. */
const IS_MARK = new Uint8Array(256);
for (const mark of [QUOTE, COMMA, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST]) IS_MARK[mark!] = 1;
/** A double holds every whole number of this many digits exactly. */
const EXACT_DIGITS = 15;

/** A step of a comparison. `moved` has the new figures if nothing else changed in the row. */
export interface MovedStep extends StreamStep {
  moved: ModelFigures | undefined;
}

/** Adds `moved` to a step. Most comparisons do not need it. */
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
  // `old` and `at` are the offsets of the comma or bracket before a member, or of the last bracket.
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

/**
 * Skips the figures that follow the comma or bracket at `at`, and adds them to `figures`. Gives the offset of the comma
 * or bracket after them.
 */
function afterFigures(row: Buffer, at: number, figures?: ModelFigures): number {
  let next = at;
  for (let figure = figureAt(row, next + 1); figure >= 0; figure = figureAt(row, next + 1)) {
    const start = next + 1 + STARTS[figure]!.length;
    next = start;
    while (next < row.length && row[next] !== COMMA && row[next] !== CLOSE) next++;
    if (figures) figures[NAMES[figure]!] = numberIn(row, start, next);
  }
  // A row without members ends right after its opening bracket.
  return row[next] === OPEN && row[next + 1] === CLOSE ? next + 1 : next;
}

/** Gives the index in NAMES of the figure that begins at `at`; -1 if there is none. */
function figureAt(row: Buffer, at: number): number {
  for (let figure = 0; figure < STARTS.length; figure++) if (beginsWith(STARTS[figure]!, row, at)) return figure;
  return -1;
}

function beginsWith(start: Buffer, row: Buffer, at: number): boolean {
  for (let place = 1; place < start.length; place++) if (row[at + place] !== start[place]) return false;
  return row[at] === QUOTE;
}

/** Parses a number. Makes no string of it, unless it is long or not a whole number. */
function numberIn(row: Buffer, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) {
    const byte = row[at]!;
    if (byte < ZERO || byte > NINE || end - start > EXACT_DIGITS) return Number(row.toString('latin1', start, end));
    number = number * 10 + byte - ZERO;
  }
  return number;
}

/**
 * Gives the length of the member that begins at `old` in `before` and at `at` in `row`; -1 if the two members differ.
 */
function sameMember(before: Buffer, old: number, row: Buffer, at: number): number {
  let depth = 0;
  let isText = false;
  for (let length = 0; ; length++) {
    const byte = row[at + length]!;
    const isOther = byte !== before[old + length];
    if (!isOther && IS_MARK[byte] === 0) continue;
    const isEnd = !isText && depth === 0 && (byte === COMMA || byte === CLOSE);
    // The member may be the last in one row only, so it may end with a comma in one row and with a bracket in the
    // other.
    if (isEnd) return !isOther || before[old + length] === COMMA || before[old + length] === CLOSE ? length : -1;
    if (isOther || byte === undefined) return -1;
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      if (byte === BACKSLASH && row[at + ++length] !== before[old + length]) return -1;
    } else if (byte === OPEN || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE || byte === CLOSE_LIST) depth--;
  }
}
