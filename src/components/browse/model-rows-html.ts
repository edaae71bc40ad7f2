// Models as rows of a table in one string, the same on a page and after a search in the browser.

import { type Html, html } from '../../basics/html.ts';
import { copyBytes } from '../../model/download-size.ts';
import { bytes, compact, count, counted, day } from '../../model/figures.ts';
import { idParts } from '../../nouns/model-id.ts';
import { licenceIn } from '../../search/facet-groups.ts';
import type { HubFacts, ModelRow } from '../../shapes/models.ts';
import { downloadCommand } from '../copying/commands.ts';
import {
  askingFor,
  type BrowseQuestion,
  browseAddress,
  type Filter,
  orderName,
  sortedBy,
} from '../questions/browse-question.ts';
import { COMPARED } from '../questions/compare-question.ts';
import { quantsHtml } from './quants-html.ts';

/** The facts about the service that rows need. */
export interface RowView {
  baseUrl: string;
  /** The address of a model's page, with `{owner}` and `{name}`. */
  modelPage: string;
  /** The address of the browse page. */
  browse: string;
  /** The names of the sources, in order of preference. */
  sourceNames: readonly string[];
  /** The visitor's free memory in bytes; undefined if it is not given. */
  fits?: number | undefined;
  /** The address of the page that compares models; absent if models can't be ticked. */
  compare?: string;
  /** The ids of the ticked models. */
  ticks?: readonly string[];
  /** The question that the rows answer; absent for rows that can't be sorted. */
  question?: BrowseQuestion;
  /** True in an export: no single command downloads a model there, so there is none to copy. */
  isExport?: boolean;
}

const UNKNOWN = html`<span class="unknown">unknown</span>`;

/** Makes the table, with `caption` for people who don't see it. With a question, columns can be sorted. */
export function modelTableHtml(rows: readonly ModelRow[], caption: string, view: RowView): Html {
  return html`<div class="models-room"><table class="models"><caption class="out-of-sight">${caption}</caption>
<thead><tr>${COLUMNS.map((column) => headHtml(column, view))}</tr></thead>
<tbody>${rows.map((row) => rowHtml(row, view))}</tbody></table></div>`;
}

/** A column of the list: its head, its cells, and its order. */
interface Column {
  /** The name in the head, and beside each cell on a narrow screen. */
  name: string;
  /** The class of head and cells; the cell of the kind `model` is the head of its row. */
  kind?: 'model' | 'figure' | 'copying';
  isNarrow?: true;
  by?: string;
  /** True if the first click sorts the lowest values first. */
  isLowFirst?: true;
  cell: (row: ModelRow, view: RowView) => Html;
}

const COLUMNS: readonly Column[] = [
  {
    name: 'Model',
    kind: 'model',
    cell: (row, view) =>
      html`${nameHtml(row.id, view)}${traitsHtml(row, view)}${quantsHtml(row.hub.quants, view.fits)}`,
  },
  { name: 'Parameters', kind: 'figure', cell: ({ hub }) => amount(hub.parameters, compact, '') },
  {
    ...{ name: 'One copy', kind: 'figure', isNarrow: true, by: 'size', isLowFirst: true },
    cell: ({ hub }) => sizeHtml(hub),
  },
  { name: 'Downloads', kind: 'figure', by: 'downloads', cell: ({ downloads }) => amount(downloads, compact, '') },
  { name: 'Updated', by: 'updated', cell: updatedHtml },
  { name: 'Sources', isNarrow: true, cell: ({ hub }, view) => sourcesHtml(hub.sources ?? [], view.sourceNames) },
  { name: 'For this model', kind: 'copying', cell: copyingHtml },
];

/** Makes a head that sorts, and reverses the present order. */
function headHtml({ name, kind, isNarrow, by, isLowFirst }: Column, { browse, question }: RowView): Html {
  if (kind === 'copying') return html`<th scope="col" class="copying"><span class="out-of-sight">${name}</span></th>`;
  const classes = [kind === 'figure' ? 'figure' : '', isNarrow ? 'narrow' : ''].filter((one) => one !== '').join(' ');
  const classed = classes === '' ? '' : html` class="${classes}"`;
  if (by === undefined || !question) return html`<th scope="col"${classed}>${name}</th>`;
  const now = sortedBy(question);
  const isSorted = now?.by === by;
  const ascending = isSorted ? !now.ascending : isLowFirst === true;
  const address = browseAddress(browse, { ...question, page: 1, sort: orderName(by, ascending) });
  const sorted = isSorted ? html` aria-sort="${now.ascending ? 'ascending' : 'descending'}"` : '';
  return html`<th scope="col"${classed}${sorted}><a class="sorter" href="${address}">${name}</a></th>`;
}

function rowHtml(row: ModelRow, view: RowView): Html {
  return html`<tr>${COLUMNS.map((column) => cellHtml(column, column.cell(row, view)))}</tr>`;
}

function cellHtml({ name, kind }: Column, cell: Html): Html {
  if (kind === 'model') return html`<th scope="row" class="model">${cell}</th>`;
  if (kind === 'copying') return html`<td class="copying">${cell}</td>`;
  return html`<td${kind ? html` class="${kind}"` : ''} data-label="${name}">${cell}</td>`;
}

/** Makes the buttons of a row: save, copy the command, tick for the comparison. */
function copyingHtml(row: ModelRow, view: RowView): Html {
  const command = view.isExport ? '' : copyHtml(row.id, downloadCommand(view.baseUrl, row));
  return html`<button type="button" class="save" data-save="${row.id}"></button>${command}${tickHtml(row.id, view)}`;
}

/** Makes the box that ticks a model for the form of the comparison (`compare-bar-html.ts`). */
function tickHtml(id: string, { compare, ticks = [] }: RowView): Html | '' {
  if (compare === undefined) return '';
  const isTicked = ticks.includes(id) ? ' checked' : '';
  return html`<label class="tick"><input type="checkbox" name="${COMPARED}" value="${id}"
    form="comparing"${isTicked}>Compare<span class="out-of-sight"> ${id}</span></label>`;
}

function copyHtml(id: string, command: string): Html {
  return html`<button type="button" class="row-copy" data-copy="${command}" aria-label="Copy the command for ${id}"
    title="Copy the command that downloads it">Copy</button>`;
}

function nameHtml(id: string, { modelPage }: RowView): Html {
  const { owner, name } = idParts(id);
  const page = modelPage.replace('{owner}', owner).replace('{name}', name);
  return html`<a class="model-id" href="${page}"><span class="owner">${owner}/</span><wbr>${name}</a>`;
}

function traitsHtml({ pipeline_tag, library_name, tags, hub }: ModelRow, { browse, ticks = [] }: RowView): Html | '' {
  const trait = (name: Filter['name'], value: string | undefined) =>
    value
      ? html`<li><a href="${browseAddress(browse, { ...askingFor({ name, value }), compared: ticks })}">${value}</a></li>`
      : '';
  const traits = [
    trait('pipeline_tag', pipeline_tag),
    trait('library', library_name),
    trait('license', licenceIn(tags)),
    hub.listed === false ? html`<li>no longer listed, still served</li>` : '',
  ].filter((one) => one !== '');
  return traits.length === 0 ? '' : html`<ul class="traits">${traits}</ul>`;
}

function amount(value: number | undefined, short: (value: number) => string, unit: string): Html {
  return value === undefined ? UNKNOWN : html`<span title="${count(value)}${unit}">${short(value)}</span>`;
}

/** Shows the size of one copy, and below it the size of all weights if they take more. */
function sizeHtml(hub: HubFacts): Html {
  const { weight_bytes: all } = hub;
  if (all === 0) return html`<span class="unknown">none</span>`;
  const copy = amount(copyBytes(hub), bytes, ' bytes of weights in one copy');
  if (all === undefined || bytes(all) === bytes(copyBytes(hub)!)) return copy;
  return html`${copy} <span class="unknown whole" title="${counted(all, 'byte')} of weights, whatever their format">of ${bytes(all)}</span>`;
}

function updatedHtml({ lastModified, createdAt }: ModelRow): Html {
  const updated = lastModified ?? createdAt;
  if (!updated) return UNKNOWN;
  return html`<time datetime="${updated}">${day(updated)}</time>${lastModified ? '' : html` <span class="unknown">created</span>`}`;
}

/** Shows a dot for each source, filled if it holds every file of the model; sources outside of the list come last. */
function sourcesHtml(held: readonly string[], known: readonly string[]): Html {
  if (held.length === 0) return html`<span class="unknown">no whole copy</span>`;
  const names = [...known, ...held.filter((name) => !known.includes(name))];
  const dots = names.map((name) => html`<i class="${held.includes(name) ? 'dot dot-held' : 'dot'}"></i>`);
  const text = held.join(', ');
  return html`<span class="dots" role="img" aria-label="${text}" title="${text}">${dots}</span>`;
}
