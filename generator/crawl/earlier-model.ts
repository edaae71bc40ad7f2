// Reads a model of the day in force, for a new day that keeps the model's row or compares with it.
import { parseCardObject } from '../../src/catalog/card-object.ts';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import { parseSourceObject } from '../../src/catalog/source-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CardObject, ModelObject, SourceObject } from '../../src/shapes/objects.ts';
import { entryOf, type ModelLines } from '../days/model-stream.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { isPurged } from '../days/purged.ts';

interface EarlierModel {
  /** The address of the model object. */
  address: Address;
  model: ModelObject;
  /**
   * The model's sources, except those that come from a published record: each day checks the published records anew.
   */
  sources: SourceObject[];
  /** The model's row in the catalog. */
  row: ModelRow;
  /** The model's card; undefined if none is kept. */
  card: CardObject | undefined;
}

/** Reads the objects of a model. Gives undefined if they were removed for good. */
export function earlierModel(
  lines: ModelLines,
  { store, purged }: { store: ObjectStore; purged: ReadonlySet<Address> },
): EarlierModel | undefined {
  const entry = entryOf(lines);
  if (isPurged(entry, purged)) return undefined;
  return {
    address: entry.model,
    model: parseModelObject(store.get(entry.model)),
    sources: entry.sources
      .map((address) => parseSourceObject(store.get(address)))
      .filter(({ published }) => published === undefined),
    row: JSON.parse(lines.row.toString()) as ModelRow,
    card: entry.card && store.has(entry.card) ? parseCardObject(store.get(entry.card)) : undefined,
  };
}
