// Shows the files of a model as a table whose rows open. A page may have thousands of rows, so the rows of long tables
// only link the file: a hash alone takes 34 bytes even when compressed.

import { type Html, html } from '../../basics/html.ts';
import { bytes, count, counted } from '../../model/figures.ts';
import { type ModelLinks, modelLinks } from '../../model-page/model-links.ts';
import { type ModelPage, pageTotals } from '../../model-page/model-page.ts';
import { pinnedPath } from '../../nouns/source-kinds.ts';
import { type FileGroup, type FileOrder, filesBySize, groupedFiles } from './file-groups.ts';
import { rowWriter } from './file-row-html.ts';

/** In a table of at most this number of files, rows open, and folders start open. */
const FULL = 40;

/** The columns: name, size, hash, and the link that fetches the file. */
const COLUMNS = ['name', 'size', 'hash', 'fetch'].map((name) => html`<col class="of-${name}">`);

/** The order and the source that a visitor chose. */
interface FileView {
  order: FileOrder;
  /** The token of the source to which the links lead; undefined for the first source that is up. */
  via: string | undefined;
}

/** Reads a view from the page's query. Ignores unknown orders, and sources that the model does not have. */
export function readFileView(query: URLSearchParams, { sources }: ModelPage): FileView {
  const via = query.get('via');
  return {
    order: query.get('sort') === 'size' ? 'size' : 'path',
    via: sources.find(({ token }) => token === via)?.token,
  };
}

/**
 * Makes the table, with the choice of orders and of sources. `baseUrl` is the hub's address without a trailing slash.
 */
export function filesHtml(model: ModelPage, baseUrl: string, view: FileView): Html {
  const { files } = model;
  if (files.length === 0) return html`<p>This revision holds no file.</p>`;
  const links = modelLinks(model);
  const full = files.length <= FULL;
  const start = model.isDirect ? undefined : pinnedPath(view.via, '') + links.files;
  const row = rowWriter(model, { baseUrl, start, full });
  const groups = view.order === 'size' ? filesBySize(files) : groupedFiles(files);
  const bodies = groups.map((group) => {
    const { quant, folder, closed, files: members } = group;
    const isFold = (folder ?? closed) !== undefined;
    const isTold = quant === undefined ? isFold || groups[0]!.quant !== undefined : members.length > 1;
    const head = groups.length > 1 && isTold ? groupRow(group, full) : '';
    const rows = members.map((file) => row(file, { quant: members.length === 1 ? quant : undefined, folder }));
    return html`<tbody${isFold ? html` class="folder"` : ''}>${head}${rows}`;
  });
  return html`${model.whole ? notAll(model, links) : ''}
    ${full || model.isDirect ? '' : whereLinksLead(model, view)}<table class="files">
    ${head(model, view, groups.length > 1)}${bodies}${foot(model)}</table>`;
}

/**
 * Makes the line above a group. The line of a folder, of other files, or of the parts of a file opens the group, even without script.
 */
function groupRow({ quant, folder, closed, files, bytes: size }: FileGroup, isOpen: boolean): Html {
  const start = html`<tr class="group"><th scope="rowgroup" colspan="${COLUMNS.length}">`;
  const fold = folder === undefined ? closed : `${folder}/`;
  if (fold !== undefined)
    return html`${start}<label><input type="checkbox" class="unfold"${isOpen && !closed ? ' checked' : ''}><bdi>
      ${fold}</bdi> <span class="note">${counted(files.length, 'file')}, ${bytes(size)}</span></label>\n`;
  const what =
    quant === undefined
      ? counted(files.length, 'other file')
      : html`<span class="quant">${quant}</span> ${counted(files.length, 'file')}`;
  return html`${start}${what}, ${bytes(size)}\n`;
}

function head({ isDirect }: ModelPage, view: FileView, grouped: boolean): Html {
  const column = (by: FileOrder, label: string, sorted: string) =>
    html`<th scope="col"${by === view.order && !grouped ? html` aria-sort="${sorted}"` : ''}>
      ${isDirect ? label : html`<a href="${seen({ ...view, order: by })}">${label}</a>`}`;
  return html`<caption class="out-of-sight">Files of this revision</caption><colgroup>${COLUMNS}</colgroup><thead><tr>
    ${column('path', 'Path', 'ascending')}${column('size', 'Size', 'descending')}
    <th scope="col">SHA-256<th scope="col"><span class="out-of-sight">Download</span></thead>`;
}

/** Says that the table has only the files that matter most, and links the lists of all files. */
function notAll({ files, whole }: ModelPage, { tree, sums }: ModelLinks): Html {
  return html`<p class="note files-some">The ${count(files.length)} of ${count(whole!.files)} files that matter most.
    All of them: <a href="${tree}">file tree</a>, <a href="${sums}">checksums</a>.</p>`;
}

function foot(model: ModelPage): Html {
  const { files, bytes: total } = pageTotals(model);
  return html`<tfoot><tr><th scope="row">${counted(files, 'file')} in all<td><data value="${total}">${bytes(total)}
    </data><td colspan="${COLUMNS.length - 2}"></tfoot>`;
}

function whereLinksLead({ sources }: ModelPage, view: FileView): Html {
  const choice = (via: string | undefined, label: string) =>
    html`<li><a href="${seen({ ...view, via })}"${view.via === via ? html` aria-current="true"` : ''}>${label}</a></li>`;
  return html`<div class="leads"><span id="leads">Links lead to</span><ul aria-labelledby="leads">
    ${choice(undefined, 'the first source that is up')}${sources.map(({ token, name }) => choice(token, name))}</ul>
    </div>`;
}

/** Makes the address of the page with this view. The query is empty for the default view. */
function seen({ order, via }: FileView): string {
  const asked = [...(order === 'path' ? [] : [`sort=${order}`]), ...(via === undefined ? [] : [`via=${via}`])];
  return `?${asked.join('&')}#files`;
}
