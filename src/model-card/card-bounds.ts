// Limits a card: counts the cost of its Markdown before it is parsed, so that no clock decides what a page shows.

/** The most characters and lines of Markdown that are rendered. */
const MOST_TEXT = 128 * 1024;
const MOST_LINES = 12_000;
/** The most quotes and lists that begin in one line, and in all. */
const MOST_CONTAINERS = 24;
const MOST_IN_ALL = 20_000;
/**
 * The highest cost of all blocks together: the characters of each times the weight of its signs. At `_`, at `&` and at the
 * start of an address the parser copies all of the text so far; it reads other characters once.
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
/** Matches a line that ends the text before it: a blank line, or an item of a list. */
const BEGINS_ANEW = /^(?:[ \t]*$| {0,3}[-*+][ \t]+\S)/;

/** True for Markdown that is rendered in a time proportional to its length. */
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

/** Matches `* * *`, a rule across the page, of any length. */
const isRule = (line: string) => /^([-*])\1*$/.test(line.replaceAll(/[ \t]/g, ''));
