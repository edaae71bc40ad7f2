// Compares models in an export. The page is the same for all models, so its script reads the files of each model.

import { weightFormat } from '../../../model/weight-formats.ts';
import { idParts } from '../../../nouns/model-id.ts';
import type { ModelInfo, ModelRow } from '../../../shapes/models.ts';
import { href } from '../../../table/route.ts';
import { setHtml } from '../../element.ts';
import { type FindModels, modelFinder } from '../../find/find-models.ts';
import type { FindPlaces } from '../../find/find-places.ts';
import { readCompared } from '../../questions/compare-question.ts';
import { type CompareView, compareHtml, type NotCompared } from '../compare-html.ts';
import { type Compared, comparedOf } from '../compared.ts';

/** The maximum number of similar ids suggested for an unknown id. */
const MEANT = 3;

async function columnOf(id: string, places: FindPlaces, models: FindModels): Promise<Compared | NotCompared> {
  const { signal } = new AbortController();
  const rows = await models(id, signal);
  const row = rows.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (!row) {
    const near = await models(idParts(id).name, signal);
    return { id, why: 'unknown', meant: near.slice(0, MEANT).map((one) => one.id) };
  }
  const answer = await fetch(href({ pattern: places.model as '/{owner}/{name}' }, idParts(row.id)));
  if (!answer.ok) throw new Error(`${row.id} answered ${answer.status}`);
  const { tags = [], siblings } = (await answer.json()) as ModelInfo;
  const formats = new Set(siblings.flatMap(({ rfilename }) => weightFormat(rfilename) ?? []));
  return comparedOf({ ...row, tags: [...(row.tags ?? []), ...tags] } as ModelRow, { formats: [...formats] });
}

async function compare(place: HTMLElement, view: CompareView, places: FindPlaces): Promise<void> {
  const question = readCompared(new URLSearchParams(location.search));
  const models = modelFinder(places);
  const found = await Promise.all(question.ids.map((id) => columnOf(id, places, models)));
  const columns = found.filter((one): one is Compared => !('why' in one));
  const missing = found.filter((one): one is NotCompared => 'why' in one);
  setHtml(place, compareHtml(question, columns, missing, view));
  const status = document.querySelector('main [role=status]');
  if (status) status.textContent = `${columns.length} compared`;
}

const place = document.querySelector<HTMLElement>('.comparing[data-view]');
if (place && location.search !== '') {
  const { view = '{}', places = '{}' } = place.dataset;
  compare(place, JSON.parse(view) as CompareView, JSON.parse(places) as FindPlaces).catch(() => {
    place.prepend('The files of the models could not be read: see whether you are online, and load this page again.');
  });
}
