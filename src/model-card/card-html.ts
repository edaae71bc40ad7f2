// Turns a card into HTML. Each kind of node has a case here, and other kinds are left out. The HTML loads, runs and
// styles nothing: pictures become links, and of the author's own HTML only words and `<details>` remain.

import { toString as plainText } from 'mdast-util-to-string';
import { type Html, html } from '../basics/html.ts';
import { shownText } from '../basics/shown-text.ts';
import { CardBlocks, type HtmlPart, htmlParts } from './card-blocks.ts';
import { CardIds, type CardLinks, type CardNode, type CardRoot, type NodeOf } from './card-links.ts';

/**
 * The maximum length in characters of the markup, and the maximum depth of nested nodes. The depth has a limit because
 * the size of the stack differs between machines.
 */
const MOST_HTML = 1024 * 1024;
const DEEPEST = 40;

/** The headings of a card begin at h3: h1 is the title of the page, and h2 that of the card. */
const HEADINGS: Readonly<Record<number, (id: string, words: Html[]) => Html>> = {
  3: (id, words) => html`<h3 id="${id}">${words}</h3>`,
  4: (id, words) => html`<h4 id="${id}">${words}</h4>`,
  5: (id, words) => html`<h5 id="${id}">${words}</h5>`,
  6: (id, words) => html`<h6 id="${id}">${words}</h6>`,
};

/** Thrown when the markup would be too long, or nested too deeply. */
export class TooMuchHtml extends Error {}

/** The position of a node in the tree of the card. */
interface At {
  depth: number;
  /** True inside a link, which may not contain another link. */
  isLinked?: true;
  isHeader?: boolean;
}

/** Makes the markup of a parsed card. Throws TooMuchHtml if the markup would exceed a limit. */
export function cardHtml(root: CardRoot, links: CardLinks): Html {
  return new CardWriter(root, links).all();
}

class CardWriter {
  readonly #root: CardRoot;
  readonly #links: CardLinks;
  readonly #ids = new CardIds();
  /** Definitions of links and footnotes. The first definition of a name applies. */
  readonly #urls = new Map<string, string>();
  readonly #notes = new Map<string, NodeOf<'footnoteDefinition'>>();
  /** Numbers of footnotes, in the order of their first mention. */
  readonly #named = new Map<string, number>();
  #size = 0;
  #level = 2;

  constructor(root: CardRoot, links: CardLinks) {
    this.#root = root;
    this.#links = links;
    this.#define(root.children, 0);
  }

  all(): Html {
    const blocks = this.#blocks(this.#root.children, { depth: 0 });
    const notes: Html[] = [];
    // A footnote may mention other footnotes. These are then added to the map, and come later in this loop.
    for (const [identifier, number] of this.#named) notes.push(this.#note(identifier, number));
    return notes.length === 0 ? html`${blocks}` : html`${blocks}<ol class="card-notes">${notes}</ol>`;
  }

  #define(nodes: readonly CardNode[], depth: number): void {
    for (const node of nodes) {
      if (node.type === 'definition' && !this.#urls.has(node.identifier)) this.#urls.set(node.identifier, node.url);
      if (node.type === 'footnoteDefinition' && !this.#notes.has(node.identifier))
        this.#notes.set(node.identifier, node);
      if ('children' in node && depth < DEEPEST) this.#define(node.children as CardNode[], depth + 1);
    }
  }

  #all(nodes: readonly CardNode[], at: At): Html[] {
    return nodes.map((node) => this.#node(node, { ...at, depth: at.depth + 1 }));
  }

  /**
   * Renders blocks one after another. If `isTight` is true, as for the items of a tight list, paragraphs get no element
   * of their own.
   */
  #blocks(nodes: readonly CardNode[], at: At, isTight = false): Html[] {
    const blocks = new CardBlocks();
    for (const node of nodes) {
      const inner = { ...at, depth: at.depth + 1 + blocks.depth };
      if (node.type === 'html') {
        this.#spend(24);
        for (const part of htmlParts(node.value)) this.#part(part, blocks, at);
        blocks.endWords();
      } else if (isTight && node.type === 'paragraph') blocks.addBlock(html`${this.#all(node.children, inner)}`);
      else blocks.addBlock(this.#node(node, inner));
    }
    return blocks.all();
  }

  #part(part: HtmlPart, blocks: CardBlocks, at: At): void {
    this.#spend(24);
    if (part.kind === 'words') blocks.addWords(this.#text(part.words));
    else if (part.kind === 'picture') blocks.addWords(this.#picture(part.alt, part.url, at));
    else if (part.kind === 'summary' && part.isEnd) blocks.endTitle();
    else if (part.kind === 'summary') blocks.endWords();
    else if (part.isEnd) blocks.endDetails();
    else if (at.depth + blocks.depth >= DEEPEST) throw new TooMuchHtml();
    else blocks.beginDetails();
  }

  /**
   * Counts the characters of the markup, and throws TooMuchHtml above the limit. Every node counts, so that many empty
   * nodes reach the limit too.
   */
  #spend(characters: number): void {
    this.#size += characters;
    if (this.#size > MOST_HTML) throw new TooMuchHtml();
  }

  #text(text: string): Html {
    this.#spend(text.length);
    return html`${shownText(text)}`;
  }

  #node(node: CardNode, at: At): Html {
    this.#spend(24);
    if (at.depth > DEEPEST) throw new TooMuchHtml();
    switch (node.type) {
      case 'text':
        return this.#text(node.value);
      case 'html':
        return html`${htmlParts(node.value).map((part) => (part.kind === 'picture' ? this.#picture(part.alt, part.url, at) : ''))}`;
      case 'inlineCode':
        return html`<code>${this.#text(node.value)}</code>`;
      case 'code':
        return html`<pre tabindex="0"><code>${this.#text(node.value)}</code></pre>`;
      case 'break':
        return html`<br>`;
      case 'thematicBreak':
        return html`<hr>`;
      case 'image':
        return this.#picture(node.alt, node.url, at);
      case 'imageReference':
        return this.#picture(node.alt, this.#urls.get(node.identifier), at);
      case 'footnoteReference':
        return this.#noteMark(node.identifier, at);
      case 'footnoteDefinition':
        return html``;
      default:
        return 'children' in node ? this.#parent(node, at) : html``;
    }
  }

  #parent(node: Extract<CardNode, { children: unknown }>, at: At): Html {
    const inner = () => this.#all(node.children as CardNode[], at);
    switch (node.type) {
      case 'paragraph':
        return html`<p>${inner()}</p>`;
      case 'emphasis':
        return html`<em>${inner()}</em>`;
      case 'strong':
        return html`<strong>${inner()}</strong>`;
      case 'delete':
        return html`<del>${inner()}</del>`;
      case 'blockquote':
        return html`<blockquote>${this.#blocks(node.children, at)}</blockquote>`;
      case 'link':
        return this.#link(node, node.url, at);
      case 'linkReference':
        return this.#link(node, this.#urls.get(node.identifier), at);
      case 'heading':
        return this.#heading(node, at);
      case 'list':
        return node.ordered
          ? html`<ol start="${Math.min(node.start ?? 1, 1e6)}">${inner()}</ol>`
          : html`<ul>${inner()}</ul>`;
      case 'listItem':
        return this.#item(node, at);
      case 'table':
        return this.#table(node, at);
      default:
        return html`${inner()}`;
    }
  }

  #heading(node: NodeOf<'heading'>, at: At): Html {
    // Skips no level, since people who navigate by headings would look for the missing level.
    this.#level = Math.min(node.depth + 2, this.#level + 1, 6);
    // Renders the words first: that limits their depth, which `plainText` does not.
    const words = this.#all(node.children, at);
    return HEADINGS[this.#level]!(this.#ids.idOf(plainText(node)), words);
  }

  #item({ children, checked, spread }: NodeOf<'listItem'>, at: At): Html {
    const box = typeof checked === 'boolean' ? (checked ? '☑ ' : '☐ ') : '';
    return html`<li>${box}${this.#blocks(children, at, !spread)}</li>`;
  }

  #table({ children: [header, ...rows] }: NodeOf<'table'>, at: At): Html {
    const cells = (row: NodeOf<'tableRow'> | undefined, cell: (words: Html[]) => Html) =>
      (row?.children ?? []).map((one) => {
        this.#spend(24);
        return cell(this.#all(one.children, { ...at, depth: at.depth + 2 }));
      });
    const head = html`<tr>${cells(header, (words) => html`<th>${words}</th>`)}</tr>`;
    const body = rows.map((row) => html`<tr>${cells(row, (words) => html`<td>${words}</td>`)}</tr>`);
    return html`<div class="scroller" role="group" aria-label="Table" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>`;
  }

  #link(node: NodeOf<'link' | 'linkReference'>, url: string | undefined, at: At): Html {
    const words = this.#all(node.children, { ...at, isLinked: true });
    return this.#linked(words, url, at) ?? html`${words}`;
  }

  /** Makes a link to a picture. Showing the picture would load it from an address that the author chose. */
  #picture(alt: string | null | undefined, url: string | undefined, at: At): Html {
    const words = this.#text(alt?.trim() || (at.isLinked ? 'picture' : 'Picture'));
    if (at.isLinked) return words;
    return this.#linked([words], url, at) ?? html`${words} (a picture that the model doesn’t hold)`;
  }

  /** Makes a link to `url`; undefined if the address is not allowed, or if the link would be inside another link. */
  #linked(words: Html[], url: string | undefined, { isLinked }: At): Html | undefined {
    const link = url === undefined || isLinked ? undefined : this.#links.linkOf(url);
    if (!link) return undefined;
    this.#spend(link.href.length + 50);
    return link.isOutside
      ? html`<a href="${link.href}" rel="nofollow noopener ugc">${words}</a>`
      : html`<a href="${link.href}">${words}</a>`;
  }

  #noteMark(identifier: string, { isLinked }: At): Html {
    if (!this.#notes.has(identifier)) return html``;
    const known = this.#named.get(identifier);
    const number = known ?? this.#named.size + 1;
    this.#named.set(identifier, number);
    if (isLinked) return html`<sup>${number}</sup>`;
    const to = `#${this.#ids.noteId(number)}`;
    return known === undefined
      ? html`<sup><a id="${this.#ids.noteMarkId(number)}" href="${to}">${number}</a></sup>`
      : html`<sup><a href="${to}">${number}</a></sup>`;
  }

  #note(identifier: string, number: number): Html {
    const words = this.#blocks(this.#notes.get(identifier)!.children, { depth: 1 });
    return html`<li id="${this.#ids.noteId(number)}">${words} <a href="#${this.#ids.noteMarkId(number)}" aria-label="Back to the text">↩</a></li>`;
  }
}
