// The quantisations of a row, each with its size; with the visitor's memory only those that run in it, each with what it
// needs.

import { type Html, html } from '../../basics/html.ts';
import { neededMemory } from '../../model/context-memory.ts';
import { bytes } from '../../model/figures.ts';
import type { HubFacts } from '../../shapes/models.ts';

/** The most that a row shows; the others are counted. */
const MOST = 4;

/** Makes a short list, the largest that fits first, or small ones first; nothing for a model without quantisations. */
export function quantsHtml(hub: HubFacts, fits: number | undefined): Html | '' {
  const all = Object.entries(hub.quants ?? {})
    .map(([label, size]) => [label, fits === undefined ? size : neededMemory(size, hub)] as const)
    .sort(([, one], [, other]) => one - other);
  if (all.length === 0) return '';
  const fitting = fits === undefined ? all : all.filter(([, size]) => size <= fits).reverse();
  const shown = fitting.slice(0, MOST);
  const items = shown.map(([label, size]) => html`<li><b>${label}</b> ${bytes(size)}</li>`);
  const more = fitting.length - shown.length;
  const tooLarge = all.length - fitting.length;
  if (more > 0) items.push(html`<li>${more} ${fits === undefined ? 'more' : 'smaller'}</li>`);
  if (tooLarge > 0) items.push(html`<li class="too-large">${tooLarge} too large</li>`);
  const what = fits === undefined ? '' : ' that fit, with the memory that each needs';
  return html`<ul class="quants${fits === undefined ? '' : ' quants-fit'}" aria-label="Quantisations${what}">${items}</ul>`;
}
