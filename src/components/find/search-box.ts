// The script of the search boxes on pages: what is pasted leads to its page, as in the search of the header.
import { readAsked } from '../questions/asked.ts';
import { findAsked } from './find-asked.ts';
import { modelFinder } from './find-models.ts';
import type { FindPlaces } from './find-places.ts';
import type { Suggestion } from './suggestion.ts';

/** The places that the search of the header has; undefined where a page has none. */
function placesHere(): FindPlaces | undefined {
  const { places } = document.querySelector<HTMLElement>('#find')?.dataset ?? {};
  return places === undefined ? undefined : (JSON.parse(places) as FindPlaces);
}

/**
 * Finds what a text names; gives undefined where it is words, an empty list where nothing has it. Rejects when `signal`
 * says stop.
 */
export async function pasted(text: string, signal: AbortSignal): Promise<Suggestion[] | undefined> {
  const asked = readAsked(text);
  const places = asked && placesHere();
  if (!asked || !places) return undefined;
  const found = await findAsked(asked, places, modelFinder(places), signal).catch(() => []);
  signal.throwIfAborted();
  return found;
}

/** Leads to what `text` names, where it is one thing; true when it does. */
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
