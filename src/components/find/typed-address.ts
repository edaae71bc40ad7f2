// Leads a visitor of an export from the path that a model has at the public hub, such as `/owner/name/tree/main`, to
// the model's page here. A hub does the same by itself.
import { modelIn } from '../questions/pasted.ts';
import { modelFinder } from './find-all.ts';
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
// If the file of the search can't be read, the page stays as it is: it already says that nothing is at this address.
if (box && document.querySelector('[data-typed]'))
  followTyped(JSON.parse(box.dataset.places ?? '{}') as FindPlaces).catch(() => {});
