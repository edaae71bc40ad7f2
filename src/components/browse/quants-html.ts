// Writes the quantisations of a row, each with its size and as a link that chooses it on the model's page. With a memory
// limit, it writes only those that fit, each with the memory that it needs.

import { type Html, html } from '../../basics/html.ts';
import { neededMemory } from '../../model/context-memory.ts';
import { bytes } from '../../model/figures.ts';
import { versionLink } from '../../nouns/model-id.ts';
import type { HubFacts } from '../../shapes/models.ts';

/** The maximum number of quantisations that a row names. The row counts the other quantisations. */
const MOST = 4;

/** Lists quantisations: with `fits`, those that run in that memory with what each needs, the largest first; else all. */
export function fittingQuants(hub: HubFacts, fits: number | undefined): (readonly [label: string, size: number])[] {
  const all = Object.entries(hub.quants ?? {})
    .map(([label, size]) => [label, fits === undefined ? size : neededMemory(size, hub)] as const)
    .sort(([, one], [, other]) => one - other);
  return fits === undefined ? all : all.filter(([, size]) => size <= fits).reverse();
}

/**
 * Makes a short list of quantisations: with `fits`, those that run in that memory, the largest first; without it, all,
 * the smallest first. `page` is the address of the model's page. Gives nothing for a model without quantisations.
 */
export function quantsHtml(hub: HubFacts, fits: number | undefined, page: string): Html | '' {
  const all = Object.keys(hub.quants ?? {});
  if (all.length === 0) return '';
  const fitting = fittingQuants(hub, fits);
  const shown = fitting.slice(0, MOST);
  const lead = fits === undefined ? '' : 'Memory needed: ';
  const items = shown.map(
    ([label, size], at) =>
      html`<li>${at === 0 ? lead : ''}<a href="${page}${versionLink(label)}"><b>${label}</b> ${bytes(size)}</a></li>`,
  );
  const more = fitting.length - shown.length;
  const tooLarge = all.length - fitting.length;
  if (more > 0) items.push(html`<li>${more} ${fits === undefined ? 'more' : 'smaller'}</li>`);
  if (tooLarge > 0) items.push(html`<li class="too-large">${tooLarge} too large</li>`);
  const what = fits === undefined ? '' : ' that fit, with the memory that each needs';
  return html`<ul class="quants${fits === undefined ? '' : ' quants-fit'}" aria-label="Quantisations${what}">${items}</ul>`;
}
