// Limits the cards that are rendered. Computes the cost of parsing from the text of the Markdown alone, so that a page
// shows the same on every machine.

/** The maximum number of characters of Markdown to render, and the maximum number of lines. */
const MOST_TEXT = 128 * 1024;
const MOST_LINES = 12_000;
/** The maximum number of quotes and lists that may begin in one line, and the maximum number in the card. */
const MOST_CONTAINERS = 24;
const MOST_IN_ALL = 20_000;
/**
 * The maximum cost of all blocks together. A block costs its number of characters times the weight of the signs in it.
 * At `_`, at `&` and at the start of an address, the parser copies all of the text so far; at each of the other signs it
 * reads the text once.
 */
const MOST_COST = 4e9;
const WEIGHTS: readonly [signs: RegExp, weight: number][] = [
  [/&/g, 160],
  [/:\/\/|www\.|@/gi, 40],
  [/_/g, 20],
  [/[!$*<>@[\]\\^`~:|()"']/g, 1],
];

const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*/;
const CONTAINER = />|[-*+]|\d+[.)]/g;
/** Matches a line at which a new block begins: a blank line, or an item of a list. */
const BEGINS_ANEW = /^(?:[ \t]*$| {0,3}[-*+][ \t]+\S)/;

/** True if the Markdown is within all bounds, so that rendering takes time in proportion to its length. */
export function isLaidOut(body: string): boolean {
  const lines = body.split('\n');
  if (body.length > MOST_TEXT || lines.length > MOST_LINES) return false;
  const containers = lines.map((line) => (isRule(line) ? 0 : containersOf(line)));
  if (containers.some((count) => count > MOST_CONTAINERS)) return false;
  return containers.reduce((sum, count) => sum + count, 0) <= MOST_IN_ALL && costOf(lines) <= MOST_COST;
}

function costOf(lines: readonly string[]): number {
  let [cost, weight, characters] = [0, 0, 0];
  for (const line of [...lines, '']) {
    if (BEGINS_ANEW.test(line)) {
      cost += weight * characters;
      [weight, characters] = [0, 0];
    }
    for (const [signs, each] of WEIGHTS) weight += each * (line.match(signs)?.length ?? 0);
    characters += line.length + 1;
  }
  return cost;
}

const containersOf = (line: string) => CONTAINERS.exec(line)![0].match(CONTAINER)?.length ?? 0;

/** True for a line such as `* * *`, of any length, which is a rule across the page. */
const isRule = (line: string) => /^([-*])\1*$/.test(line.replaceAll(/[ \t]/g, ''));
