// Finds, while the hub makes a page, what a pasted text names, and shows it above the results of the search for its words.

import { type Html, html } from '../../basics/html.ts';
import { idParts } from '../../nouns/model-id.ts';
import type { SiteHub } from '../../site/site-hub.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { nothingFor, type Pasted } from '../questions/pasted.ts';
import { fileSuggestions, hashSuggestion, modelHref, modelSuggestion, type Suggestion } from './suggestion.ts';

type Hub = Pick<SiteHub, 'files' | 'isExport' | 'model'>;

const pattern = routes.modelPage.pattern;

/** Suggests what the pasted text names; empty if nothing is known. */
async function suggestionsFor(pasted: Pasted, hub: Hub): Promise<Suggestion[]> {
  switch (pasted.kind) {
    case 'sha256':
      return hashHere(pasted.sha256, hub);
    case 'object':
      return [{ group: 'Objects', href: href(routes.object, { id: pasted.address }), title: pasted.address }];
    case 'model':
      return modelHere(pasted, hub);
  }
}

async function hashHere(sha256: string, hub: Hub): Promise<Suggestion[]> {
  const found = fileSuggestions(pattern, await hub.files(sha256));
  return found.length === 0 || hub.isExport ? found : [...found, hashSuggestion(routes.hashPage.pattern, sha256)];
}

async function modelHere({ id, tag }: Extract<Pasted, { kind: 'model' }>, hub: Hub): Promise<Suggestion[]> {
  const { owner, name } = idParts(id);
  const model = await hub.model(owner, name);
  if (!('why' in model)) return [modelSuggestion(pattern, id, tag)];
  if (model.better !== undefined) return [modelSuggestion(pattern, model.better, tag)];
  const note = model.why === 'gated' ? 'is gated at its origin: what to do' : 'is not in this index: what to do';
  return [{ group: 'Models', href: modelHref(pattern, id), title: id, note, isMeant: true }];
}

/**
 * Makes a card with links, or with a sentence that says why there is none. Undefined if nothing was found but a search
 * for the words may find something.
 */
export async function pastedHtml(pasted: Pasted, hub: Hub): Promise<Html | undefined> {
  const found = await suggestionsFor(pasted, hub);
  const card = (title: string, text: Html) =>
    html`<section class="card notice" aria-labelledby="pasted-title"><h2 id="pasted-title">${title}</h2>${text}</section>`;
  const nothing = nothingFor(pasted);
  if (found.length === 0) return nothing === undefined ? undefined : card('Nothing to show', html`<p>${nothing}</p>`);
  const links = found.map(
    ({ href, title, note }) =>
      html`<li><a href="${href}"><bdi>${title}</bdi></a>${note ? html` <span class="note">${note}</span>` : ''}</li>`,
  );
  return card(TITLES[pasted.kind], html`<ul class="plain">${links}</ul>`);
}

const TITLES: Readonly<Record<Pasted['kind'], string>> = {
  sha256: 'Files with this SHA-256',
  object: 'Object with this address',
  model: 'Model with this id',
};
