// What keeps a card from taking forever: Markdown that would is known by its look, and shown as it was written.

/** Characters and lines of Markdown that are laid out. */
const MOST_TEXT = 128 * 1024;
const MOST_LINES = 12_000;
/** Quotes and lists that begin in one line, and marks of emphasis without a blank line between them. */
const MOST_CONTAINERS = 24;
const MOST_MARKS = 3000;
/**
 * What all of it may cost, in microseconds of a parser as it is at home: a line takes the cube of the containers that begin
 * in it, and a text the square of its marks.
 */
const MOST_COST = 2_000_000;
const MARKS_A_MICROSECOND = 50;

const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*/;
const CONTAINER = />|[-*+]|\d+[.)]/g;
const MARKS = /[*~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}_])/gu;
/** Nothing of the text before goes on in such a line: it is blank, or begins an item of a list. */
const BEGINS_ANEW = /^(?:[ \t]*$| {0,3}[-*+][ \t]+\S)/;

/** True for Markdown that can be laid out in a time that grows with its length. */
export function isLaidOut(body: string): boolean {
  const lines = body.split('\n');
  if (body.length > MOST_TEXT || lines.length > MOST_LINES) return false;
  let [cost, marks] = [0, 0];
  for (const line of lines) {
    const containers = isRule(line) ? 0 : containersOf(line);
    cost += containers ** 3;
    if (BEGINS_ANEW.test(line)) {
      cost += marks ** 2 / MARKS_A_MICROSECOND;
      marks = 0;
    }
    marks += line.match(MARKS)?.length ?? 0;
    if (containers > MOST_CONTAINERS || marks > MOST_MARKS || cost > MOST_COST) return false;
  }
  return true;
}

const containersOf = (line: string) => CONTAINERS.exec(line)![0].match(CONTAINER)?.length ?? 0;

/** `* * *` is a line across the page, however long. */
const isRule = (line: string) => /^([-*])\1*$/.test(line.replaceAll(/[ \t]/g, ''));
