// Shows the files of a model as a table. A page may hold thousands, so rows of long tables show less: even compressed, a
// hash takes 34 bytes.

import { type Html, html } from '../../basics/html.ts';
import { bytes, count, counted } from '../../model/figures.ts';
import { formatName } from '../../model/weight-formats.ts';
import { isWeight } from '../../model/weights.ts';
import { type ModelLinks, modelLinks } from '../../model-page/model-links.ts';
import { type ModelPage, type PageFile, type PageSource, pageTotals } from '../../model-page/model-page.ts';
import { encodePath } from '../../nouns/file-path.ts';
import { pinnedPath } from '../../nouns/pinned-path.ts';
import { type FileGroup, type FileOrder, filesBySize, groupedFiles } from './file-groups.ts';

/** Up to this many files, every row links each source that holds its file. */
const FULL = 100;
/** Up to this many files, folders start open. */
const SEEN_AT_ONCE = 40;
/** Up to this many files, every row links its file. */
const LINKED = 200;

/** The visitor's choice of order and source. */
interface FileView {
  order: FileOrder;
  /** The token of the source for links; undefined for any source that is up. */
  via: string | undefined;
}

/** Reads a view from the page's query; ignores unknown orders, and sources that the model lacks. */
export function readFileView(query: URLSearchParams, { sources }: ModelPage): FileView {
  const via = query.get('via');
  return {
    order: query.get('sort') === 'size' ? 'size' : 'path',
    via: sources.find(({ token }) => token === via)?.token,
  };
}

/** Makes the table, with the choice of orders and of sources. */
export function filesHtml(model: ModelPage, view: FileView): Html {
  const { files, sources } = model;
  if (files.length === 0) return html`<p>This revision holds no file.</p>`;
  const links = modelLinks(model);
  const via = pinnedPath(view.via, '');
  const full = files.length <= FULL;
  // In an export a link leads to the best source itself, with the other sources after it.
  const direct = model.isDirect
    ? sources.find((source) => source.direct !== undefined && !source.isByHash)?.direct
    : undefined;
  const start = model.isDirect ? direct : via + links.files;
  const told = full || sources.some((source) => source.files) ? sources : [];
  const columns = told.length > 0 ? 4 : 3;
  const row = rowWriter(model, start, full, told);
  const groups = view.order === 'size' ? filesBySize(files) : groupedFiles(files);
  const rows: Html[] = [];
  let written = 0;
  for (const group of groups) {
    const { quant, folder, files: members } = group;
    rows.push(html`<tbody${folder === undefined ? '' : html` class="folder"`}>`);
    const isTold = quant === undefined ? folder !== undefined || groups[0]!.quant !== undefined : members.length > 1;
    if (groups.length > 1 && isTold) rows.push(groupRow(group, columns, files.length <= SEEN_AT_ONCE));
    for (const file of members) {
      rows.push(row(file, members.length === 1 ? quant : undefined, written < LINKED));
      written += 1;
    }
  }
  return html`${copyNote(model)}${model.whole ? notAll(model, links) : ''}
    ${full || model.isDirect ? '' : whereLinksLead(model, view)}<table class="files" data-files="${start ?? ''}">
    ${head(view, groups.length > 1, columns)}${rows}${foot(model, columns)}</table>
    ${files.length > LINKED && start !== undefined ? farRows(start) : ''}`;
}

type RowWriter = (file: PageFile, quant: string | undefined, linked: boolean) => Html;

/**
 * Makes the function that writes a row. It leaves out end tags that HTML does not need, and words that every row would
 * repeat.
 */
function rowWriter(model: ModelPage, start: string | undefined, full: boolean, sources: PageSource[]): RowWriter {
  const links = modelLinks(model);
  const holders = sources.map(({ token, name, files, direct, isByHash }) => ({
    start: model.isDirect ? direct : pinnedPath(token, links.files),
    isByHash,
    name,
    holds: files && new Set(files),
  }));
  return ({ path, size, sha256, hashed }, quant, linked) => {
    const url = encodePath(path);
    // If some sources lack the file, the link leads to a source that has it.
    const isHolder = ({ start, holds }: (typeof holders)[number]) =>
      start !== undefined && (holds === undefined || holds.has(path));
    const end = (holder: { isByHash?: true | undefined } | undefined) => (holder?.isByHash ? sha256 : url);
    const best = model.isDirect ? holders.find(isHolder) : undefined;
    const holder = model.isDirect && holders.length > 0 ? best?.start : start;
    const name =
      linked && holder !== undefined
        ? html`<a href="${holder}${end(best)}">${full ? html`<bdi>${path}</bdi>` : path}</a>`
        : path;
    const label = quant === undefined ? '' : html` <span class="quant">${quant}</span>`;
    const amount = full ? html`<data value="${size}">${bytes(size)}</data>` : bytes(size);
    const held = holders
      .filter(({ holds }) => holds === undefined || holds.has(path))
      .map(({ start, name, isByHash }) =>
        full && start !== undefined ? html`<a href="${start}${end({ isByHash })}">${name}</a> ` : html`${name} `,
      );
    const how = full && hashed ? html` <span class="note">${hashed}</span>` : '';
    const hash = full ? copiedHash : bareHash;
    const last = holders.length > 0 ? html`<td>${held}` : '';
    return html`<tr><th scope="row">${name}${label}<td>${amount}${hash(path, sha256, how, holder !== undefined)}${last}\n`;
  };
}

const bareHash = (_path: string, sha256: string): Html => html`<td><code>${sha256}</code>`;

/**
 * Makes the hash with a button that copies it; if the file has an address, adds buttons for that and for the command that
 * fetches it.
 */
function copiedHash(path: string, sha256: string, how: Html | '', hasAddress: boolean): Html {
  const said = html`<span class="out-of-sight"> of ${path}</span>`;
  const fetched = html`<button type="button" class="copy" data-copies="link">Copy link${said}</button>
    <button type="button" class="copy" data-copies="curl">Copy curl<span class="out-of-sight"> for ${path}</span>
    </button>`;
  return html`<td class="block"><code>${sha256}</code>${how}<span class="copies">
    <button type="button" class="copy">Copy hash${said}</button>${hasAddress ? fetched : ''}</span>`;
}

/** Makes the line above a group; that of a folder opens it, even without script. */
function groupRow({ quant, folder, files, bytes: size }: FileGroup, columns: number, isOpen: boolean): Html {
  const start = html`<tr class="group"><th scope="rowgroup" colspan="${columns}">`;
  if (folder !== undefined)
    return html`${start}<label><input type="checkbox" class="unfold"${isOpen ? ' checked' : ''}><bdi>
      ${folder}/</bdi> <span class="note">${counted(files.length, 'file')}, ${bytes(size)}</span></label>\n`;
  const what =
    quant === undefined
      ? counted(files.length, 'other file')
      : html`<span class="quant">${quant}</span> ${counted(files.length, 'file')}`;
  return html`${start}${what}, ${bytes(size)}\n`;
}

function head(view: FileView, grouped: boolean, columns: number): Html {
  const column = (by: FileOrder, label: string, sorted: string) =>
    html`<th scope="col"${by === view.order && !grouped ? html` aria-sort="${sorted}"` : ''}>
      <a href="${seen({ ...view, order: by })}" data-sort="${by}">${label}</a>`;
  return html`<caption class="out-of-sight">Files of this revision</caption><thead><tr>
    ${column('path', 'Path', 'ascending')}${column('size', 'Size', 'descending')}
    <th scope="col">SHA-256${columns > 3 ? html`<th scope="col">Sources` : ''}</thead>`;
}

/** Says which files these are, and links all of them. */
function notAll({ files, whole }: ModelPage, { tree, sums }: ModelLinks): Html {
  return html`<p class="note files-some">The ${count(files.length)} of ${count(whole!.files)} files that matter most.
    All of them: <a href="${tree}">file tree</a>, <a href="${sums}">checksums</a>.</p>`;
}

function foot(model: ModelPage, columns: number): Html {
  const { files, bytes: total } = pageTotals(model);
  const all = Object.values(model.formats).reduce((sum, size) => sum + size, 0);
  const weights = all === 0 ? '' : `${bytes(all)} of it weights`;
  return html`<tfoot><tr><th scope="row">${counted(files, 'file')} in all<td><data value="${total}">${bytes(total)}
    </data><td colspan="${columns - 2}">${counted(total, 'byte')}${weights && `, ${weights}`}</tfoot>`;
}

/** Says how much of all files one copy takes, and names the others. */
function copyNote({ copy, formats, files }: ModelPage): Html | '' {
  if (!copy) return '';
  const { format, paths } = copy;
  const what =
    paths.length === 1
      ? html`<code class="value"><bdi>${paths[0]!}</bdi></code>`
      : `${counted(paths.length, 'file')} of ${formatName(format)}`;
  const rest = Object.entries(formats).sort(([, one], [, other]) => other - one);
  const told = rest.map(([name, size]) => `${formatName(name)} ${bytes(size)}`).join(', ');
  const others = rest.length > 1 ? ` All weights by format: ${told}.` : '';
  const small = files.every(({ path }) => isWeight(path)) ? '' : ', and the small files beside them';
  return html`<p class="note">One usable copy needs ${bytes(copy.bytes)} of weights, ${what}${small}.${others}</p>`;
}

function whereLinksLead({ sources }: ModelPage, view: FileView): Html {
  const choice = (via: string | undefined, label: string) =>
    html`<li><a href="${seen({ ...view, via })}" data-via="${via ?? ''}"${view.via === via ? html` aria-current="true"` : ''}>${label}</a></li>`;
  return html`<div class="leads"><span id="leads">Links lead to</span><ul aria-labelledby="leads">
    ${choice(undefined, 'the first source that is up')}${sources.map(({ token, name }) => choice(token, name))}</ul>
    </div>`;
}

/** Makes the address of the page with this view, or of the built page for the default view. */
function seen({ order, via }: FileView): string {
  const asked = [...(order === 'path' ? [] : [`sort=${order}`]), ...(via === undefined ? [] : [`via=${via}`])];
  return `?${asked.join('&')}#files`;
}

function farRows(start: string): Html {
  return html`<p class="note files-far">A path without a link is fetched from <code class="value files-start">${start}</code> and the path behind it.</p>`;
}
