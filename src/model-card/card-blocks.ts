// Extracts words, pictures and `<details>` from the HTML in a card. The tags themselves are never shown.

import { type Html, html } from '../basics/html.ts';
import { own } from '../basics/records.ts';

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

interface Folded {
  title: Html[];
  blocks: Html[];
}

/**
 * Takes blocks, and the tags of `<details>`, in the order of the text. The end of the text closes every open
 * `<details>`.
 */
export class CardBlocks {
  readonly #blocks: Html[] = [];
  readonly #open: Folded[] = [];
  /** Words and pictures of HTML that wait to become a paragraph or a title. */
  #words: Html[] = [];

  /** The number of open `<details>`. */
  get depth(): number {
    return this.#open.length;
  }

  addBlock(block: Html): void {
    this.endWords();
    this.#here.push(block);
  }

  addWords(words: Html): void {
    if (this.#words.length > 0) this.#words.push(html` `);
    this.#words.push(words);
  }

  /** Makes the waiting words a paragraph. */
  endWords(): void {
    if (this.#words.length > 0) this.#here.push(html`<p>${this.#words}</p>`);
    this.#words = [];
  }

  /** Makes the waiting words the title of the innermost open `<details>`. */
  endTitle(): void {
    const folded = this.#open.at(-1);
    if (folded?.title.length === 0) {
      folded.title = this.#words;
      this.#words = [];
    } else this.endWords();
  }

  beginDetails(): void {
    this.endWords();
    this.#open.push({ title: [], blocks: [] });
  }

  endDetails(): void {
    this.endWords();
    const folded = this.#open.pop();
    if (!folded) return;
    const title = folded.title.length > 0 ? folded.title : 'Details';
    this.#here.push(html`<details><summary>${title}</summary>${folded.blocks}</details>`);
  }

  all(): Html[] {
    this.endWords();
    while (this.#open.length > 0) this.endDetails();
    return this.#blocks;
  }

  get #here(): Html[] {
    return this.#open.at(-1)?.blocks ?? this.#blocks;
  }
}
