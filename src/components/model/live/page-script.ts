// The script of a model's page: copies, chooses versions, checks files, sorts without a request, and shows the state of
// each source.

import { html } from '../../../basics/html.ts';
import type { ModelLogged } from '../../../shapes/live.ts';
import { setHtml } from '../../element.ts';
import { liveAnswer } from './live-answer.ts';
import { loggedInWords } from './logged-words.ts';
import '../../account/saved-start.ts';
import '../../copying/copying.ts';
import { startCheck } from '../../verify/check-start.ts';
import { startFiles } from '../files-script.ts';
import { startPicker } from '../get/picker-start.ts';
import { showRelated } from './show-related.ts';
import { showSources } from './show-sources.ts';

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
 * Shows the model's entry in the log. The page can't contain the entry: the page is part of the tree, and the log names
 * the hash of the tree. Changes nothing if no answer comes.
 */
async function showLogged(place: HTMLElement): Promise<void> {
  const answer = await liveAnswer<ModelLogged>(place.dataset.logged);
  if (!answer) return;
  const { mark, word, text } = loggedInWords(answer.facts, answer.now.getTime());
  const line = place.firstElementChild;
  if (line) setHtml(line, html`<span class="state state-${mark}">${word}</span> ${text}`);
}
