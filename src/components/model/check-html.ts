// Writes the zone where a visitor drops files of the model; the browser hashes them and compares them with this index.
import { type Html, html } from '../../basics/html.ts';
import type { ModelPage } from '../../model-page/model-page.ts';
import { exportedFile, fileOf, href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import { checkHtml } from '../verify/check-html.ts';

/** Makes the zone as it is before a visitor chooses files. The script that hashes them loads with the first files. */
export function modelCheckHtml({ id, revision }: ModelPage): Html {
  const zone = checkHtml({
    title: 'Verify files you have',
    note: html`Drop them, or a whole folder, anywhere on this page: each is hashed on your own computer and turns right
      or wrong. Nothing is uploaded. <a href="${href(routes.verifyPage, {})}">Files of any model</a>`,
    instead: html`It takes script, which is switched off here: <a href="#verify">the check on a command line</a> does
      the same.`,
  });
  const { hashes, tree, modelPage } = routes;
  return html`<div class="verify check-here" data-hashes="${hashes.pattern}" data-tree="${tree.pattern}"
    data-tree-file="${`/${exportedFile(fileOf(tree, { owner: '{owner}', name: '{name}' }))}`}" data-model-page="${modelPage.pattern}" data-model="${id}"
    data-revision="${revision}">${zone}</div>`;
}
