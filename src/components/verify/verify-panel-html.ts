// Writes the zone where a visitor drops files of any model, and the elements for the results. The verify page, the home
// page and the verify app use this panel.

import { type Html, html } from '../../basics/html.ts';
import { zoneHtml } from './zone-html.ts';

/** Makes the inside of `#verify`. `proof` is the address of the page about proofs. */
export function verifyPanelHtml(proof: string, title = 'Drop files or a folder here'): Html {
  const note =
    'Nothing is uploaded. The hub is asked for hashes that start with the same three digits as yours, and for the file ' +
    'list of a model it then recognises.';
  const instead = html`It takes script, which is switched off here. On a command line, <code>sha256sum -c</code> with the
    model’s SHA256SUMS file does the same.`;
  return html`${zoneHtml({ title, note, instead })}<section id="run" class="card run" aria-labelledby="run-title" hidden>
    <h2 id="run-title">Progress</h2><p id="tally" tabindex="-1"></p>
    <progress id="total" max="1" value="0" aria-label="All files"></progress><p id="pace" class="note"></p>
    <p class="choices-here"><button type="button" id="stop">Stop</button>
    <button type="button" id="resume" hidden>Go on</button>
    <button type="button" id="clear" class="button-quiet" hidden>Clear the list</button></p>
    <p id="kept" class="note">Half-done hashes of large files are kept while this page is open, so that choosing the
    file again goes on from there.</p></section>
    <p id="announcer" class="out-of-sight" role="status"></p>
    <section id="models" aria-labelledby="models-title" hidden><h2 id="models-title">What these files are</h2>
    <ul id="model-list" class="models-found"></ul><details id="trust" class="trust">
    <summary>Whose signature do you trust?</summary>
    <label for="keys">Verifier keys of the hub’s log and of its witnesses, one a line</label>
    <textarea id="keys" rows="3" spellcheck="false" autocomplete="off" autocapitalize="off"></textarea>
    <p class="note">A <a href="${proof}">proof</a> says who stands for these hashes, and that the hub tells everybody
    the same. It is worth as much as the way by which a key came to you: not by this hub alone.</p></details></section>
    <section id="checked" aria-labelledby="checked-title" hidden><h2 id="checked-title">Files</h2>
    <p id="left-out" class="note" hidden></p><ul id="file-list" class="verified"></ul></section>`;
}
