// Writes links to the other pages of a list of models.

import { type Html, html } from '../../basics/html.ts';
import { count } from '../../model/figures.ts';
import { type BrowseQuestion, browseAddress, PAGE_ROWS } from '../questions/browse-question.ts';
import type { RowView } from './model-rows-html.ts';

/** The number of pages that are linked on either side of the present page. */
const NEAR = 2;

/** Makes the links to the previous page, the next page and numbered pages; nothing if there is only one page. */
export function pagerHtml(
  question: BrowseQuestion,
  { isMore, total }: { isMore: boolean; total: number },
  { browse }: RowView,
): Html {
  const { page: here = 1 } = question;
  const last = Math.ceil(total / PAGE_ROWS);
  if (here === 1 && !isMore) return html``;
  const link = (page: number, rel: string, inside: Html) =>
    html`<a href="${browseAddress(browse, { ...question, page })}"${rel === '' ? '' : html` rel="${rel}"`}>${inside}</a>`;
  const pages = numbers(here, last).map((page, at, numbered) => {
    const gap = at > 0 && page > numbered[at - 1]! + 1 ? html`<li aria-hidden="true">…</li>` : '';
    const one =
      page === here
        ? html`<li><span aria-current="page"><span class="out-of-sight">Page </span>${count(page)}</span></li>`
        : html`<li>${link(page, '', html`<span class="out-of-sight">Page </span>${count(page)}`)}</li>`;
    return html`${gap}${one}`;
  });
  return html`${here > 1 ? link(here - 1, 'prev', html`Previous`) : ''}<ul>${pages}</ul>
    ${isMore ? link(here + 1, 'next', html`Next`) : ''}<span class="note">Page ${count(here)} of ${count(last)}</span>`;
}

/** Lists the numbers of the first page, the last page, and the pages near `here`, in order. */
function numbers(here: number, last: number): number[] {
  const near = Array.from({ length: 2 * NEAR + 1 }, (_, at) => here - NEAR + at);
  return [...new Set([1, ...near, last])].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b);
}
