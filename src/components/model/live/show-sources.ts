// Shows the present state of the model's sources, above the commands and beside each source. The page can't contain the
// state, because it is built earlier.

import { type Html, html } from '../../../basics/html.ts';
import type { HoldingSource, ModelSources } from '../../../shapes/live.ts';
import { setHtml } from '../../element.ts';
import { sourceState } from '../../health/source-state.ts';
import { liveAnswer } from './live-answer.ts';
import { sourcesInShort, sourcesInWords } from './sources-words.ts';

/** Requests the state of the sources and shows it. Changes nothing if no answer comes. */
export async function showSources(place: HTMLElement): Promise<void> {
  const answer = await liveAnswer<ModelSources>(place.dataset.sources);
  if (!answer) return;
  const { facts: model, now } = answer;
  const words = sourcesInWords(model, now.toISOString());
  const line = place.firstElementChild;
  if (words && line) setHtml(line, html`${stateHtml(words.mark, words.word)} ${words.text}`);
  const short = sourcesInShort(model);
  const above = document.querySelector('.source-line > span');
  if (short && above) setHtml(above, html`${stateHtml(short.mark, short.word)} ${linkHtml(short.text)}`);
  for (const source of model.sources) showState(source);
}

function showState(source: HoldingSource): void {
  const host = CSS.escape(source.host);
  const place = document.querySelector(`.lights [data-host="${host}"] .source-state`);
  if (!place) return;
  const { mark, word, sentence } = source.refuses
    ? ({ mark: 'bad', word: 'Refuses', sentence: 'Up, but refuses this model' } as const)
    : sourceState(source.health);
  setHtml(place, stateHtml(mark, word));
  const reason = document.querySelector(`.sources [data-host="${host}"] .source-reason`);
  if (reason) reason.textContent = `${sentence}. `;
}

/** Makes a link to the part of the page that says more about the sources. */
const linkHtml = (text: string) => html`<a href="#now-title">${text}</a>`;

function stateHtml(mark: string, word: string): Html {
  return html`<span class="state state-${mark}">${word}</span>`;
}
