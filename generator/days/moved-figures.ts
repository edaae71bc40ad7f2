// Finds rows in which only figures changed: downloads, likes or the trending score, which change in most rows every
// day. It parses no row as JSON, because that would take longer than all other work of a build.
/** The bytes with which the member of each figure begins. */
const STARTS = ['downloads', 'likes', 'trendingScore'].map((name) => Buffer.from(`"${name}":`));
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Has 1 for each byte at which a walk over JSON has to do something: quotes, commas, backslashes and brackets. */
const IS_MARK = new Uint8Array(256);
for (const mark of [QUOTE, COMMA, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST]) IS_MARK[mark!] = 1;

/** True if `row` equals `before` in everything but figures. Both are canonical JSON. */
export function onlyFiguresMoved(before: Buffer, row: Buffer): boolean {
  // `old` and `at` are the offsets of the comma or bracket before a member, or of the last bracket.
  let old = 0;
  let at = 0;
  for (;;) {
    old = afterFigures(before, old);
    at = afterFigures(row, at);
    if (row[at] === CLOSE || before[old] === CLOSE) return row[at] === before[old];
    const length = sameMember(before, ++old, row, ++at);
    if (length < 0) return false;
    old += length;
    at += length;
  }
}

/** Skips the figures that follow the comma or bracket at `at`. Gives the offset of the comma or bracket after them. */
function afterFigures(row: Buffer, at: number): number {
  let next = at;
  for (let start = figureAt(row, next + 1); start; start = figureAt(row, next + 1)) {
    next += 1 + start.length;
    while (next < row.length && row[next] !== COMMA && row[next] !== CLOSE) next++;
  }
  // A row without members ends right after its opening bracket.
  return row[next] === OPEN && row[next + 1] === CLOSE ? next + 1 : next;
}

/** Gives the start of the figure that begins at `at`; undefined if none does. */
function figureAt(row: Buffer, at: number): Buffer | undefined {
  for (const start of STARTS) if (beginsWith(start, row, at)) return start;
  return undefined;
}

function beginsWith(start: Buffer, row: Buffer, at: number): boolean {
  for (let place = 1; place < start.length; place++) if (row[at + place] !== start[place]) return false;
  return row[at] === QUOTE;
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
