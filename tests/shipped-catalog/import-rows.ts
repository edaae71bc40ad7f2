// Reads the days of a catalog as import rows, so that a newer importer can import them again.
import { type ObjectStore, openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { importRowOf } from '../../generator/mirror/derived-model.ts';
import { type CatalogFrame, parseModelObject, parseSourceObject } from '../../src/catalog/catalog-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry } from '../../src/shapes/objects.ts';
import type { FixtureRow, GatedRow } from '../fixtures/rows.ts';

export interface ImportDay {
  /** The day, as YYYY-MM-DD. */
  day: string;
  rows: (FixtureRow | GatedRow)[];
}

interface Catalog extends CatalogFrame {
  models: Record<string, CatalogEntry>;
  rows: ModelRow[];
}

/**
 * Lists every day of the catalog in `folder`, oldest first. A model that left the list has no row, as in the original
 * import.
 */
export function importDays(folder: string): ImportDay[] {
  const store = openObjectStore(`${folder}/objects`);
  const days: ImportDay[] = [];
  for (let address: Address | null = readPointer(folder)!.catalog; address; ) {
    const catalog: Catalog = JSON.parse(store.get(address)) as Catalog;
    const listed = catalog.rows.filter(({ hub }) => hub.listed !== false);
    days.unshift({
      day: catalog.snapshot,
      rows: [
        ...listed.map((row) => importRow(row, catalog.models[row.id]!, store)),
        ...catalog.gated.map((id) => ({ id, gated: true as const })),
      ],
    });
    address = catalog.prev;
  }
  return days;
}

function importRow(row: ModelRow, { model, sources }: CatalogEntry, store: ObjectStore): FixtureRow {
  const places = sources.map((source) => parseSourceObject(store.get(source)));
  return importRowOf(row, parseModelObject(store.get(model)), places) as FixtureRow;
}
