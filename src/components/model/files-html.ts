// Shows the files of a model as a table whose rows open. A page may have thousands of rows, so the rows of long tables
// only link the file: a hash alone takes 34 bytes even when compressed.

import { type Html, html } from '../../basics/html.ts';
import { bytes, count, counted } from '../../model/figures.ts';
import { modelLinks } from '../../model-page/model-links.ts';
import { type ModelPage, pageTotals } from '../../model-page/model-page.ts';
import { type FileGroup, groupedFiles } from './file-groups.ts';
import { rowWriter } from './file-row-html.ts';

/** In a table of at most this number of files, rows open, and folders start open. */
const FULL = 40;

/** The columns: name, size, hash, and the link that fetches the file. */
const COLUMNS = ['name', 'size', 'hash', 'fetch'].map((name) => html`<col class="of-${name}">`);

/** Makes the table. `baseUrl` is the hub's address without a trailing slash. */
export function filesHtml(model: ModelPage, baseUrl: string): Html {
  const { files } = model;
  if (files.length === 0) return html`<p>This revision holds no file.</p>`;
  const full = files.length <= FULL;
  const row = rowWriter(model, baseUrl, full);
  const groups = groupedFiles(files);
  const bodies = groups.map((group) => {
    const { quant, folder, closed, files: members } = group;
    const isFold = (folder ?? closed) !== undefined;
    const isTold = quant === undefined ? isFold || groups[0]!.quant !== undefined : members.length > 1;
    const head = groups.length > 1 && isTold ? groupRow(group, full) : '';
    const rows = members.map((file) => row(file, members.length === 1 ? quant : undefined, folder));
    return html`<tbody${isFold ? html` class="folder"` : ''}>${head}${rows}`;
  });
  return html`${model.whole ? notAll(model) : ''}<table class="files">${HEAD}${bodies}${foot(model)}</table>`;
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
      ? html`Other weights, ${counted(files.length, 'file')}`
      : html`<span class="quant">${quant}</span> ${counted(files.length, 'file')}`;
  return html`${start}${what}, ${bytes(size)}\n`;
}

const HEAD = html`<caption class="out-of-sight">Files of this revision</caption><colgroup>${COLUMNS}</colgroup><thead><tr>
  <th scope="col">Path<th scope="col">Size<th scope="col">SHA-256<th scope="col"><span class="out-of-sight">Download</span></thead>`;

/** Says that the table has only the files that matter most, and links the lists of all files. */
function notAll(model: ModelPage): Html {
  const { files, whole } = model;
  const { tree, sums } = modelLinks(model);
  return html`<p class="note files-some">The ${count(files.length)} of ${count(whole!.files)} files that matter most.
    All of them: <a href="${tree}">file tree</a>, <a href="${sums}">checksums</a>.</p>`;
}

function foot(model: ModelPage): Html {
  const { files, bytes: total } = pageTotals(model);
  return html`<tfoot><tr><th scope="row">${counted(files, 'file')} in all<td><data value="${total}">${bytes(total)}
    </data><td colspan="${COLUMNS.length - 2}"></tfoot>`;
}
