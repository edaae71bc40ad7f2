// Walks a catalog's models in id order, each with its row, and compares two catalogs line by line.
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import type { CatalogEntry } from '../../src/shapes/objects.ts';
import { type CatalogFile, idOfEntryLine, LineCursor } from './catalog-reader.ts';
import { lineNamesModel } from './row-line.ts';

/** A model's lines in the catalog. The buffers are valid until the walk goes on. */
export interface ModelLines {
  id: string;
  entry: Buffer;
  row: Buffer;
  /** The number of the row in the catalog, from 0 on. */
  rowNumber: number;
}

/** The parts of a catalog that a walk over its models needs. */
type Lists = Pick<CatalogFile, 'path' | 'modelsStart' | 'rowsStart'>;

/**
 * Walks the models of a catalog; yields nothing without a catalog. Throws when a model has no row, or a row has no
 * model.
 */
export function* modelsIn(catalog: Lists | undefined): Generator<ModelLines, undefined> {
  if (!catalog) return;
  const entries = new LineCursor(catalog.path, catalog.modelsStart);
  const rows = new LineCursor(catalog.path, catalog.rowsStart);
  try {
    for (let rowNumber = 0; ; rowNumber++) {
      const [entry, row] = [entries.next(), rows.next()];
      if (!entry && !row) return;
      const id = entry ? idOfEntryLine(entry) : '';
      if (!entry || !row || !lineNamesModel(row, id))
        throw new Error(`the catalog's models and rows differ at ${id || row?.toString('utf8', 0, 80)}`);
      yield { id, entry, row, rowNumber };
    }
  } finally {
    entries.close();
    rows.close();
  }
}

/** Parses the entry of a model. */
export const entryOf = ({ entry }: Pick<ModelLines, 'entry'>): CatalogEntry =>
  parseEntryLine(entry.toString('latin1')).entry;

/**
 * One step of a comparison. `before` and `after` hold the model's lines in each catalog. `sameEntry` is true if both
 * lines name the same objects, and `same` if the whole lines are equal.
 */
export interface StreamStep {
  id: string;
  before: ModelLines | undefined;
  after: ModelLines | undefined;
  sameEntry: boolean;
  same: boolean;
}

/** Compares two catalogs in one pass over both. Without `before`, every model counts as new. */
export function* compareCatalogs(before: Lists | undefined, after: Lists | undefined): Generator<StreamStep> {
  const [olds, news] = [modelsIn(before), modelsIn(after)];
  try {
    let [old, fresh] = [olds.next().value, news.next().value];
    while (old || fresh) {
      const order = !old ? 1 : !fresh ? -1 : old.id < fresh.id ? -1 : old.id > fresh.id ? 1 : 0;
      const pair = { before: order <= 0 ? old : undefined, after: order >= 0 ? fresh : undefined };
      const sameEntry = order === 0 && old!.entry.equals(fresh!.entry);
      const same = sameEntry && old!.row.equals(fresh!.row);
      yield { id: (pair.after ?? pair.before)!.id, ...pair, sameEntry, same };
      if (order <= 0) old = olds.next().value;
      if (order >= 0) fresh = news.next().value;
    }
  } finally {
    olds.return(undefined);
    news.return(undefined);
  }
}
