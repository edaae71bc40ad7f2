// Shows the present state of the model's sources, above the commands and beside each source. The page can't contain the
// state, because it is built earlier.

import { type Html, html } from '../../../basics/html.ts';
import type { ModelSources, SourceStatus } from '../../../shapes/live.ts';
import { setHtml } from '../../element.ts';
import { sourceState } from '../../health/source-state.ts';
import { type LiveWords, liveAnswer } from './live-answer.ts';

/** Requests the state of the sources and shows it. Changes nothing if no answer comes. */
export async function showSources(place: HTMLElement): Promise<void> {
  const answer = await liveAnswer<ModelSources>(place.dataset.sources);
  if (!answer) return;
  const { facts: model } = answer;
  const short = sourcesInShort(model);
  const state = short ? stateHtml(short.mark, short.word) : '';
  const line = place.firstElementChild;
  if (short && line) setHtml(line, html`${state} ${short.text}`);
  const above = document.querySelector('.source-line > span');
  if (short && above) setHtml(above, html`${state} <a href="#now-title">${short.text}</a>`);
  for (const source of model.sources) showState(source);
}

function showState(source: SourceStatus): void {
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

function stateHtml(mark: string, word: string): Html {
  return html`<span class="state state-${mark}">${word}</span>`;
}

const isServing = ({ health, refuses }: SourceStatus) => health.ok && !refuses;

/** Says in a few words whether the commands work now; undefined for a model without sources. */
function sourcesInShort({ files, sources }: ModelSources): LiveWords | undefined {
  if (sources.length === 0) return undefined;
  const serving = sources.filter(isServing);
  if (serving.length === 0) return { mark: 'bad', word: 'Down', text: 'You can’t download this right now' };
  if (!serving.some((source) => source.files === files))
    return { mark: 'bad', word: 'In part', text: 'Some files can’t be downloaded now' };
  if (sources.every(({ health }) => health.checked === null))
    return { mark: 'unknown', word: 'Not checked', text: 'This hub checks no source of it' };
  const send = serving.length === 1 ? 'sends' : 'send';
  const who = sources.length === 1 ? 'Its source' : `${serving.length} of its ${sources.length} sources`;
  return { mark: 'good', word: 'Up', text: `${who} ${send} it now` };
}
