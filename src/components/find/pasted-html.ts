// Shows what a pasted text names, above the results of the search for its words.
import { type Html, html } from '../../basics/html.ts';
import { nothingFor, type Pasted } from '../questions/pasted.ts';
import type { Suggestion } from './suggestion.ts';

/**
 * Makes a card with links, or with a sentence that says why there is none. Undefined if nothing was found but a search
 * for the words may find something.
 */
export function pastedHtml(pasted: Pasted, found: readonly Suggestion[]): Html | undefined {
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
