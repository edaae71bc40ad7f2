// Writes the quantisations of a row, each with its size. With a memory limit, it writes only those that fit, each with
// the memory that it needs.

import { type Html, html } from '../../basics/html.ts';
import { neededMemory } from '../../model/context-memory.ts';
import { bytes } from '../../model/figures.ts';
import type { HubFacts } from '../../shapes/models.ts';

/** The maximum number of quantisations that a row names. The row counts the other quantisations. */
const MOST = 4;

/**
 * Makes a short list of quantisations: with `fits`, those that run in that memory, the largest first; without it, all,
 * the smallest first. Gives nothing for a model without quantisations.
 */
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
