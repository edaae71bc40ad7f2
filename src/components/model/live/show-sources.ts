// Shows the present state of the model's sources, below its name and beside what each holds. The page can't contain the
// state, because it is built earlier.

import { html } from '../../../basics/html.ts';
import type { ModelSources, SourceStatus } from '../../../shapes/live.ts';
import { setHtml } from '../../element.ts';
import { sourceState } from '../../health/source-state.ts';

/** Gets the JSON at `address`; undefined if the hub refuses. */
export async function liveAnswer<T>(address = ''): Promise<T | undefined> {
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  return response.ok ? ((await response.json()) as T) : undefined;
}

/** Requests the state of the sources and shows it. Changes nothing if no answer comes. */
export async function showSources(place: HTMLElement): Promise<void> {
  for (const source of (await liveAnswer<ModelSources>(place.dataset.sources))?.sources ?? []) showState(source);
}

function showState({ host, health, refuses }: SourceStatus): void {
  const named = `[data-host="${CSS.escape(host)}"]`;
  const place = document.querySelector(`.trust ${named} .source-state`);
  if (!place) return;
  const { mark, word, sentence } = refuses
    ? ({ mark: 'bad', word: 'Refuses', sentence: 'Up, but refuses this model' } as const)
    : sourceState(health);
  setHtml(place, html`<span class="state state-${mark}">${word}</span>`);
  const reason = document.querySelector(`.sources ${named} .source-reason`);
  if (reason) reason.textContent = `${sentence}. `;
}
