// Writes pieces of a Caddyfile: quoted values, blocks, matchers, and params of the path.
import { block } from '../block.ts';

/**
 * Quotes a value. Caddy then still replaces placeholders, which have braces. Throws for a value with a backquote or
 * line break, which Caddy can't quote.
 */
export function caddyQuoted(text: string): string {
  if (/[`\r\n]/.test(text)) throw new Error(`a Caddyfile can't hold ${JSON.stringify(text)}`);
  return `\`${text}\``;
}

/** Replaces the params `{name}` in a text with the placeholders that the regular expression of `matcher` sets. */
export const caddyFilledIn = (text: string, matcher: string) => text.replace(/\{(\w+)\}/g, `{re.${matcher}.$1}`);

export const caddyBlock = (head: string, lines: readonly string[]): string[] => block(head, lines, '\t');

/**
 * Makes a matcher that demands all pairs of `all`: the value of the placeholder must match the expression. A pair that
 * ends with `not` demands that the value does not match.
 */
export function matches(...all: readonly (readonly [placeholder: string, like: string, isNot?: 'not'])[]): string {
  const terms = all.map(([placeholder, like, isNot]) => {
    if (like.includes('"')) throw new Error(`an expression can't hold ${like}`);
    return `${isNot ? '!' : ''}{${placeholder}}.matches(r"${like}")`;
  });
  return `expression ${caddyQuoted(terms.join(' && '))}`;
}
