// HTML in a card: its words without its marks, since nobody's HTML is shown here.

import { own } from '../basics/own.ts';

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', copy: '©' };

/** The words of a piece of HTML, as plain text: without comments, scripts, styles and tags. */
export function htmlText(value: string): string {
  return value
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style|template|iframe|svg|object)\b[\s\S]*?(?:<\/\1|$)/gi, '<')
    .replace(/<[^<>]*(?:>|$)/g, ' ')
    .replace(/&([a-z]{2,4});/g, (written, name: string) => own(SIGNS, name) ?? written)
    .replace(/[ \t]+/g, ' ')
    .trim();
}
