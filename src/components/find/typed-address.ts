// In an export: a visitor may type this host before the path that a model has at the public hub. Leads such a visitor
// to the model's page, as a hub does.
import { modelIn } from '../questions/asked.ts';
import { modelFinder } from './find-models.ts';
import type { FindPlaces } from './find-places.ts';
import { modelHref } from './suggestion.ts';

async function followTyped(places: FindPlaces): Promise<void> {
  const id = modelIn(location.origin + location.pathname);
  if (id === undefined) return;
  const rows = await modelFinder(places)(id, new AbortController().signal);
  const found = rows.find((row) => row.id.toLowerCase() === id.toLowerCase())?.id;
  if (found === undefined) return;
  location.replace(modelHref(places.modelPage, found));
}

const box = document.querySelector<HTMLInputElement>('#find');
// Without search files nothing can be found, and the page already says that nothing is at this address.
if (box && document.querySelector('[data-typed]'))
  followTyped(JSON.parse(box.dataset.places ?? '{}') as FindPlaces).catch(() => {});
