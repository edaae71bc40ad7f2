// Finds the places in a module where a small change alters what the code does, and makes the change.
import { parseSync } from 'vite';

/** A change of a module: `to` replaces the text from `start` to `end`. */
export interface Mutation {
  kind: 'comparison' | 'negation' | 'number' | 'boolean' | 'string' | 'statement';
  /** The offsets in the text, in UTF-16 units. */
  start: number;
  end: number;
  to: string;
  /** The offsets of the start and the end of the expression or statement that changes. */
  whole: readonly [number, number];
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const FLIPPED: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};
/** Matches the types of nodes to skip: they name modules, or are types that disappear before the code runs. */
const PASSED_OVER = /^(Import|ExportAll|TS(?!(As|Satisfies|NonNull)Expression$))/;

/** Lists all mutations of the module at `path`, whose text is `source`, from top to bottom. */
export function mutationsOf(path: string, source: string): Mutation[] {
  const found: Mutation[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one);
    if (!isNode(node) || PASSED_OVER.test(node.type)) return;
    const mutation = mutationAt(node, source);
    if (mutation) found.push(mutation);
    for (const [name, child] of Object.entries(node)) if (isCode(node, name)) walk(child);
  };
  walk(parseSync(path, source).program);
  return found.sort((a, b) => a.start - b.start);
}

/** Applies `mutation` to the text of a module. */
export function mutated(source: string, { start, end, to }: Mutation): string {
  return source.slice(0, start) + to + source.slice(end);
}

function isNode(value: unknown): value is Node {
  return value !== null && typeof value === 'object' && 'type' in value && 'start' in value;
}

/** False for the name of a property before its colon, for the type of a cast, and for the module of an import. */
function isCode(node: Node, name: string): boolean {
  if (name === 'key') return node.computed === true;
  return name !== 'typeAnnotation' && name !== 'source';
}

function mutationAt(node: Node, source: string): Mutation | undefined {
  const { type, start, end } = node;
  const whole = [start, end] as const;
  const flipped = type === 'BinaryExpression' ? FLIPPED[String(node.operator)] : undefined;
  if (flipped !== undefined) {
    const [left, right] = [node.left as Node, node.right as Node];
    const at = source.indexOf(String(node.operator), left.end);
    const last = at + String(node.operator).length;
    if (at < right.start) return { kind: 'comparison', start: at, end: last, to: flipped, whole };
  }
  if (type === 'UnaryExpression' && node.operator === '!')
    return { kind: 'negation', start, end: start + 1, to: '', whole };
  if (type === 'Literal') return literalMutation(node);
  if (type === 'ThrowStatement' || (type === 'ExpressionStatement' && !node.directive))
    return { kind: 'statement', start, end, to: ';', whole };
  return undefined;
}

function literalMutation({ start, end, value }: Node): Mutation | undefined {
  const change = (kind: Mutation['kind'], to: string): Mutation => ({ kind, start, end, to, whole: [start, end] });
  if (typeof value === 'boolean') return change('boolean', String(!value));
  if (typeof value === 'number') return change('number', String(value + 1));
  if (typeof value === 'string') return change('string', value === '' ? "'mutant'" : "''");
  return undefined;
}
