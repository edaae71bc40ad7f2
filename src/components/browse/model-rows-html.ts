// Writes models as rows of a table, in the same way on a page and after a search in the browser.

import { type Html, html } from '../../basics/html.ts';
import { own } from '../../basics/records.ts';
import { copyBytes } from '../../model/context-memory.ts';
import { bytes, compact, count, counted, day } from '../../model/figures.ts';
import { idParts, versionLink } from '../../nouns/model-id.ts';
import { taskTitle } from '../../nouns/tasks.ts';
import { FORMATS, licenceIn } from '../../search/choices.ts';
import { formatMeant } from '../../search/words/task-words.ts';
import type { HubFacts, ModelRow } from '../../shapes/models.ts';
import { downloadCommand, usualQuant } from '../copying/commands.ts';
import { ownerMark, taskIcon } from '../marks/marks-html.ts';
import type { NoModelWords } from '../model/no-model-html.ts';
import {
  askingFor,
  type BrowseQuestion,
  browseAddress,
  type Filter,
  filterValue,
  filterValues,
} from '../questions/browse-question.ts';
import { fittingQuants, quantsHtml } from './quants-html.ts';

/** The addresses, names and choices that rows depend on. */
export interface RowView {
  baseUrl: string;
  /** The address of a model's page, with `{owner}` and `{name}`. */
  modelPage: string;
  /** The address of the browse page. */
  browse: string;
  /**
   * The address of the documentation, which the page links when a search finds nothing; absent in a table without a
   * search.
   */
  docs?: string;
  /** The host of each source, in order of preference. The keys are the names of the sources in rows. */
  sourceNames: Readonly<Record<string, string>>;
  /** The memory limit of the search in bytes; undefined if the visitor gave none. */
  fits?: number | undefined;
  /** The address of the page that compares models; absent if models can't be ticked. */
  compare?: string;
  /** The address of the page of a hash, with `{sha256}`; absent in an export. */
  hashPage?: string;
  /** The words for the model whose id the question is, which this index lacks; absent if it is no such id. */
  missing?: NoModelWords | undefined;
  /** The question that the rows answer; absent for rows that answer none. */
  question?: BrowseQuestion;
  /** True in an export, which has no single command that downloads a model, and so no command to copy. */
  isExport?: boolean;
}

const UNKNOWN = html`<span class="unknown" role="img" aria-label="unknown">–</span>`;

/** Makes the table. `caption` describes it for people who don't see it. */
export function modelTableHtml(rows: readonly ModelRow[], caption: string, view: RowView): Html {
  const cells = (row: ModelRow) => html`<tr>${COLUMNS.map((column) => cellHtml(column, column.cell(row, view)))}</tr>`;
  const ticked = view.compare === undefined ? '' : ' with-ticks';
  // The columns come before the rows, so that each column has its width while rows are still arriving.
  return html`<div class="models-room"><table class="models${ticked}"><caption class="out-of-sight">${caption}</caption>
<colgroup>${COLUMNS.map(() => html`<col>`)}</colgroup><thead><tr>${COLUMNS.map(headHtml)}</tr></thead>
<tbody>${rows.map(cells)}</tbody></table></div>${legendHtml(view)}`;
}

function legendHtml({ sourceNames }: RowView): Html | '' {
  const hosts = Object.values(sourceNames);
  if (hosts.length === 0) return '';
  return html`<p class="sources-legend"><i class="dot dot-held" aria-hidden="true"></i> holds every file. Sources in order: ${hosts.join(', ')}.</p>`;
}

/** A column of the list: its head and its cells. */
interface Column {
  /** The title of the column. On a narrow screen it stands beside each cell. */
  name: string;
  /** The class of the title and the cells. The cell of the kind `model` is the header of its row. */
  kind?: 'model' | 'figure' | 'copying';
  cell: (row: ModelRow, view: RowView) => Html;
}

const COLUMNS: readonly Column[] = [
  {
    name: 'Model',
    kind: 'model',
    cell: (row, view) =>
      html`${ownerMark(idParts(row.id).owner)}<div class="row-text">${nameHtml(row, view)}${traitsHtml(row, view)}
        ${quantsHtml(row.hub, view.fits, pageAt(row.id, view))}</div>`,
  },
  { name: 'Parameters', kind: 'figure', cell: ({ hub }) => amount(hub.parameters, compact, '') },
  { name: 'One copy', kind: 'figure', cell: ({ hub }, view) => sizeHtml(hub, shownQuant(hub, view)) },
  { name: 'Downloads', kind: 'figure', cell: ({ downloads }) => amount(downloads, compact, '') },
  { name: 'Updated', cell: updatedHtml },
  { name: 'For this model', kind: 'copying', cell: copyingHtml },
];

function headHtml({ name, kind }: Column): Html {
  if (kind === 'copying') return html`<th scope="col" class="copying"><span class="out-of-sight">${name}</span></th>`;
  return html`<th scope="col"${kind === 'figure' ? html` class="figure"` : ''}>${name}</th>`;
}

function cellHtml({ name, kind }: Column, cell: Html): Html {
  if (kind === 'model') return html`<th scope="row" class="model">${cell}</th>`;
  if (kind === 'copying') return html`<td class="copying">${cell}</td>`;
  return html`<td${kind ? html` class="${kind}"` : ''} data-label="${name}">${cell}</td>`;
}

/** Makes the buttons of a row: copy the command, tick for the comparison. */
function copyingHtml(row: ModelRow, view: RowView): Html {
  const quant = shownQuant(row.hub, view);
  const command = view.isExport ? undefined : downloadCommand(view.baseUrl, row, quant);
  return html`${command === undefined ? openHtml(row.id, view) : copyHtml(row.id, command, quant)}${tickHtml(row.id, view)}`;
}

/** Links the commands of a model that no one line downloads from patterns of names. */
function openHtml(id: string, view: RowView): Html | '' {
  if (view.isExport) return '';
  return html`<a class="button quiet" href="${pageAt(id, view)}">Get it<span class="out-of-sight">: ${id}</span></a>`;
}

/** Makes the checkbox that adds a model to the comparison. It belongs to the form below the list. */
function tickHtml(id: string, { compare }: RowView): Html | '' {
  if (compare === undefined) return '';
  return html`<label class="tick"><input type="checkbox" name="models" value="${id}"
    form="comparing">Compare<span class="out-of-sight"> ${id}</span></label>`;
}

/** Gives the quantisation that the question asks for or that fits best in the memory; undefined if neither says. */
function shownQuant(hub: HubFacts, { fits, question }: RowView): string | undefined {
  const asked = question ? filterValues(question, 'quant') : [];
  const fitting = fittingQuants(hub, fits).map(([label]) => label);
  const named = fitting.find((label) => asked.includes(label));
  if (named !== undefined || fits !== undefined) return named ?? fitting[0];
  return question && hub.quants && asksForGguf(question) ? usualQuant(hub.quants) : undefined;
}

/** True if the question names the format, or in its words the format or a tool that runs it. */
function asksForGguf(question: BrowseQuestion): boolean {
  const words = filterValue(question, 'search')
    .toLowerCase()
    .split(/[^a-z]+/);
  const isMeant = (word: string) => word === 'gguf' || formatMeant(word) === 'gguf';
  return filterValues(question, 'format').includes('gguf') || words.some(isMeant);
}

function copyHtml(id: string, command: string, quant: string | undefined): Html {
  const label = quant === undefined ? `Copy the command for ${id}` : `Copy ${quant} of ${id}: the command`;
  return html`<button type="button" class="copy" data-copy="${command}" aria-label="${label}"
    title="Copy the command that downloads ${quant ?? 'it'}">Copy${quant === undefined ? '' : ` ${quant}`}</button>`;
}

export const pageAt = (id: string, { modelPage }: RowView) => {
  const { owner, name } = idParts(id);
  return modelPage.replace('{owner}', owner).replace('{name}', name);
};

/** Links the model's page, where the quantisation that the row shows for the question is chosen. */
function nameHtml({ id, hub }: ModelRow, view: RowView): Html {
  const { owner, name } = idParts(id);
  const quant = shownQuant(hub, view);
  const page = pageAt(id, view) + (quant === undefined ? '' : versionLink(quant));
  return html`<a class="model-id" href="${page}"><span class="owner">${owner}/</span><wbr>${name}</a>`;
}

function traitsHtml({ pipeline_tag, library_name, tags, hub }: ModelRow, view: RowView): Html {
  const { browse, sourceNames } = view;
  const browseBy = (name: Filter['name'], value: string) => browseAddress(browse, askingFor({ name, value }));
  const licence = licenceIn(tags);
  // If the library has the name of the format, the format is left out, since it would appear twice.
  const format = [...FORMATS].find((one) => one !== library_name && tags?.includes(one));
  const task = pipeline_tag ? html`${taskIcon(pipeline_tag)}${taskTitle(pipeline_tag)}` : '';
  return html`<ul class="traits">
    ${pipeline_tag ? html`<li class="of-task"><a href="${browseBy('pipeline_tag', pipeline_tag)}">${task}</a></li>` : ''}
    ${library_name ? html`<li class="of-library"><a href="${browseBy('library', library_name)}">${library_name}</a></li>` : ''}
    ${licence ? html`<li class="of-licence"><a href="${browseBy('license', licence)}">${licence}</a></li>` : ''}
    ${format ? html`<li class="of-format"><a class="badge" href="${browseBy('format', format)}">${format}</a></li>` : ''}
    ${hub.listed === false ? html`<li class="of-note">no longer listed, still served</li>` : ''}
    <li class="of-sources">${sourcesHtml(hub.sources ?? [], sourceNames)}</li></ul>`;
}

function amount(value: number | undefined, short: (value: number) => string, unit: string): Html {
  return value === undefined ? UNKNOWN : html`<span title="${count(value)}${unit}">${short(value)}</span>`;
}

/** Shows the size of one copy, and below it the size of all weights if they take more. */
function sizeHtml(hub: HubFacts, quant: string | undefined): Html {
  const { weight_bytes: all, quants = {} } = hub;
  if (quant !== undefined) return html`${bytes(quants[quant]!)} <span class="unknown whole">${quant}</span>`;
  if (all === 0) return html`<span class="unknown">none</span>`;
  const copy = amount(copyBytes(hub), bytes, ' bytes of weights in one copy');
  if (all === undefined || bytes(all) === bytes(copyBytes(hub)!)) return copy;
  return html`${copy} <span class="unknown whole" title="${counted(all, 'byte')} of weights, whatever their format">of ${bytes(all)}</span>`;
}

function updatedHtml({ lastModified, createdAt }: ModelRow): Html {
  const created = !lastModified && createdAt ? html` <span class="unknown">created</span>` : '';
  return html`${momentHtml(lastModified ?? createdAt)}${created}`;
}

function momentHtml(moment: string | undefined): Html {
  return moment ? html`<time datetime="${moment}">${day(moment)}</time>` : UNKNOWN;
}

/**
 * Shows a dot for each source, filled if the source holds every file of the model. Sources that the view does not name
 * come last.
 */
function sourcesHtml(held: readonly string[], known: Readonly<Record<string, string>>): Html {
  if (held.length === 0) return html`<span class="unknown">no whole copy</span>`;
  const names = [...new Set([...Object.keys(known), ...held])];
  const dots = names.map((name) => html`<i class="${held.includes(name) ? 'dot dot-held' : 'dot'}"></i>`);
  const text = held.map((name) => own(known, name) ?? name).join(', ');
  return html`<span class="dots" role="img" aria-label="Held by ${text}" title="${text}">${dots}</span>`;
}
