// "Check it here": the browser hashes a visitor's files of the model and compares them with this index.

import { type Html, html } from '../../../basics/html.ts';
import { modelLinks } from '../../../model-page/model-links.ts';
import type { ModelPage } from '../../../model-page/model-page.ts';
import { href } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';

/** Renders the check before any choice; the script that does the work loads with the first choice. */
export function checkHtml(model: ModelPage): Html {
  const { tree } = modelLinks(model);
  const app = href(routes.space, { space: 'verify' });
  return html`<div class="check-here" data-list="${tree}" data-model="${model.id}" data-revision="${model.revision}">
    <h3 class="check-title">Files you have already</h3><p class="note">Drop them anywhere on this page, or a whole
    folder: each is hashed on your own computer, and turns right or wrong. Nothing is uploaded. <a href="${app}">Check
    files of any model</a></p><p class="choices-here"><label class="button">Choose files<input class="out-of-sight"
    type="file" name="files" multiple></label><label class="button button-quiet">Choose a folder<input
    class="out-of-sight" type="file" name="folder"></label></p>
    <p class="note needs-script">It takes script, which is switched off here; the first line above does the same.</p>
    <div class="check-run"></div></div>`;
}
