// Writes the zone that takes a visitor's files, dropped or chosen. It is the same on a model's page, on the verify page
// and on the home page.
import { type Html, html } from '../../basics/html.ts';

interface Zone {
  title: string;
  note: Html | string;
  /** The text that replaces the zone if there is no script. */
  instead?: Html | string;
}

/** Makes the zone. A page has only one, since its ids are fixed. */
export function zoneHtml({ title, note, instead }: Zone): Html {
  const without = instead === undefined ? '' : html`<p class="note needs-script">${instead}</p>`;
  return html`<section class="drop" id="drop" aria-labelledby="drop-title"><h2 id="drop-title">${title}</h2>
    <p class="choices-here"><label class="button">Choose files<input class="out-of-sight" type="file" name="files"
    multiple></label><label class="button button-quiet folder-choice">Choose a folder<input class="out-of-sight"
    type="file" name="folder"></label></p><p class="note">${note}</p>${without}</section>`;
}
