// Writes one model of an import into the store: its model object, its source objects, and its entry in the catalog.

import { defined } from '../../src/basics/records.ts';
import { CARD_PATH, daysOn, formatObject, parseModelObject } from '../../src/catalog/catalog-object.ts';
import { modelRow, thinRow } from '../../src/dialects/hub/model-row.ts';
import { P2P, type Service } from '../../src/service/service.ts';
import { CARD_FORMAT, MODEL_FORMAT, SOURCE_FORMAT } from '../../src/shapes/formats.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry, ModelObject } from '../../src/shapes/objects.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { blake3Hex } from '../process/blake3.ts';
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
  /** The ids, in lower case, of models whose cards are not stored. */
  takedowns: ReadonlySet<string>;
}

/** Stores the model in `given`. `before` is its entry in the day before. */
export function writeModel(
  { store, service, day, takedowns }: ModelWriting,
  given: ImportRow,
  before: CatalogEntry | undefined,
): WrittenModel {
  const earlier = before && { address: before.model, text: store.get(before.model) };
  const base = earlier && parseModelObject(earlier.text);
  const row = withHeaders(given, base);
  const isSame = base && formatObject(modelObject(row, base.prev)) === earlier!.text;
  const model = isSame ? earlier!.address : store.put(formatObject(modelObject(row, earlier?.address ?? null)));
  const days = daysOn(day, before, isSame === true);
  const sources = row.places.map((place) => store.put(formatObject({ format: SOURCE_FORMAT, model, ...place })));
  return {
    entry: {
      model,
      sources,
      ...days,
      ...(takedowns.has(row.id.toLowerCase()) ? {} : cardEntry(store, row)),
    },
    row: browseRow(service, row, model, days.indexed),
    unchanged: isSame === true,
  };
}

/**
 * Adds the headers that the model had on the day before to files without one in the row. A header depends on the bytes
 * alone, so it holds for every file with the same hash.
 */
function withHeaders(row: ImportRow, before: ModelObject | undefined): ImportRow {
  const known = new Map(before?.files.flatMap(({ sha256, gguf }) => (gguf ? [[sha256, gguf] as const] : [])));
  if (known.size === 0) return row;
  const files = row.files.map((file) => ({ ...file, ...defined({ gguf: file.gguf ?? known.get(file.sha256) }) }));
  return { ...row, files };
}

/**
 * Makes the catalog's row for `row`, whose object is at `manifest` and whose id was first indexed on the day `indexed`.
 * The row of an unlisted model is thin: it has few facts.
 */
function browseRow(service: Service, row: ImportRow, manifest: string, indexed: string | undefined): ModelRow {
  const { id, revision, files, listed, facts, places, p2p } = row;
  // A client of any one of these sources finds the whole model there.
  const whole = new Set(places.filter((place) => place.files === undefined).map(({ source }) => source));
  const names = service.sources.filter(({ token }) => whole.has(token)).map(({ display }) => display);
  const named = { id, revision, files, manifest, sources: p2p ? [...names, P2P.display] : names };
  if (!listed) return thinRow(named);
  return modelRow({ ...named, indexed, opaqueId: blake3Hex(id).slice(0, 24) }, facts);
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
  return { card: store.put(formatObject(card)) };
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
