// The script of the search boxes on pages: pasted text leads to the page of what it names, as in the header's search.
import { readAsked } from '../questions/asked.ts';
import { findAsked } from './find-asked.ts';
import { modelFinder } from './find-models.ts';
import type { FindPlaces } from './find-places.ts';
import type { Suggestion } from './suggestion.ts';

/** Gives the addresses that the header's search uses; undefined on a page without that search. */
function placesHere(): FindPlaces | undefined {
  const { places } = document.querySelector<HTMLElement>('#find')?.dataset ?? {};
  return places === undefined ? undefined : (JSON.parse(places) as FindPlaces);
}

/**
 * Finds what a text names: undefined if the text is just words, an empty list if nothing is known. Rejects when
 * `signal` aborts.
 */
export async function pasted(text: string, signal: AbortSignal): Promise<Suggestion[] | undefined> {
  const asked = readAsked(text);
  const places = asked && placesHere();
  if (!asked || !places) return undefined;
  const found = await findAsked(asked, places, modelFinder(places), signal).catch(() => []);
  signal.throwIfAborted();
  return found;
}

/** Opens the page of the thing that `text` names. Returns false if `text` names no single thing. */
export async function follow(text: string): Promise<boolean> {
  const meant = (await pasted(text, new AbortController().signal))?.find(({ isMeant }) => isMeant);
  if (meant) location.assign(meant.href);
  return meant !== undefined;
}

for (const form of document.querySelectorAll<HTMLFormElement>('.search-box'))
  form.addEventListener('submit', (event) => {
    const text = form.querySelector<HTMLInputElement>('input')?.value ?? '';
    if (readAsked(text) === undefined) return;
    event.preventDefault();
    void follow(text).then((isLed) => isLed || form.submit());
  });
