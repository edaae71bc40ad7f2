// Fills in how each source of the model stands now, which a page built once cannot know.
import { own } from '../../basics/own.ts';
import type { HubHealth } from '../../shapes/health.ts';
import { sourceState } from '../health/source-state.ts';

/** Asks for the health of the sources and says it beside each. Nothing changes when the answer does not come. */
export async function showHealth(list: HTMLElement): Promise<void> {
  const health = await ask(list.dataset.health ?? '').catch(() => undefined);
  for (const place of list.querySelectorAll<HTMLElement>('[data-host]')) {
    const found = health && own(health.sources, place.dataset.host ?? '');
    if (!found) continue;
    const { mark, word, sentence } = sourceState(found);
    const state = document.createElement('span');
    state.className = `state state-${mark}`;
    state.textContent = word;
    place.replaceChildren(state);
    const reason = place.parentElement?.querySelector('.source-reason');
    if (reason) reason.textContent = `${sentence}. `;
  }
}

async function ask(address: string): Promise<HubHealth> {
  const answer = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as HubHealth;
}
