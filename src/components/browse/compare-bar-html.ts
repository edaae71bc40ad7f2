// Writes the bar that compares the models which a visitor ticks in the list. The bar is a form; its checkboxes stand in
// the rows.

import { type Html, html } from '../../basics/html.ts';
import { MOST_COMPARED } from '../../basics/limits.ts';
import type { ModelRow } from '../../shapes/models.ts';
import { type BrowseQuestion, browseAddress } from '../questions/browse-question.ts';
import { COMPARED, shortNames } from '../questions/compare-question.ts';
import type { RowView } from './model-rows-html.ts';

/**
 * Makes the bar: each ticked model with a link that unticks it, and the button. A ticked model without a row on this
 * page becomes a hidden input. Empty if the website has no page that compares models.
 */
export function compareBarHtml(
  question: BrowseQuestion,
  rows: readonly ModelRow[],
  { browse, compare }: RowView,
): Html | '' {
  if (compare === undefined) return '';
  const { compared = [] } = question;
  const elsewhere = compared.filter((ticked) => rows.every(({ id }) => id !== ticked));
  const kept = elsewhere.map((id) => html`<input type="hidden" name="${COMPARED}" value="${id}">`);
  const names = shortNames(compared);
  const chips = compared.map((id) => {
    const others = browseAddress(browse, { ...question, compared: compared.filter((other) => other !== id) });
    return html`<li><a class="chip" href="${others}"><span class="out-of-sight">Do not compare </span><bdi>
      ${names.get(id)!}</bdi> <span class="chip-cross" aria-hidden="true">×</span></a></li>`;
  });
  const list = chips.length > 0 ? html`<ul class="chips" aria-label="Models to compare">${chips}</ul>` : '';
  const [word, note] =
    compared.length > 0
      ? ['Compare', `${compared.length} of ${MOST_COMPARED}`]
      : ['Compare ticked models', `up to ${MOST_COMPARED}`];
  return html`<form id="comparing" class="compare-bar" action="${compare}" method="get"${compared.length > 0 ? ' data-some' : ''}>
    ${kept}${list}<button type="submit">${word}</button><span class="note">${note}</span></form>`;
}
