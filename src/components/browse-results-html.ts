// What a question found, in one string: the filters in force, how many models, the rows, and where to go from here.
import { parseByteSize } from '../byte-size.ts';
import { count, counted } from '../figures.ts';
import { MAX_TAGS } from '../limits.ts';
import type { ModelRow } from '../shapes/models.ts';
import {
  type BrowseQuestion,
  browseAddress,
  filterLabel,
  filterValue,
  valueLabel,
  without,
} from './browse-question.ts';
import { type Loosened, unknownSizes } from './loosened.ts';
import { escaped } from './model/escaped.ts';
import { modelTableHtml, type RowView } from './model-rows-html.ts';

/** All tags a question may have, and one of each other filter. */
const MOST_CHIPS = MAX_TAGS + 10;

/** What was found, or the one sentence that says what is wrong with the question. */
export type Found = FoundModels | { error: string };

export interface FoundModels {
  rows: readonly ModelRow[];
  next?: string | undefined;
  /** Undefined until it is counted. */
  total: number | undefined;
  /** Filters to drop, when nothing was found. */
  drops: readonly Loosened[];
  /** Models that a memory limit left out because their size is unknown. */
  unknown: number;
}

/** Everything under the form. */
export function resultsHtml(question: BrowseQuestion, found: Found, view: RowView): string {
  const chips = chipsHtml(question, view);
  if ('error' in found)
    return `${chips}<section class="card notice notice-bad" aria-labelledby="error-title"><h2 id="error-title">This search could not be made</h2><p>${escaped(found.error)}</p><p><a href="${view.browse}">Start again with every model</a></p></section>`;
  if (found.rows.length === 0) return chips + emptyHtml(question, found, view) + unknownHtml(question, found, view);
  const memory = filterValue(question, 'fits');
  const fits = memory ? parseByteSize(memory) : undefined;
  return `${chips}<p class="tally">${tallyHtml(question, found.total)}</p>${unknownHtml(question, found, view)}${modelTableHtml(found.rows, 'Models found', { ...view, fits })}${legendHtml(view)}${pagerHtml(question, found, view)}`;
}

/** How many there are, as a sentence. */
export function tallyHtml({ filters }: BrowseQuestion, total: number | undefined): string {
  if (total === undefined) return '&nbsp;';
  const match = filters.length === 0 ? '' : total === 1 ? ' matches' : ' match';
  return `<strong>${counted(total, 'model')}</strong>${match}`;
}

/** The filters in force, each a link that drops it. */
function chipsHtml(question: BrowseQuestion, { browse }: RowView): string {
  // Each link says all other filters: of more than a question may have, they would take a page of megabytes.
  if (question.filters.length === 0 || question.filters.length > MOST_CHIPS) return '';
  const chip = (filter: BrowseQuestion['filters'][number]) =>
    `<li><a class="chip" href="${escaped(browseAddress(browse, without(question, filter)))}"><span class="out-of-sight">Drop </span>${filterLabel(filter)}: ${escaped(valueLabel(filter))} <span class="chip-cross" aria-hidden="true">×</span></a></li>`;
  const all = `<li><a class="chip chip-all" href="${browse}">Drop all</a></li>`;
  return `<ul class="chips" aria-label="Filters in force">${question.filters.map(chip).join('')}${question.filters.length > 1 ? all : ''}</ul>`;
}

/** Nothing to show: say which filter to drop and what that brings back. */
function emptyHtml(question: BrowseQuestion, { total = 0, drops }: FoundModels, { browse }: RowView): string {
  const card = (title: string, text: string) =>
    `<section class="card notice" aria-labelledby="empty-title"><h2 id="empty-title">${title}</h2>${text}</section>`;
  if (total > 0) {
    const first = escaped(browseAddress(browse, { ...question, cursor: undefined }));
    return card(
      'This page is past the end',
      `<p><a href="${first}">Back to the first page</a> of ${counted(total, 'model')}.</p>`,
    );
  }
  if (question.filters.length === 0)
    return card('There is no model yet', '<p>Nothing has been imported into this index.</p>');
  const title = `No model matches ${question.filters.length > 1 ? 'all of these' : 'this'}`;
  if (drops.length === 0) {
    const help = question.filters.length > 1 ? 'Dropping one filter alone would not help. ' : '';
    return card(title, `<p>${help}<a href="${browse}">Start again with every model</a>.</p>`);
  }
  const items = drops.map(
    ({ filter, total }) =>
      `<li><a href="${escaped(browseAddress(browse, without(question, filter)))}">Without ${filterLabel(filter).toLowerCase()} “${escaped(valueLabel(filter))}”</a>: ${counted(total, 'model')}</li>`,
  );
  return card(title, `<p>Drop one filter to see more:</p><ul class="plain">${items.join('')}</ul>`);
}

/** What "fits" means, and what it could not judge. */
function unknownHtml(question: BrowseQuestion, { unknown }: FoundModels, { browse }: RowView): string {
  const asked = unknownSizes(question);
  if (!asked) return '';
  const link = escaped(browseAddress(browse, asked));
  const left =
    unknown > 0
      ? ` <a href="${link}">${counted(unknown, 'model')} of unknown size</a> ${unknown === 1 ? 'is' : 'are'} left out.`
      : '';
  return `<p class="note">By real file size: the weights of one copy, or of the smallest quantisation where there are several. A running model takes some memory more.${left}</p>`;
}

function legendHtml({ sourceNames }: RowView): string {
  if (sourceNames.length === 0) return '';
  return `<p class="legend"><i class="dot dot-held" aria-hidden="true"></i> holds it. Sources in order: ${escaped(sourceNames.join(', '))}.</p>`;
}

function pagerHtml(question: BrowseQuestion, { next, rows }: FoundModels, { browse }: RowView): string {
  const link = (cursor: string | undefined) => escaped(browseAddress(browse, { ...question, cursor }));
  const first = question.cursor ? `<a href="${link(undefined)}" rel="first">First page</a>` : '';
  const onward = next
    ? `<a class="button" href="${link(next)}" rel="next">Next page</a><span>${count(rows.length)} on this page</span>`
    : '<span>That was the last of them.</span>';
  return `<nav class="pager" aria-label="Pages">${first}${onward}</nav>`;
}
