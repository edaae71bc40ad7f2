// The script of a model's page: copying, choosing, checking, ordering without a request, and how each source stands
// now.

import { html } from '../../../basics/html.ts';
import type { ModelLogged } from '../../../shapes/live.ts';
import { setHtml } from '../../element.ts';
import { liveAnswer } from './live-answer.ts';
import { loggedInWords } from './logged-words.ts';
import '../../account/saved-start.ts';
import { startCopying } from '../../copying/copying.ts';
import { startCheck } from '../check/check-start.ts';
import { startFiles } from '../files-script.ts';
import { startPicker } from '../get/picker-start.ts';
import { showRelated } from './show-related.ts';
import { showSources } from './show-sources.ts';

startCopying(document.body);
const table = document.querySelector<HTMLTableElement>('.files');
if (table) startFiles(table);
const picker = document.querySelector<HTMLElement>('.picker');
if (picker) startPicker(picker);
const check = document.querySelector<HTMLElement>('.check-here');
if (check) startCheck(check);
const sources = document.querySelector<HTMLElement>('[data-sources]');
if (sources) showSources(sources).catch(() => {});
const related = document.querySelector<HTMLElement>('[data-related]');
if (related) showRelated(related).catch(() => {});
const logged = document.querySelector<HTMLElement>('[data-logged]');
if (logged) showLogged(logged).catch(() => {});

/**
 * Shows the model's entry in the log, which a page that is part of the tree can't know, since the log names the tree.
 * Changes nothing when the answer does not come.
 */
async function showLogged(place: HTMLElement): Promise<void> {
  const answer = await liveAnswer<ModelLogged>(place.dataset.logged);
  if (!answer) return;
  const { mark, word, text } = loggedInWords(answer.told, answer.now.getTime());
  const line = place.firstElementChild;
  if (line) setHtml(line, html`<span class="state state-${mark}">${word}</span> ${text}`);
}
