// Writes the lines above a model's card: its author, its licence and source, and the facts of its front matter.

import { type Html, html } from '../../basics/html.ts';
import { browseBy } from '../../model-page/model-links.ts';
import type { ModelPage, PageCard } from '../../model-page/model-page.ts';
import { pageLicence } from '../../model-page/page-licence.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { OUTSIDE } from './about-html.ts';
import { factsHtml } from './facts-html.ts';

/** Makes the line about the card's authors, licence and source, and the facts of its front matter if there are any. */
export function cardFactsHtml(model: ModelPage, card: PageCard): Html {
  const object = href(routes.object, { id: card.object });
  const { id = 'a licence that is not stated' } = pageLicence(model);
  const licence = card.licenceLink ? html`<a href="${card.licenceLink}" rel="${OUTSIDE}">${id}</a>` : id;
  const { host } = new URL(card.home);
  return html`<p class="note">Text by its authors, under ${licence}, from <a href="${card.home}" rel="${OUTSIDE}">
    ${host}</a> at <code>${model.revision.slice(0, 7)}</code>, unchanged; nobody here has checked it. Pictures aren’t
    loaded: each is a link where its file is in the model or on the web. <a href="${object}">The text as an object</a>
    </p>${facts(card)}`;
}

function facts({ licence, baseModels, datasets, languages }: PageCard): Html | '' {
  if (!(licence ?? baseModels ?? datasets ?? languages)) return '';
  const facts = factsHtml([
    ['Licence', licence && html`${licence}`],
    ['Base model', baseModels && listed(baseModels, (id) => html`<a href="${browseBy('search', id)}">${id}</a>`)],
    ['Datasets', datasets && listed(datasets)],
    ['Languages', languages && listed(languages)],
  ]);
  return html`<dl class="figures">${facts}</dl>`;
}

const listed = (texts: readonly string[], shown = (text: string) => html`${text}`) =>
  html`${texts.map((text, at) => html`${at > 0 ? ', ' : ''}${shown(text)}`)}`;
