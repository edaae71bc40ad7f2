// Counts the parts of a chat template that its parser is slow at or runs out of stack at, before it runs: neither a clock nor a stack decides.
import { tokenize } from '@huggingface/jinja';

/** White space in a row: the parser looks through the rest of a run from each of its characters. */
const LONGEST_SPACE = 250;
/** The parser calls itself so often; where its stack ends depends on how warm its process is. */
const DEEPEST = 200;

const OPENING = new Set(['OpenParen', 'OpenSquareBracket', 'OpenCurlyBracket', 'OpenExpression', 'OpenStatement']);
const CLOSING = new Set(['CloseParen', 'CloseSquareBracket', 'CloseCurlyBracket', 'CloseExpression', 'CloseStatement']);
const SIGNS = new Set(['UnaryOperator', 'AdditiveBinaryOperator']);
const BLOCKS = new Set(['if', 'for', 'macro', 'call', 'filter']);

/** False for a template with more white space in a row, or deeper nesting, than the parser is asked to read. */
export function isWithinBounds(template: string): boolean {
  const spaces = template.match(/\s+/g) ?? [];
  return spaces.every(({ length }) => length <= LONGEST_SPACE) && depthOf(template) <= DEEPEST;
}

/** How deep the parser can get at most; 0 where the template has no tokens, and so nothing to parse. */
function depthOf(template: string): number {
  const nesting = new Nesting();
  for (const { type, value } of tokensOf(template)) nesting.read(type, value);
  return nesting.deepest;
}

function tokensOf(template: string): ReturnType<typeof tokenize> {
  try {
    // As the parser has them.
    return tokenize(template, { lstrip_blocks: true, trim_blocks: true });
  } catch {
    return [];
  }
}

/**
 * Adds up, token by token, what the parser goes down for: blocks with their `elif`, brackets, and within brackets up to
 * the next comma each `not`, sign, `else` and parenthesis, of which chains are made.
 */
class Nesting {
  deepest = 0;
  #depth = 0;
  /** Steps down within each open bracket, and within each open block. */
  readonly #brackets: number[] = [];
  readonly #blocks: number[] = [];
  /** True while the statement being read has just begun, or is a `set` that may be a block. */
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
