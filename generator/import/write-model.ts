// Writes one model of an import into the store: its model object, its source objects, and its entry in the catalog.

import { defined } from '../../src/basics/records.ts';
import { CARD_PATH, formatCardObject } from '../../src/catalog/card-object.ts';
import { daysOn } from '../../src/catalog/entry-days.ts';
import { formatModelObject, parseModelObject } from '../../src/catalog/model-object.ts';
import { formatSourceObject } from '../../src/catalog/source-object.ts';
import type { Service } from '../../src/service/service.ts';
import { CARD_FORMAT, MODEL_FORMAT, SOURCE_FORMAT } from '../../src/shapes/formats.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry, ModelObject } from '../../src/shapes/objects.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { browseRow } from './browse-row.ts';
import { mayHaveHeaders, withHeaders } from './headers/header-facts.ts';
import type { Headers } from './headers/read-headers.ts';
import type { ImportRow } from './rows/import-row.ts';

interface WrittenModel {
  entry: CatalogEntry;
  row: ModelRow;
  /** True if the day before has a model object with the same content, which is used again. */
  unchanged: boolean;
}

/** The arguments of `writeModel` that are the same for every model. */
export interface ModelWriting {
  store: Pick<ObjectStore, 'get' | 'put'>;
  service: Service;
  /** The new day as YYYY-MM-DD. */
  day: string;
  /** Headers that were read from local GGUF files; undefined if no local files were given. */
  headers: Headers | undefined;
  /** The ids, in lower case, of models whose cards are not stored. */
  takedowns: ReadonlySet<string>;
}

/**
 * Stores the model in `given`. `before` is its entry in the day before. `replaced` is its entry in the day that the
 * import replaces, and serves only to find headers.
 */
export function writeModel(
  { store, service, day, headers, takedowns }: ModelWriting,
  given: ImportRow,
  before: CatalogEntry | undefined,
  replaced: CatalogEntry | undefined,
): WrittenModel {
  const earlier = before && { address: before.model, text: store.get(before.model) };
  const base = earlier && parseModelObject(earlier.text);
  const last = replaced && mayHaveHeaders(given) ? parseModelObject(store.get(replaced.model)) : undefined;
  const earlierModels = [base, last].filter((model) => model !== undefined);
  const row = withHeaders(given, headers, earlierModels);
  const isSame = base && formatModelObject(modelObject(row, base.prev)) === earlier!.text;
  const model = isSame ? earlier!.address : store.put(formatModelObject(modelObject(row, earlier?.address ?? null)));
  const days = daysOn(day, before, isSame === true);
  const sources = row.places.map((place) => store.put(formatSourceObject({ format: SOURCE_FORMAT, model, ...place })));
  return {
    entry: {
      model,
      sources,
      ...days,
      ...(takedowns.has(row.id.toLowerCase()) ? {} : cardEntry(store, row)),
    },
    row: browseRow(service, row, { manifest: model, indexed: days.indexed }),
    unchanged: isSame === true,
  };
}

/**
 * Stores the card, and gives the part of the entry that names it. The model object does not name the card, so that a
 * takedown leaves the model's address unchanged (decision 0031).
 */
function cardEntry(
  store: ModelWriting['store'],
  { id, files, facts, card: text }: ImportRow,
): Pick<CatalogEntry, 'card'> {
  const readme = text === undefined ? undefined : files.find(({ path }) => path === CARD_PATH);
  if (text === undefined || !readme) return {};
  const { path, sha256 } = readme;
  const card = { format: CARD_FORMAT, id, path, sha256, license: facts.license ?? null, text } as const;
  return { card: store.put(formatCardObject(card)) };
}

function modelObject(row: ImportRow, prev: string | null): ModelObject {
  const { license, parameters, context } = row.facts;
  return {
    format: MODEL_FORMAT,
    id: row.id,
    revision: row.revision,
    license: license ?? null,
    files: row.files,
    prev,
    ...defined({ parameters, context }),
  };
}
