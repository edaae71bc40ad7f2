// Finds the row of the route table for the segments of a path. It walks a tree of literals, params and rests.
import type { Row } from './route.ts';

export interface Match<Name extends string> {
  name: Name;
  params: Record<string, string>;
}

interface Node {
  literals: Map<string, Node>;
  /** Params with the text around them, such as `{shard}.json` or `sitemap-{part}.xml`. The one with most text is first. */
  params: { param: string; prefix: string; suffix: string; node: Node }[];
  rest: { param: string; name: string } | undefined;
  end: string | undefined;
  /** The row whose pattern ends here with a slash. */
  slashEnd: string | undefined;
}

/** Finds the row for decoded `segments`. `slash` is true if the path ends with a slash. */
type Matcher<Name extends string> = (segments: readonly string[], slash: boolean) => Match<Name> | undefined;

/**
 * Builds the matcher of a table. At each segment, it tries a literal first, then a param with text around it, then a
 * plain param, and a rest last. A trailing slash makes no difference if the table has only one spelling of a path.
 * Throws if two rows match the same paths.
 */
export function createMatcher<Name extends string>(routes: Record<Name, Row>): Matcher<Name> {
  const root = emptyNode();
  for (const [name, { pattern }] of Object.entries<Row>(routes)) insert(root, name, pattern);
  return (segments, slash) => {
    const params: Record<string, string> = {};
    const name = walk(root, segments, 0, slash, params);
    return name === undefined ? undefined : { name: name as Name, params };
  };
}

const emptyNode = (): Node => ({
  literals: new Map(),
  params: [],
  rest: undefined,
  end: undefined,
  slashEnd: undefined,
});

function insert(root: Node, name: string, pattern: string): void {
  const slash = pattern.length > 1 && pattern.endsWith('/');
  let node = root;
  for (const segment of pattern.split('/').filter((part) => part !== '')) {
    const [, prefix = '', param, isRest, suffix = ''] = /^([^{]*)\{(\w+)(\.\.\.)?\}(.*)$/.exec(segment) ?? [];
    if (param !== undefined && isRest) {
      if (node.rest) throw new Error(`two rests at ${pattern}`);
      node.rest = { param, name };
      return;
    }
    node = param === undefined ? literalChild(node, segment) : paramChild(node, prefix, param, suffix);
  }
  const end = slash ? 'slashEnd' : 'end';
  if (node[end] !== undefined) throw new Error(`${name} and ${node[end]} have the same pattern`);
  node[end] = name;
}

function literalChild(node: Node, text: string): Node {
  const child = node.literals.get(text) ?? emptyNode();
  node.literals.set(text, child);
  return child;
}

function paramChild(node: Node, prefix: string, param: string, suffix: string): Node {
  const known = node.params.find((one) => one.prefix === prefix && one.suffix === suffix);
  if (known && known.param !== param) throw new Error(`{${param}} and {${known.param}} stand at the same place`);
  if (known) return known.node;
  const child = emptyNode();
  node.params.push({ param, prefix, suffix, node: child });
  node.params.sort((one, other) => (other.prefix + other.suffix).length - (one.prefix + one.suffix).length);
  return child;
}

function walk(
  node: Node,
  segments: readonly string[],
  at: number,
  slash: boolean,
  params: Record<string, string>,
): string | undefined {
  const segment = segments[at];
  if (segment === undefined) return slash ? (node.slashEnd ?? node.end) : (node.end ?? node.slashEnd);
  const literal = node.literals.get(segment);
  const byLiteral = literal && walk(literal, segments, at + 1, slash, params);
  if (byLiteral !== undefined) return byLiteral;
  for (const { param, prefix, suffix, node: child } of node.params) {
    const between = segment.length - prefix.length - suffix.length;
    if (between <= 0 || !segment.endsWith(suffix) || !segment.startsWith(prefix)) continue;
    const name = walk(child, segments, at + 1, slash, params);
    if (name === undefined) continue;
    // The name is that of a param in our table.
    params[param] = segment.slice(prefix.length, prefix.length + between);
    return name;
  }
  if (node.rest) params[node.rest.param] = segments.slice(at).join('/');
  return node.rest?.name;
}
