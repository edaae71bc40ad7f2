// Extracts words, pictures and `<details>` from the HTML in a card. The tags themselves are never shown.

import { own } from '../basics/own.ts';

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', copy: '©' };

/** A part of some HTML: words between tags, a picture, or the start or end of a `<details>` or a `<summary>`. */
export type HtmlPart =
  | { kind: 'words'; words: string }
  | { kind: 'picture'; url: string; alt: string }
  | { kind: 'details' | 'summary'; isEnd: boolean };

const PARTS = /<(?<slash>\/?)(?<folding>details|summary)\b[^<>]*>|<img\b(?<attributes>[^<>]*)>/gi;

const SOURCE = /(?<![\w-])src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const ALT = /(?<![\w-])alt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** Splits a piece of HTML into parts as plain text. Leaves out comments, scripts, styles and other tags. */
export function htmlParts(value: string): HtmlPart[] {
  const shown = value
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style|template|iframe|svg|object)\b[\s\S]*?(?:<\/\1|$)/gi, '<');
  const parts: HtmlPart[] = [];
  let end = 0;
  const addWords = (to: number) => {
    const words = plain(shown.slice(end, to));
    if (words !== '') parts.push({ kind: 'words', words });
  };
  for (const found of shown.matchAll(PARTS)) {
    addWords(found.index);
    end = found.index + found[0].length;
    const { slash, folding, attributes = '' } = found.groups!;
    if (folding !== undefined)
      parts.push({ kind: folding.toLowerCase() as 'details' | 'summary', isEnd: slash !== '' });
    else parts.push({ kind: 'picture', url: attributeOf(attributes, SOURCE), alt: attributeOf(attributes, ALT) });
  }
  addWords(shown.length);
  return parts;
}

function attributeOf(attributes: string, attribute: RegExp): string {
  const found = attribute.exec(attributes);
  return plain(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
}

const plain = (html: string) =>
  html
    .replace(/<[^<>]*(?:>|$)/g, ' ')
    .replace(/&([a-z]{2,4});/g, (written, name: string) => own(SIGNS, name) ?? written)
    .replace(/[ \t]+/g, ' ')
    .trim();
