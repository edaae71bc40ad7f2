// Pieces of a Caddyfile as text: what is quoted, what is a block, what is a param of the path.
import { block } from '../block.ts';

/** Quotes a value. Caddy looks for no placeholder in a value without braces. Throws for a value with a backquote. */
export function caddyQuoted(text: string): string {
  if (/[`\r\n]/.test(text)) throw new Error(`a Caddyfile can't hold ${JSON.stringify(text)}`);
  return `\`${text}\``;
}

/** Replaces the params `{name}` of a template by the placeholders that the expression called `matcher` sets. */
export const caddyFilledIn = (text: string, matcher: string) => text.replace(/\{(\w+)\}/g, `{re.${matcher}.$1}`);

export const caddyBlock = (head: string, lines: readonly string[]): string[] => block(head, lines, '\t');

/** Makes a matcher that demands all of these: a placeholder, and an expression that its value must or must not match. */
export function matches(...all: readonly (readonly [placeholder: string, like: string, isNot?: 'not'])[]): string {
  const terms = all.map(([placeholder, like, isNot]) => {
    if (like.includes('"')) throw new Error(`an expression can't hold ${like}`);
    return `${isNot ? '!' : ''}{${placeholder}}.matches(r"${like}")`;
  });
  return `expression ${caddyQuoted(terms.join(' && '))}`;
}
