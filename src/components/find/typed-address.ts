// In an export: an address of a model at the public hub, typed with our host, leads to the model's page, as on a hub.
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
// Without search files nothing is known, and the page already says that nothing is here.
if (box && document.querySelector('[data-typed]'))
  followTyped(JSON.parse(box.dataset.places ?? '{}') as FindPlaces).catch(() => {});
