// Writes a row of the table of files: one line, which in a short table opens and then shows the sources and a command.

import { type Html, html } from '../../basics/html.ts';
import { fileCommand } from '../../get-it/shells.ts';
import { bytes } from '../../model/figures.ts';
import { type FileHolder, fileFinder } from '../../model-page/model-links.ts';
import type { ModelPage, PageFile } from '../../model-page/model-page.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { commandText } from '../copying/command-html.ts';

/**
 * Makes the function that writes a row. `full` is false in a long table, whose rows are a link, a size and a hash. To
 * save bytes, a row leaves out the end tags that HTML does not need.
 */
export function rowWriter(model: ModelPage, baseUrl: string, full: boolean) {
  const find = fileFinder(model);
  return (file: PageFile, quant?: string, folder?: string): Html => {
    const { path, size, sha256 } = file;
    const { address, holders } = find(file);
    const label = quant === undefined ? '' : html` <span class="quant">${quant}</span>`;
    const name = html`<bdi>${folded(path, folder)}</bdi>${label}`;
    if (!full) {
      const link = address === undefined ? name : html`<a class="fetch" href="${address}">${name}</a>`;
      return html`<tr><th scope="row">${link}<td>${bytes(size)}<td><code>${sha256}</code><td>\n`;
    }
    const fetched = address
      ? html`<a class="fetch" href="${address}"><span class="out-of-sight">Download ${path}</span></a>`
      : '';
    const url = address && new URL(address, baseUrl).href;
    return html`<tr><th scope="row"><details><summary>${name}</summary>
      <div class="more">${moreOf(file, url, holders, !model.isDirect)}</div></details>
      <td><data value="${size}">${bytes(size)}</data><td><code>${sha256}</code><td>${fetched}\n`;
  };
}

/**
 * Puts the folder into an element of its own. Style sheets hide that element in a group whose title already names the
 * folder.
 */
const folded = (path: string, folder: string | undefined) =>
  folder === undefined ? path : html`<span>${folder}/</span>${path.slice(folder.length + 1)}`;

/** Makes the content of an opened row: the whole hash, the sources and a command that fetches the file from `url`. */
function moreOf(file: PageFile, url: string | undefined, holders: readonly FileHolder[], isOnHub: boolean): Html {
  const { sha256, hashed } = file;
  const how = hashed ? html` <span class="note">${hashed}</span>` : '';
  const places = holders.map(({ source, address }) => html` <a href="${address}">${source.name}</a>`);
  const from = holders.length === 0 ? ' none today' : places;
  const command = url
    ? html`<div class="block"><button type="button" class="copy">Copy curl</button><pre><code>
        ${commandText(fileCommand(url, file))}</code></pre></div>`
    : '';
  return html`<p class="block"><button type="button" class="copy">Copy hash</button><span><code>${sha256}</code>${how}</span></p>
    ${isOnHub ? html`<p><a class="note" href="${href(routes.hashPage, { sha256 })}">Who else has these bytes</a></p>` : ''}
    <p class="held">At${from}</p>${command}`;
}
