// Pieces of an nginx configuration as text: what is quoted, what is a block, what is a variable of ours.
import { block } from '../block.ts';

/** A value in quotes. nginx has no way to write a dollar sign in one, so that a value with it is refused by an Error. */
export function nginxQuoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx would look for a variable in ${text}`);
  return inQuotes(text);
}

/** The same with params, `{name}`, as the variables that a location's expression sets. */
export function nginxFilledIn(text: string): string {
  return nginxQuoted(text)
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : `\${${captured(part)}}`))
    .join('');
}

/** A regular expression, where nginx takes a dollar sign as it stands. */
export const expression = (source: string, start = '~') => inQuotes(`${start}${source}`);

/** The variable that holds a param of the path. */
export const captured = (param: string) => `hub_${param}`;

const inQuotes = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

export const nginxBlock = (head: string, lines: readonly string[]): string[] => block(head, lines, '  ');
