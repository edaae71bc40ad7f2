// Writes pieces of an nginx configuration: quoted values, blocks, expressions, variables.
import { block } from '../block.ts';

/** Quotes a value. Throws for a value with a dollar sign, which nginx can't escape. */
export function nginxQuoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx would take the dollar sign in ${text} for a variable`);
  return inQuotes(text);
}

/** Quotes a value, and replaces its params `{name}` with the variables that a location's expression sets. */
export function nginxFilledIn(text: string): string {
  return nginxQuoted(text)
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : `\${${captured(part)}}`))
    .join('');
}

/** Quotes a regular expression. nginx takes a dollar sign in an expression literally. */
export const expression = (source: string, start = '~') => inQuotes(`${start}${source}`);

/** Returns the name of the variable that holds a param of the path. */
export const captured = (param: string) => `hub_${param}`;

const inQuotes = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

export const nginxBlock = (head: string, lines: readonly string[]): string[] => block(head, lines, '  ');
