// Limits the cards that are rendered. Computes the cost of parsing from the text of the Markdown alone, so that a page
// shows the same on every machine.
import { html } from '../basics/html.ts';
import { defined } from '../basics/records.ts';
import { shownText } from '../basics/shown-text.ts';
import { parseCardObject } from '../catalog/catalog-object.ts';
import type { PageCard } from '../model-page/model-page.ts';
import type { Address } from '../nouns/address.ts';
import { encodePath } from '../nouns/file-path.ts';
import { type CardRoot, cardHtml, cardText, parseMarkdown, TooMuchHtml } from './card-html.ts';
import { type CardLinks, type CardPlace, cardLinks } from './card-links.ts';
import { withMathAsCode } from './card-math.ts';
import { cardFields, splitCard } from './front-matter.ts';

/** The maximum number of characters of Markdown to render, and the maximum number of lines. */
const MOST_TEXT = 128 * 1024;
const MOST_LINES = 12_000;
/** The maximum number of quotes and lists that may begin in one line, and the maximum number in the card. */
const MOST_CONTAINERS = 24;
const MOST_IN_ALL = 20_000;
/**
 * The maximum cost of all blocks together. A block costs its number of characters times the weight of the signs in it.
 * At `_`, at `&` and at the start of an address, the parser copies all of the text so far; at each of the other signs it
 * reads the text once.
 */
const MOST_COST = 4e9;
const WEIGHTS: readonly [signs: RegExp, weight: number][] = [
  [/&/g, 160],
  [/:\/\/|www\.|@/gi, 40],
  [/_/g, 20],
  [/[!$*<>@[\]\\^`~:|()"']/g, 1],
];

/**
 * Matches the start of an element that a parser of HTML opens again in each block after it until it ends, at most three
 * times where it has no attributes (HTML, "the Noah's Ark clause"). MOST_REOPENED limits these elements times all tags.
 */
const REOPENED = /<(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?:>|[\s/])/gi;
const MOST_REOPENED = 200_000;

const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*/;
const CONTAINER = />|[-*+]|\d+[.)]/g;
/** Matches a line at which a new block begins: a blank line, or an item of a list. */
const BEGINS_ANEW = /^(?:[ \t]*$| {0,3}[-*+][ \t]+\S)/;

/** True if the Markdown is within all bounds, so that rendering takes time in proportion to its length. */
export function isLaidOut(body: string): boolean {
  const lines = body.split('\n');
  if (body.length > MOST_TEXT || lines.length > MOST_LINES) return false;
  const reopened = Map.groupBy(body.match(REOPENED) ?? [], (tag) => tag.endsWith('>'));
  const most = 3 * new Set(reopened.get(true)).size + (reopened.get(false)?.length ?? 0);
  if (most * (body.split('<').length + lines.length) > MOST_REOPENED) return false;
  const containers = lines.map((line) => (isRule(line) ? 0 : containersOf(line)));
  if (containers.some((count) => count > MOST_CONTAINERS)) return false;
  return containers.reduce((sum, count) => sum + count, 0) <= MOST_IN_ALL && costOf(lines) <= MOST_COST;
}

function costOf(lines: readonly string[]): number {
  let [cost, weight, characters] = [0, 0, 0];
  for (const line of [...lines, '']) {
    if (BEGINS_ANEW.test(line)) {
      cost += weight * characters;
      [weight, characters] = [0, 0];
    }
    for (const [signs, each] of WEIGHTS) weight += each * (line.match(signs)?.length ?? 0);
    characters += line.length + 1;
  }
  return cost;
}

const containersOf = (line: string) => CONTAINERS.exec(line)![0].match(CONTAINER)?.length ?? 0;

/** True for a line such as `* * *`, of any length, which is a rule across the page. */
const isRule = (line: string) => /^([-*])\1*$/.test(line.replaceAll(/[ \t]/g, ''));

/** A card object, with the repository that the relative links of the card refer to. */
export interface CardToRender {
  object: Address;
  /** The bytes of the object, as text. */
  text: string;
  place: CardPlace;
}

/**
 * Makes the card of a page. If `asWritten` is true, the card shows the Markdown unrendered. Throws if `text` is not a
 * card object.
 */
export function renderCard({ object, text, place }: CardToRender, asWritten = false): PageCard {
  const card = parseCardObject(text);
  const { head, body } = splitCard(card.text);
  const { license, license_name, license_link, base_model, datasets, language } = cardFields(head);
  const links = cardLinks(place);
  const [licence] = license_name ?? license ?? [];
  const licenceLink = license_link && links(license_link[0]!)?.href;
  return {
    object,
    bytes: new TextEncoder().encode(card.text).length,
    home: `${place.home}/blob/${place.revision}/${encodePath(card.path)}`,
    ...defined({
      licence,
      licenceLink: licenceLink?.startsWith('http') ? licenceLink : undefined,
      baseModels: base_model,
      datasets,
      languages: language,
    }),
    ...((asWritten ? undefined : laidOut(body, links)) ?? { html: written(body) }),
  };
}

/** Renders the text, and takes its first paragraph as the lead; undefined if that would take too long or give too much markup. */
function laidOut(body: string, links: CardLinks): Pick<PageCard, 'html' | 'lead'> | undefined {
  const markdown = withMathAsCode(body);
  if (!isLaidOut(markdown)) return undefined;
  try {
    const tree = parseMarkdown(markdown);
    return { html: cardHtml(tree, links).text, ...defined({ lead: leadOf(tree) }) };
  } catch (error) {
    if (error instanceof TooMuchHtml) return undefined;
    throw error;
  }
}

/** The minimum length of a paragraph that says something, and the maximum length of the lead, in characters. */
const [LEAST_LEAD, MOST_LEAD] = [40, 240];

/** Gives the first sentences of the first paragraph of some length, so badges and calls to join are left out. */
function leadOf(tree: CardRoot): string | undefined {
  const texts = tree.children.map((node) => (node.type === 'element' && node.tagName === 'p' ? cardText(node) : ''));
  const text = texts.map((one) => one.replace(/\s+/g, ' ').trim()).find(({ length }) => length >= LEAST_LEAD);
  if (text === undefined || text.length <= MOST_LEAD) return text;
  const sentences = text.slice(0, MOST_LEAD).replace(/(?<=.{40}[.!?]) [^.!?]*$/, '');
  return sentences.length < MOST_LEAD ? sentences : `${sentences.replace(/ \S*$/, '')} …`;
}

const written = (body: string) => html`<pre tabindex="0"><code>${shownText(body)}</code></pre>`.text;
