// Bounds a card: the cost of its Markdown is counted before it is parsed, so that no clock decides what a page shows.

/** Characters and lines of Markdown that are laid out. */
const MOST_TEXT = 128 * 1024;
const MOST_LINES = 12_000;
/** Quotes and lists that begin in one line, and in all. */
const MOST_CONTAINERS = 24;
const MOST_IN_ALL = 20_000;
/**
 * The cost that all blocks may have: each its characters times the weight of its signs. At `_`, at `&` and where an address may
 * begin the parser copies all that it has of a text; the others it reads once.
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
/** Nothing of the text before goes on in such a line: it is blank, or begins an item of a list. */
const BEGINS_ANEW = /^(?:[ \t]*$| {0,3}[-*+][ \t]+\S)/;

/** True for Markdown that can be laid out in a time that grows with its length. */
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

/** `* * *` is a line across the page, however long. */
const isRule = (line: string) => /^([-*])\1*$/.test(line.replaceAll(/[ \t]/g, ''));
