// Shows what visitors want to know of a model first: its licence, its base models, its origin.

import { type Html, html } from '../../basics/html.ts';
import { baseModels } from '../../model-page/base-models.ts';
import { browseBy } from '../../model-page/model-links.ts';
import type { ModelPage } from '../../model-page/model-page.ts';
import { pageLicence } from '../../model-page/page-licence.ts';
import { idParts } from '../../nouns/model-id.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { dayLink, factsHtml } from './facts-html.ts';

/** The `rel` of links that a model's author chose, which may lead to any site. */
export const OUTSIDE = 'nofollow noopener ugc';

/** Makes the list of facts. Leaves out unknown facts, except the licence: visitors must learn that none is known. */
export function aboutHtml(model: ModelPage, here?: ReadonlySet<string>): Html {
  const facts = factsHtml([
    ['Licence', licence(model)],
    ['Base model', madeFrom(model, here)],
    ['Origin', origin(model)],
    ['Indexed', model.indexed && dayLink(model.indexed)],
  ]);
  return html`<dl class="about">${facts}</dl>`;
}

function licence(model: ModelPage): Html {
  const { id, text } = pageLicence(model);
  const { license } = model;
  if (id === undefined) return html`<strong>Not stated.</strong>${where(text)}`;
  const shown = html`<strong>${id}</strong>`;
  const linked = license ? html`<a href="${browseBy('license', license)}">${shown}</a>` : shown;
  return html`${linked}<span class="note">${where(text)}</span>`;
}

function where(text: ReturnType<typeof pageLicence>['text']): Html | '' {
  if (!text) return '';
  const rel = text.isOutside ? html` rel="${OUTSIDE}"` : '';
  return html` Read the <a href="${text.href}"${rel}>${text.label}</a>`;
}

/**
 * Lists the base models, each with a link to its origin. `here` has those that the index has. In an export, a base model
 * may join or leave the index while this page stays, so each link searches for it.
 */
function madeFrom(model: ModelPage, here: ReadonlySet<string> | undefined): Html | undefined {
  const bases = baseModels(model);
  if (bases.length === 0) return undefined;
  const rows = bases.map(({ id, how }) => {
    const there =
      model.homes === undefined
        ? ''
        : html` <a class="note" href="${model.homes}${id}">${new URL(model.homes).host}<span class="out-of-sight"> on ${id}</span></a>`;
    const page = here === undefined ? browseBy('search', id) : href(routes.modelPage, idParts(id));
    const name = html`<bdi>${id}</bdi>`;
    const isMissing = here?.has(id) === false;
    return html`<li>${isMissing ? name : html`<a href="${page}">${name}</a>`}${how === undefined ? '' : ` (${how})`}
      ${isMissing ? html` <span class="note">not in this index</span>` : ''}${there}</li>`;
  });
  return html`<ul class="bases">${rows}</ul>`;
}

/**
 * Links the model at its origin if a source at the origin's host holds it. If only other sources hold the model, the
 * origin may not know its id.
 */
function origin({ id, homes, revision, sources }: ModelPage): Html | undefined {
  if (homes === undefined) return undefined;
  const { host } = new URL(homes);
  if (!sources.some((source) => source.host === host)) return undefined;
  return html`<a href="${homes}${id}">${`${host}/${id}`}</a>, at revision <code>${revision.slice(0, 7)}</code>`;
}
