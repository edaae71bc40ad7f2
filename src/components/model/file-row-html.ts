// Writes a row of the table of files: one line, which in a short table opens and then shows the sources and a command.

import { type Html, html } from '../../basics/html.ts';
import { fileCommand } from '../../get-it/shells.ts';
import { bytes } from '../../model/figures.ts';
import { modelLinks } from '../../model-page/model-links.ts';
import { directUrlOf, type ModelPage, type PageFile, type PageSource } from '../../model-page/model-page.ts';
import { encodePath } from '../../nouns/file-path.ts';
import { pinnedPath } from '../../nouns/source-kinds.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { commandText } from '../copying/command-html.ts';

interface RowView {
  baseUrl: string;
  /**
   * The text with which every file's address starts; undefined in an export, where each file has an address of its own.
   */
  start: string | undefined;
  /** False in a long table, whose rows are a link, a size and a hash. */
  full: boolean;
}

/** The facts that a row shows about the group of its file. */
interface InGroup {
  quant?: string | undefined;
  folder?: string | undefined;
}

type RowWriter = (file: PageFile, group: InGroup) => Html;

/** Makes the function that writes a row. To save bytes, a row leaves out the end tags that HTML does not need. */
export function rowWriter(model: ModelPage, view: RowView): RowWriter {
  const { start, full } = view;
  const holdersOf = holderFinder(model);
  return (file, { quant, folder }) => {
    const { path, size, sha256 } = file;
    const holders = holdersOf(file);
    const address = start === undefined ? holders[0]?.address : start + encodePath(path);
    const label = quant === undefined ? '' : html` <span class="quant">${quant}</span>`;
    const name = html`<bdi>${folded(path, folder)}</bdi>${label}`;
    if (!full) {
      const link = address === undefined ? name : html`<a class="fetch" href="${address}">${name}</a>`;
      return html`<tr><th scope="row">${link}<td>${bytes(size)}<td><code>${sha256}</code><td>\n`;
    }
    const fetched =
      address === undefined
        ? ''
        : html`<a class="fetch" href="${address}"><span class="out-of-sight">Download ${path}</span></a>`;
    return html`<tr><th scope="row"><details><summary>${name}</summary>
      <div class="more">${moreOf(view, file, address, holders)}</div></details>
      <td><data value="${size}">${bytes(size)}</data><td><code>${sha256}</code><td>${fetched}\n`;
  };
}

/**
 * Puts the folder into an element of its own. Style sheets hide that element in a group whose title already names the
 * folder.
 */
const folded = (path: string, folder: string | undefined) =>
  folder === undefined ? path : html`<span>${folder}/</span>${path.slice(folder.length + 1)}`;

interface Holder {
  name: string;
  /** The address of the file at this source; undefined if only a hub can name it. */
  address: string | undefined;
}

function holderFinder(model: ModelPage): (file: PageFile) => Holder[] {
  const links = modelLinks(model);
  const held = model.sources.map((source) => ({ source, holds: source.files && new Set(source.files) }));
  const addressAt = (source: PageSource, file: PageFile) => {
    if (!model.isDirect) return pinnedPath(source.token, links.files) + encodePath(file.path);
    return source.direct === undefined ? undefined : directUrlOf({ ...source, direct: source.direct }, file);
  };
  return (file) =>
    held
      .filter(({ holds }) => holds?.has(file.path) ?? true)
      .map(({ source }) => ({ name: source.name, address: addressAt(source, file) }))
      .filter(({ address }) => !model.isDirect || address !== undefined);
}

/** Makes the content of an opened row: the whole hash, the sources and a command. */
function moreOf(
  { baseUrl, start }: RowView,
  file: PageFile,
  address: string | undefined,
  holders: readonly Holder[],
): Html {
  const { sha256, hashed } = file;
  const how = hashed ? html` <span class="note">${hashed}</span>` : '';
  const places = holders.map(({ name, address }) => html` <a href="${address ?? ''}">${name}</a>`);
  const from = holders.length === 0 ? ' none today' : places;
  const url = address && new URL(address, `${baseUrl}/`).href;
  const command = url
    ? html`<div class="block"><button type="button" class="copy">Copy curl</button><pre><code>
        ${commandText(fileCommand(url, file))}</code></pre></div>`
    : '';
  return html`<p class="block"><button type="button" class="copy">Copy hash</button><span><code>${sha256}</code>${how}</span></p>
    ${start === undefined ? '' : html`<p><a class="note" href="${href(routes.hashPage, { sha256 })}">Who else has these bytes</a></p>`}
    <p class="held">At${from}</p>${command}`;
}
