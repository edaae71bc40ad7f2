// Writes pieces of a Caddyfile: quoted values, blocks, matchers, params of the path.
import { block } from '../block.ts';

/**
 * Quotes a value. Caddy then replaces placeholders only in braces. Throws for a value with a backquote or line break,
 * which Caddy can't quote.
 */
export function caddyQuoted(text: string): string {
  if (/[`\r\n]/.test(text)) throw new Error(`a Caddyfile can't hold ${JSON.stringify(text)}`);
  return `\`${text}\``;
}

/** Replaces the params `{name}` of a template with the placeholders that the regular expression of `matcher` sets. */
export const caddyFilledIn = (text: string, matcher: string) => text.replace(/\{(\w+)\}/g, `{re.${matcher}.$1}`);

export const caddyBlock = (head: string, lines: readonly string[]): string[] => block(head, lines, '\t');

/**
 * Makes a matcher that demands all of `all`: the value of each placeholder must match its expression, or must not match
 * it if the pair ends with `not`.
 */
export function matches(...all: readonly (readonly [placeholder: string, like: string, isNot?: 'not'])[]): string {
  const terms = all.map(([placeholder, like, isNot]) => {
    if (like.includes('"')) throw new Error(`an expression can't hold ${like}`);
    return `${isNot ? '!' : ''}{${placeholder}}.matches(r"${like}")`;
  });
  return `expression ${caddyQuoted(terms.join(' && '))}`;
}
