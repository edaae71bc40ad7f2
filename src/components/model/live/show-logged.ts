// Says how the log stands to the model, which a page that is part of the tree cannot know: the log names the tree.
import { html } from '../../../basics/html.ts';
import type { ModelLogged } from '../../../shapes/live.ts';
import { setHtml } from '../../set-html.ts';
import { loggedInWords } from './logged-words.ts';

/** Asks and tells. Nothing changes when the answer does not come. */
export async function showLogged(place: HTMLElement): Promise<void> {
  const response = await fetch(place.dataset.logged ?? '', { headers: { Accept: 'application/json' } });
  if (!response.ok) return;
  const told = (await response.json()) as ModelLogged;
  // By the clock of the hub: that of the visitor may be wrong.
  const date = response.headers.get('date');
  const { mark, word, text } = loggedInWords(told, date === null ? Date.now() : Date.parse(date));
  const line = place.firstElementChild;
  if (line) setHtml(line, html`<span class="state state-${mark}">${word}</span> ${text}`);
}
