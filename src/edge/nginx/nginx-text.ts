// Pieces of an nginx configuration as text: what is quoted, what is a block, what is a variable of ours.
import { block } from '../block.ts';

/** Quotes a value. Throws for a value with a dollar sign, which nginx has no way to write. */
export function nginxQuoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx would look for a variable in ${text}`);
  return inQuotes(text);
}

/** Quotes a value, and replaces its params `{name}` by the variables that a location's expression sets. */
export function nginxFilledIn(text: string): string {
  return nginxQuoted(text)
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : `\${${captured(part)}}`))
    .join('');
}

/** Makes a regular expression, in which nginx takes a dollar sign literally. */
export const expression = (source: string, start = '~') => inQuotes(`${start}${source}`);

/** Gives the variable of a param in the path. */
export const captured = (param: string) => `hub_${param}`;

const inQuotes = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

export const nginxBlock = (head: string, lines: readonly string[]): string[] => block(head, lines, '  ');
