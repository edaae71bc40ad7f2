// Renders a card for the page of its model. The same object and the same files give the same bytes.

import { defined } from '../basics/defined.ts';
import { html } from '../basics/html.ts';
import { shownText } from '../basics/shown-text.ts';
import { parseCardObject } from '../catalog/card-object.ts';
import type { PageCard } from '../model-page/page-card.ts';
import type { Address } from '../nouns/address.ts';
import { encodePath } from '../nouns/file-path.ts';
import { isLaidOut } from './card-bounds.ts';
import { cardHtml, TooMuchHtml } from './card-html.ts';
import { CardLinks, type CardPlace } from './card-links.ts';
import { parseMarkdown } from './card-markdown.ts';
import { withMathAsCode } from './card-math.ts';
import { cardFields, splitCard } from './front-matter.ts';

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
  const links = new CardLinks(place);
  const licence = license_name ?? license;
  const licenceLink = license_link === undefined ? undefined : links.linkOf(license_link)?.href;
  return {
    object,
    bytes: new TextEncoder().encode(card.text).length,
    home: `${place.home}/blob/${place.revision}/${encodePath(card.path)}`,
    ...defined({
      licence,
      licenceLink: licenceLink?.startsWith('http') ? licenceLink : undefined,
      ...{ baseModels: base_model, datasets, languages: language },
    }),
    html: (asWritten ? undefined : laidOut(body, links)) ?? written(body),
  };
}

/** Renders the text; undefined if that would take too long or give too much markup. */
function laidOut(body: string, links: CardLinks): string | undefined {
  const markdown = withMathAsCode(body);
  if (!isLaidOut(markdown)) return undefined;
  try {
    return cardHtml(parseMarkdown(markdown), links).text;
  } catch (error) {
    if (error instanceof TooMuchHtml) return undefined;
    throw error;
  }
}

const written = (body: string) => html`<pre tabindex="0"><code>${shownText(body)}</code></pre>`.text;
