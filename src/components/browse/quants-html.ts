// The quantisations of a row, each with its size; only those that fit if the visitor gave the memory.

import { type Html, html } from '../../basics/html.ts';
import { bytes } from '../../model/figures.ts';

/** The most that a row shows; the others are counted. */
const MOST = 4;

/** Makes a short list, the largest that fits first, or small ones first; nothing for a model without quantisations. */
export function quantsHtml(quants: Record<string, number> | undefined, fits: number | undefined): Html | '' {
  const all = Object.entries(quants ?? {}).sort(([, one], [, other]) => one - other);
  if (all.length === 0) return '';
  const fitting = fits === undefined ? all : all.filter(([, size]) => size <= fits).reverse();
  const shown = fitting.slice(0, MOST);
  const items = shown.map(([label, size]) => html`<li><b>${label}</b> ${bytes(size)}</li>`);
  const more = fitting.length - shown.length;
  const tooLarge = all.length - fitting.length;
  if (more > 0) items.push(html`<li>${more} ${fits === undefined ? 'more' : 'smaller'}</li>`);
  if (tooLarge > 0) items.push(html`<li class="too-large">${tooLarge} too large</li>`);
  return html`<ul class="quants${fits === undefined ? '' : ' quants-fit'}" aria-label="Quantisations${fits === undefined ? '' : ' that fit'}">${items}</ul>`;
}
