// Places on the page of a model for what changes while the model does not. Script fills them; without it each is a plain link.

import { type Html, html } from '../../../basics/html.ts';
import { DERIVATIONS, type Derivation, derivedTag } from '../../../model-page/derived-tags.ts';
import { browseBy, ownerAndName } from '../../../model-page/model-links.ts';
import type { ModelPage, PageFile } from '../../../model-page/model-page.ts';
import { hashShard } from '../../../nouns/sha256.ts';
import { href } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';
import { longestWords } from './sources-words.ts';

/** What the models of each kind are called. */
const KINDS: Readonly<Record<Derivation, string>> = {
  finetune: 'Fine-tunes',
  quantized: 'Quantisations',
  adapter: 'Adapters',
  merge: 'Merges',
};

/** Room for the longest that a line of figures may say. */
const FIGURES_ROOM = '999,999,999 on 2026-00-00, 999,999,999 on 2026-00-00';

/** Above the commands: how the sources are now. Undefined in an export, where nobody probes. */
export function sourcesNowHtml(model: ModelPage): Html | undefined {
  if (model.isDirect || model.sources.length === 0) return undefined;
  const [owner, name] = ownerAndName(model.id);
  const room = `\u2002\u2002${longestWords(model)}`;
  return html`<p class="sources-now room" role="status" data-sources="${href(routes.modelSources, { owner, name })}" data-room="${room}"><span><a href="${href(routes.healthPage, {})}">Are its sources up now?</a></span></p>`;
}

/** Models made from it, the same weights elsewhere, its downloads over the days; undefined in an export. */
export function relatedHtml(model: ModelPage): Html | undefined {
  if (model.isDirect) return undefined;
  const { id } = model;
  const [owner, name] = ownerAndName(id);
  const kinds = DERIVATIONS.map(
    (kind) =>
      html`<li><a href="${browseBy('filter', derivedTag(id, kind))}">${KINDS[kind]}</a> <span class="live-count" data-kind="${kind}"></span></li>`,
  );
  const main = mainWeight(model);
  return html`<dl class="related-list" data-related="${href(routes.modelRelated, { owner, name })}" data-pages="${href(routes.browse, {})}"><div><dt>Made from this model</dt><dd><ul class="kinds">${kinds}</ul></dd></div>${main ? sameHtml(main) : ''}<div><dt>Downloads by day</dt><dd class="by-day"><span class="room" data-room="${FIGURES_ROOM}"><span><a href="${href(routes.archivePage, {})}">The days of the index</a></span></span></dd></div></dl>`;
}

function sameHtml({ sha256 }: PageFile): Html {
  const shard = hashShard(sha256);
  return html`<div><dt>The same weights elsewhere</dt><dd class="same-bytes"><a href="${href(routes.hashes, { shard })}">Every file whose SHA-256 begins with ${shard}</a></dd></div>`;
}

/** The largest weight of one usable copy, as the live row has it. */
function mainWeight({ files, copy }: ModelPage): PageFile | undefined {
  const weights = files.filter(({ path }) => copy?.paths.includes(path));
  return weights.reduce<PageFile | undefined>(
    (most, file) => (most && most.size >= file.size ? most : file),
    undefined,
  );
}
