// Writes the results of the browse page as one HTML string: the filters, the number of models, the rows, and links to
// other pages.

import { type Html, html } from '../../basics/html.ts';
import { MAX_TAGS } from '../../basics/limits.ts';
import { own } from '../../basics/records.ts';
import { count, counted } from '../../model/figures.ts';
import { idParts, versionLink } from '../../nouns/model-id.ts';
import { parseByteSize } from '../../nouns/quantities.ts';
import type { ModelRow } from '../../shapes/models.ts';
import { href } from '../../table/route.ts';
import {
  askingFor,
  type BrowseQuestion,
  browseAddress,
  fieldLabel,
  filterLabel,
  filterValue,
  PAGE_ROWS,
  valueLabel,
  without,
} from '../questions/browse-question.ts';
import { readPasted } from '../questions/pasted.ts';
import { modelTableHtml, pageAt, type RowView } from './model-rows-html.ts';

/** The models found, or one sentence that says what is wrong with the question. */
export type BrowseOutcome = SearchPage | { error: string };

interface SearchPage {
  rows: readonly ModelRow[];
  /** True if more rows follow on the next page. */
  isMore: boolean;
  total: number;
  /** The number of models that a memory limit left out because their size is unknown. */
  unknown: number;
}

/** Writes everything below the form of the browse page. */
export function resultsHtml(question: BrowseQuestion, found: BrowseOutcome, view: RowView): Html {
  const chips = chipsHtml(question, view);
  if ('error' in found)
    return html`${chips}<section class="card notice notice-bad" aria-labelledby="error-title">
      <h2 id="error-title">This search could not be made</h2><p>${errorText(found.error)}</p><p>
      <a href="${view.browse}">Start again with every model</a></p></section>`;
  const pasted = pastedHtml(question, found, view);
  if (found.rows.length === 0)
    return html`${chips}${pasted}${pasted === '' ? emptyHtml(question, found, view) : ''}${unknownHtml(question, found, view)}`;
  const memory = filterValue(question, 'fits');
  const fits = memory ? parseByteSize(memory) : undefined;
  return html`<p class="tally">${tallyHtml(question, found.total)}</p>${chips}${pasted}${unknownHtml(question, found, view)}
    ${modelTableHtml(found.rows, 'Models found', { ...view, fits, question })}
    ${compareBarHtml(view)}<nav class="pager" aria-label="Pages">
    ${pagerHtml(question, found, view)}</nav>`;
}

/**
 * Links what the words name: the page of a hash, or of a model by its id or its name alone, in any letter case. Says what
 * to do about an id that this index lacks.
 */
function pastedHtml(question: BrowseQuestion, { rows }: SearchPage, view: RowView): Html | '' {
  const words = filterValue(question, 'search');
  const pasted = readPasted(words);
  if (pasted?.kind === 'models') {
    const ids = pasted.ids.join(',');
    return view.compare === undefined ? '' : meantHtml(`${view.compare}?models=${ids}`, 'Compare these models');
  }
  if (pasted?.kind === 'sha256' && view.hashPage !== undefined)
    return meantHtml(href({ pattern: view.hashPage as '/{sha256}' }, pasted), 'What is known of this hash');
  const named = rows.filter(({ id }) => idParts(id).name.toLowerCase() === words.toLowerCase());
  if (pasted?.kind !== 'model') return named.length === 1 ? meantHtml(pageAt(named[0]!.id, view), named[0]!.id) : '';
  const row = rows.find(({ id }) => id.toLowerCase() === pasted.id.toLowerCase());
  const version = pasted.tag === undefined ? '' : versionLink(pasted.tag);
  const { id } = row ?? pasted;
  if (!view.missing) return view.isExport && !row ? '' : meantHtml(pageAt(id, view) + version, id);
  const inWords = browseAddress(view.browse, askingFor({ name: 'search', value: id.replace('/', ' ') }));
  const { title, lead, steps } = view.missing;
  return html`<section class="card"><h2>${title}</h2><p>${lead}</p><ul class="steps">${steps.map((step) => html`<li>${step}</li>`)}
    <li><a href="${inWords}">Models with some of its words</a></li></ul></section>`;
}

/** The search in the header leads to this link at once (`browse-script.ts`). */
const meantHtml = (address: string, text: string) =>
  html`<p class="card"><a class="meant" href="${address}">${text}</a></p>`;

/** Replaces the name of the parameter in the service's sentence by the label of its field on the page. */
function errorText(sentence: string): string {
  const [, name, fix] = /^(?:Bad "(\w+)"): (.+)$/.exec(sentence) ?? [];
  return name === undefined ? sentence : `“${fieldLabel(name)}” was not understood: ${fix}`;
}

/** Gives the number of models as a sentence. */
function tallyHtml({ filters }: BrowseQuestion, total: number): Html {
  const match = filters.length === 0 ? '' : total === 1 ? ' matches' : ' match';
  return html`<strong>${counted(total, 'model')}</strong>${match}`;
}

/** The maximum number of filters shown as links: as many tags as a question may have, and ten other filters. */
const MOST_CHIPS = MAX_TAGS + 10;

/** Shows each filter as a link that removes it. */
function chipsHtml(question: BrowseQuestion, { browse, sourceNames }: RowView): Html | '' {
  // Each link repeats all other filters: too many filters would make a page of megabytes.
  const { filters } = question;
  if (filters.length === 0 || filters.length > MOST_CHIPS) return '';
  const labelOf = (filter: BrowseQuestion['filters'][number]) =>
    (filter.name === 'held' && own(sourceNames, filter.value)) || valueLabel(filter);
  const chip = (filter: BrowseQuestion['filters'][number]) =>
    html`<li><a class="chip" href="${browseAddress(browse, without(question, filter))}">
      <span class="out-of-sight">Drop </span>${filterLabel(filter)}: ${labelOf(filter)} <span class="chip-cross"
      aria-hidden="true">×</span></a></li>`;
  const all = html`<li><a class="chip chip-all" href="${browse}">Clear filters</a></li>`;
  return html`<ul class="chips" aria-label="Filters in force">${filters.map(chip)}${filters.length > 1 ? all : ''}</ul>`;
}

/** Links the pages before and behind this one; nothing if there is only one page. */
function pagerHtml(question: BrowseQuestion, { isMore, total }: SearchPage, { browse }: RowView): Html | '' {
  const { page = 1 } = question;
  if (page === 1 && !isMore) return '';
  const link = (to: number, rel: string, word: string) =>
    html`<a href="${browseAddress(browse, { ...question, page: to })}" rel="${rel}">${word}</a>`;
  return html`${page > 1 ? link(page - 1, 'prev', 'Previous') : ''}
    <span class="note">Page ${count(page)} of ${count(Math.ceil(total / PAGE_ROWS))}</span>
    ${isMore ? link(page + 1, 'next', 'Next') : ''}`;
}

/** Says what to do when nothing was found. */
function emptyHtml(question: BrowseQuestion, { total }: SearchPage, { browse, docs }: RowView): Html {
  const words = filterValue(question, 'search');
  const inDocs = `${docs}?${new URLSearchParams({ q: words })}`;
  const isAsked = words !== '' && docs !== undefined;
  const elsewhere = isAsked ? html`<p><a href="${inDocs}">Search the docs for “${words}”</a></p>` : '';
  const card = (title: string, text: Html) =>
    html`<section class="card notice" aria-labelledby="empty-title"><h2 id="empty-title">${title}</h2>${text}
      ${elsewhere}</section>`;
  if (total > 0) {
    const first = browseAddress(browse, { ...question, page: 1 });
    return card(
      'This page is past the end',
      html`<p><a href="${first}">Back to the first page</a> of ${counted(total, 'model')}.</p>`,
    );
  }
  if (question.filters.length === 0)
    return card('There is no model yet', html`<p>Nothing has been imported into this index.</p>`);
  const title = `No model matches ${question.filters.length > 1 ? 'all of these' : 'this'}`;
  const help = question.filters.length > 1 ? 'Drop one of the filters above, or start' : 'Start';
  return card(title, html`<p><a href="${browse}">${help} again with every model</a>.</p>`);
}

/**
 * Explains how the filter `fits` counts memory, and gives the number of models that it left out because their size is
 * unknown.
 */
function unknownHtml(question: BrowseQuestion, { unknown }: SearchPage, { browse }: RowView): Html | '' {
  const asked = unknownSizes(question);
  if (!asked) return '';
  const link = browseAddress(browse, asked);
  const left =
    unknown > 0
      ? html`<p><a href="${link}">${counted(unknown, 'model')} of unknown size</a> ${unknown === 1 ? 'is' : 'are'} left out.</p>`
      : '';
  return html`<div class="note memory-counted"><details><summary>How memory is counted</summary><p>Weights and context
    together: those of one copy, or of the smallest quantisation, with 8,192 tokens, or a fifth of the weights where no
    header tells the context. Leave room for your system. Adapters are left out: they need their base model too.</p>
    </details>${left}</div>`;
}

/** Makes the form whose checkboxes stand in the rows. It shows once a model is ticked. */
function compareBarHtml({ compare }: RowView): Html | '' {
  if (compare === undefined) return '';
  return html`<form id="comparing" class="compare-bar" action="${compare}" method="get"><button type="submit">Compare</button>
    <span class="note">up to four models</span></form>`;
}

/**
 * Makes the question for the models of unknown size, which a memory limit leaves out. Gives undefined if the question
 * has no memory limit, or has a filter by size as well.
 */
export function unknownSizes(question: BrowseQuestion): BrowseQuestion | undefined {
  if (!filterValue(question, 'fits') || filterValue(question, 'size')) return undefined;
  const filters = question.filters.filter(({ name }) => name !== 'fits');
  return { ...question, page: 1, filters: [...filters, { name: 'size', value: 'unknown' }] };
}
