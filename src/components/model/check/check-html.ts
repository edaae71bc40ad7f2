// Writes the zone where a visitor drops files of the model; the browser hashes them and compares them with this index.

import { type Html, html } from '../../../basics/html.ts';
import { modelLinks } from '../../../model-page/model-links.ts';
import type { ModelPage } from '../../../model-page/model-page.ts';
import { href } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';
import { zoneHtml } from '../../verify/zone-html.ts';

/** Makes the zone as it is before a visitor chooses files. The script that hashes them loads with the first files. */
export function checkHtml(model: ModelPage): Html {
  const { tree } = modelLinks(model);
  const zone = zoneHtml({
    title: 'Verify files you have',
    note: html`Drop them, or a whole folder, anywhere on this page: each is hashed on your own computer and turns right
      or wrong. Nothing is uploaded. <a href="${href(routes.verifyPage, {})}">Files of any model</a>`,
    instead: html`It takes script, which is switched off here: <a href="#verify">the check on a command line</a> does
      the same.`,
  });
  return html`<div class="check-here" data-list="${tree}" data-model="${model.id}"
    data-hashes="${routes.hashes.pattern}" data-model-page="${routes.modelPage.pattern}" data-revision="${model.revision}">
    ${zone}<div class="check-run"></div></div>`;
}
