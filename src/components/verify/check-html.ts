// Writes the zone where a visitor drops or chooses files, and the places for the results. It is the same on the verify
// page and in the verify app.
import { type Html, html } from '../../basics/html.ts';

/** Makes the zone and the places. A page has only one, since its ids are fixed. */
export const checkHtml = (): Html =>
  html`<section class="drop" id="drop" aria-labelledby="drop-title"><h2 id="drop-title">Drop files or a folder here</h2>
    <p class="choices-here"><label class="button">Choose files<input class="out-of-sight" type="file" name="files"
    multiple></label><label class="button button-quiet folder-choice">Choose a folder<input class="out-of-sight"
    type="file" name="folder"></label></p><p class="note">Nothing is uploaded. Only the first three digits of each hash
    leave your computer, and the id of a model that is then recognised.</p><p class="note needs-script">It takes script,
    which is switched off here. On a command line, <code>sha256sum -c</code> with the model’s SHA256SUMS file does the
    same.</p></section>
    <section id="run" class="run" aria-label="Result" hidden><p id="tally" tabindex="-1"></p>
    <progress id="total" max="1" value="0" aria-label="All files"></progress>
    <p><button type="button" id="stop">Stop</button></p></section>
    <p id="announcer" class="out-of-sight" role="status"></p>
    <ul id="model-list" class="models-found" aria-label="What these files are" hidden></ul>
    <p id="left-out" class="note" hidden></p><ul id="file-list" class="verified" aria-label="Files" hidden></ul>`;
