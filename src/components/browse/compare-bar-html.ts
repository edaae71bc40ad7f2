// Writes the bar that compares the models which a visitor ticks in the list. The bar is a form; its checkboxes stand in
// the rows.

import { type Html, html } from '../../basics/html.ts';
import { MOST_COMPARED } from '../../basics/limits.ts';
import type { ModelRow } from '../../shapes/models.ts';
import { type BrowseQuestion, browseAddress } from '../questions/browse-question.ts';
import { COMPARED, shortNames } from '../questions/compare-question.ts';
import type { RowView } from './model-rows-html.ts';

/** Makes the bar; empty if the website has no page that compares models. */
export function compareBarHtml(question: BrowseQuestion, rows: readonly ModelRow[], view: RowView): Html | '' {
  if (view.compare === undefined) return '';
  const inside = compareBarInside(
    question,
    rows.map(({ id }) => id),
    view,
  );
  return html`<form id="comparing" class="compare-bar" action="${view.compare}" method="get"${question.compared?.length ? ' data-some' : ''}>${inside}</form>`;
}

/**
 * Makes the inside of the bar: each ticked model with a link that unticks it, and the button. `rows` has the ids of the
 * models on this page; a ticked model on another page becomes a hidden input.
 */
export function compareBarInside(question: BrowseQuestion, rows: readonly string[], { browse }: RowView): Html {
  const { compared = [] } = question;
  const elsewhere = compared.filter((id) => !rows.includes(id));
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
  return html`${kept}${list}<button type="submit">${word}</button><span class="note">${note}</span>`;
}
