// Writes one model of an import into the store: its model object, its source objects, and what the catalog says of it.
import type { Address } from '../../src/address.ts';
import type { CatalogEntry } from '../../src/catalog/catalog-object.ts';
import { formatModelObject, MODEL_FORMAT, type ModelObject, parseModelObject } from '../../src/catalog/model-object.ts';
import { formatSourceObject, SOURCE_FORMAT } from '../../src/catalog/source-object.ts';
import { modelRow, thinRow } from '../../src/dialects/hub/model-row.ts';
import type { Service } from '../../src/service.ts';
import { P2P } from '../../src/sources.ts';
import type { ModelRow } from '../../src/wire/model-row.ts';
import type { ObjectStore } from '../object-store.ts';
import type { ImportRow } from './import-row.ts';
import { opaqueId } from './opaque-id.ts';

export interface WrittenModel {
  entry: CatalogEntry;
  row: ModelRow;
  /** True: the base day's model object says the same and was kept. */
  unchanged: boolean;
}

/** Stores what `row` says, `before` being what the base day had of the model. */
export function writeModel(
  store: ObjectStore,
  service: Service,
  row: ImportRow,
  before: CatalogEntry | undefined,
): WrittenModel {
  const kept = before && sameAsBefore(store, row, before.model);
  const model = kept ?? store.put(formatModelObject(modelObject(row, before?.model ?? null)));
  const sources = row.places.map((place) => store.put(formatSourceObject({ format: SOURCE_FORMAT, model, ...place })));
  const named = {
    id: row.id,
    revision: row.revision,
    files: row.files,
    manifest: model,
    sources: displayNames(service, row),
  };
  return {
    entry: { model, sources },
    row: row.listed ? modelRow({ ...named, opaqueId: opaqueId(row.id) }, row.facts) : thinRow(named),
    unchanged: kept !== undefined,
  };
}

/** The base day's object, when `row` would make the same one but for `prev`. */
function sameAsBefore(store: ObjectStore, row: ImportRow, before: Address): Address | undefined {
  const text = store.get(before);
  const { prev } = parseModelObject(text);
  return formatModelObject(modelObject(row, prev)) === text ? before : undefined;
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
    ...(parameters === undefined ? {} : { parameters }),
    ...(context === undefined ? {} : { context }),
  };
}

function displayNames(service: Service, row: ImportRow): string[] {
  const held = new Set(row.places.map(({ source }) => source));
  const names = service.sources.filter(({ token }) => held.has(token)).map(({ display }) => display);
  return row.p2p ? [...names, P2P.display] : names;
}
