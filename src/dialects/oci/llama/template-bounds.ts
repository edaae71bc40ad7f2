// Finds chat templates that would slow down the template parser or overflow its stack. The test counts white space and
// nesting before the parser runs, so its result is the same on every machine.
import { tokenize } from '@huggingface/jinja';

/**
 * The maximum length of a run of white space. At each character of a run, the parser scans the rest of the run again.
 */
const LONGEST_SPACE = 250;
/**
 * The maximum depth of the parser's recursion. Without this limit, the size of the stack would decide, and that size
 * differs between processes.
 */
const DEEPEST = 200;

const OPENING = new Set(['OpenParen', 'OpenSquareBracket', 'OpenCurlyBracket', 'OpenExpression', 'OpenStatement']);
const CLOSING = new Set(['CloseParen', 'CloseSquareBracket', 'CloseCurlyBracket', 'CloseExpression', 'CloseStatement']);
const SIGNS = new Set(['UnaryOperator', 'AdditiveBinaryOperator']);
const BLOCKS = new Set(['if', 'for', 'macro', 'call', 'filter']);

/** False for a template with longer white space or deeper nesting than the limits allow. */
export function isWithinBounds(template: string): boolean {
  const spaces = template.match(/\s+/g) ?? [];
  return spaces.every(({ length }) => length <= LONGEST_SPACE) && depthOf(template) <= DEEPEST;
}

/** Returns the greatest depth that the parser reaches; 0 for a template that can't be split into tokens. */
function depthOf(template: string): number {
  const nesting = new Nesting();
  for (const { type, value } of tokensOf(template)) nesting.read(type, value);
  return nesting.deepest;
}

function tokensOf(template: string): ReturnType<typeof tokenize> {
  try {
    // These are the parser's own options.
    return tokenize(template, { lstrip_blocks: true, trim_blocks: true });
  } catch {
    return [];
  }
}

/**
 * Counts, token by token, the depth of the parser's recursion. Blocks and their `elif` add depth, and so do brackets.
 * Within brackets, each `not`, sign, `else` and parenthesis also adds depth up to the next comma, since these form
 * chains.
 */
class Nesting {
  deepest = 0;
  #depth = 0;
  /** The depth that each open bracket, and each open block, has added. */
  readonly #brackets: number[] = [];
  readonly #blocks: number[] = [];
  /**
   * `#isNamed` is false from the start of a statement until its name is read. `#isSet` is true in a `set` statement
   * that may turn out to be a block.
   */
  #isNamed = true;
  #isSet = false;

  read(type: string, value: string): void {
    if (!this.#isNamed) this.#name(value);
    else if (value === 'not' || value === 'else' || SIGNS.has(type) || type === 'OpenParen') this.#down(this.#brackets);
    if (type === 'Equals' && this.#brackets.length === 1) this.#isSet = false;
    if (CLOSING.has(type) || type === 'Comma') this.#end(this.#brackets);
    if (OPENING.has(type) || type === 'Comma') this.#begin(this.#brackets);
    if (type === 'CloseStatement' && this.#isSet) this.#begin(this.#blocks);
    if (type === 'OpenStatement' || type === 'CloseStatement') this.#isSet = false;
    if (type === 'OpenStatement') this.#isNamed = false;
  }

  #name(name: string): void {
    this.#isNamed = true;
    this.#isSet = name === 'set';
    if (BLOCKS.has(name)) this.#begin(this.#blocks);
    else if (name === 'elif') this.#down(this.#blocks);
    else if (name.startsWith('end')) this.#end(this.#blocks);
  }

  #begin(open: number[]): void {
    open.push(0);
    this.#down(open);
  }

  #down(open: number[]): void {
    if (open.length === 0) return;
    open[open.length - 1]!++;
    this.deepest = Math.max(this.deepest, ++this.#depth);
  }

  #end(open: number[]): void {
    this.#depth -= open.pop() ?? 0;
  }
}
