// Turns a card into HTML. Markdown and the HTML in it become one tree, of which only the elements listed here are written.
// They load, run and style nothing: pictures become links.
import GithubSlugger from 'github-slugger';
import { type HastNode, markdownToHast } from 'satteri';
import { type Html, html } from '../basics/html.ts';
import { own } from '../basics/records.ts';
import { shownText } from '../basics/shown-text.ts';
import { anchorOf, type CardLinks } from './card-links.ts';

export type CardRoot = Extract<HastNode, { type: 'root' }>;
type CardNode = CardRoot['children'][number];
type CardElement = Extract<CardNode, { type: 'element' }>;

/**
 * The maximum length in characters of the markup, and the maximum depth of nested nodes. The depth has a limit because
 * the size of the stack differs between machines.
 */
const MOST_HTML = 1024 * 1024;
const DEEPEST = 40;

const FOOTNOTES = { clobberPrefix: '', label: 'Notes', backLabel: 'Back to the text' };
/** Switches on footnotes, tables, task lists, strikethrough and HTML. Front matter was removed before. */
const FEATURES = { gfm: { footnotes: FOOTNOTES }, frontmatter: false, rawHtml: true };

/** Parses a card into a tree. Check the text with `isLaidOut` first, since some texts would take very long. */
export const parseMarkdown = (text: string) =>
  markdownToHast(text, { features: FEATURES, position: false }) as CardRoot;

/** The elements that are written as they are, without attributes. Any other element gives only what is in it. */
const PLAIN: ReadonlySet<string> = new Set([
  'p',
  'div',
  'em',
  'strong',
  'del',
  'code',
  'sup',
  'sub',
  'blockquote',
  'ul',
  'details',
  'summary',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]);

/** The other elements without attributes of their own. */
const WRITTEN: Readonly<Record<string, (inner: Html[]) => Html>> = {
  center: (inner) => html`<div>${inner}</div>`,
  br: () => html`<br>`,
  hr: () => html`<hr>`,
  pre: (inner) => html`<pre tabindex="0">${inner}</pre>`,
  table: (inner) =>
    html`<div class="scroller" role="group" aria-label="Table" tabindex="0"><table>${inner}</table></div>`,
};

/** The elements whose text nobody reads as words, and buttons, which would put paragraphs into paragraphs. */
const HIDDEN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'svg',
  'math',
  'object',
  'noscript',
  'title',
  'button',
  'select',
]);

/** Thrown when the markup would be too long, or nested too deeply. */
export class TooMuchHtml extends Error {}

/** Makes the markup of a parsed card. Throws TooMuchHtml if the markup would exceed a limit. */
export function cardHtml(root: CardRoot, links: CardLinks): Html {
  return html`${new CardWriter(links).all(root.children, 0, false)}`;
}

/** Returns the words of a node, without those of pictures. */
export function cardText(node: CardNode): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' && !HIDDEN.has(node.tagName) ? node.children.map(cardText).join('') : '';
}

class CardWriter {
  readonly #links: CardLinks;
  readonly #slugger = new GithubSlugger();
  readonly #ids = new Set<string>();
  #size = 0;
  #level = 2;

  constructor(links: CardLinks) {
    this.#links = links;
  }

  /** Writes nodes that follow each other. `isLinked` is true inside a link, which may not contain another link. */
  all(nodes: readonly CardNode[], depth: number, isLinked: boolean): Html[] {
    if (depth > DEEPEST) throw new TooMuchHtml();
    return nodes.map((node) => {
      // Every node counts, so that many empty nodes reach the limit too.
      this.#spend(24);
      if (node.type === 'text') return this.#text(node.value);
      return node.type === 'element' && !HIDDEN.has(node.tagName) ? this.#element(node, depth, isLinked) : html``;
    });
  }

  #spend(characters: number): void {
    this.#size += characters;
    if (this.#size > MOST_HTML) throw new TooMuchHtml();
  }

  #text(text: string): Html {
    this.#spend(text.length);
    return html`${shownText(text)}`;
  }

  #element(node: CardElement, depth: number, isLinked: boolean): Html {
    const { tagName, properties, children } = node;
    if (tagName === 'input') return html`${properties.checked ? '☑' : '☐'}`;
    if (tagName === 'img') return this.#picture(properties, isLinked);
    const inner = this.all(children, depth + 1, isLinked || tagName === 'a');
    const id = this.#idOf(properties.id);
    if (tagName === 'a') return isLinked ? html`${inner}` : this.#link(inner, id, properties);
    if (tagName === 'li') return id === undefined ? html`<li>${inner}</li>` : html`<li id="${id}">${inner}</li>`;
    if (tagName === 'ol') return html`<ol start="${Math.min(Number(properties.start ?? 1) || 0, 1e6)}">${inner}</ol>`;
    // Only these names get into the markup, so no value needs escaping as a name.
    if (PLAIN.has(tagName)) return html`<${tagName}>${inner}</${tagName}>`;
    if (!/^h[1-6]$/.test(tagName)) return own(WRITTEN, tagName)?.(inner) ?? html`${inner}`;
    // The headings begin at h3: h1 is the title of the page, and h2 that of the card. Skips no level, since people who navigate by headings would look for the missing level.
    this.#level = Math.min(Number(tagName[1]) + 2, this.#level + 1, 6);
    let slug: string | undefined;
    while (slug === undefined) slug = this.#idOf(this.#slugger.slug(cardText(node).slice(0, 200)));
    return html`<h${this.#level} id="${slug}">${inner}</h${this.#level}>`;
  }

  /** Returns the id in a card of what is called `name` there; undefined if an element before has it. */
  #idOf(name: unknown): string | undefined {
    const id = typeof name === 'string' ? anchorOf(name) : undefined;
    if (id === undefined || this.#ids.has(id)) return undefined;
    this.#ids.add(id);
    return id;
  }

  #link(words: Html[], id: string | undefined, { href, dataFootnoteBackref }: CardElement['properties']): Html {
    if (dataFootnoteBackref !== undefined && typeof href === 'string')
      return html`<a href="#${anchorOf(href.slice(1))}" aria-label="${FOOTNOTES.backLabel}">${words}</a>`;
    const link = this.#linked(words, href) ?? html`${words}`;
    return id === undefined ? link : html`<a id="${id}"></a>${link}`;
  }

  /** Makes a link to a picture. Showing the picture would load it from an address that the author chose. */
  #picture({ alt, src }: CardElement['properties'], isLinked: boolean): Html {
    const words = this.#text(String(alt ?? '').trim() || (isLinked ? 'picture' : 'Picture'));
    if (isLinked) return words;
    return this.#linked([words], src) ?? html`${words} (a picture that the model doesn’t hold)`;
  }

  /** Makes a link to `url`; undefined if the address is not allowed. */
  #linked(words: Html[], url: unknown): Html | undefined {
    const link = typeof url === 'string' ? this.#links(url) : undefined;
    if (!link) return undefined;
    this.#spend(link.href.length + 50);
    return link.isOutside
      ? html`<a href="${link.href}" rel="nofollow noopener ugc">${words}</a>`
      : html`<a href="${link.href}">${words}</a>`;
  }
}
