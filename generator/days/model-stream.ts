// Walks a catalog's models in id order, each with its row, and compares two catalogs line by line.
import type { ModelFigures } from '../../src/model/model-figures.ts';
import { type CatalogFile, idOfEntryLine, LineCursor } from './catalog-reader.ts';
import { movedFigures } from './moved-figures.ts';
import { lineNamesModel } from './row-line.ts';

/** A model as the catalog's lines tell it. The buffers are valid until the next step. */
export interface ModelLines {
  id: string;
  entry: Buffer;
  row: Buffer;
  /** The row's offset in the catalog, and its number among the rows. */
  rowOffset: number;
  rowNumber: number;
}

/** Steps through the models of one catalog. */
class ModelStream {
  #entries: LineCursor;
  #rows: LineCursor;
  #rowNumber = 0;

  constructor(catalog: Pick<CatalogFile, 'path' | 'modelsStart' | 'rowsStart'>) {
    this.#entries = new LineCursor(catalog.path, catalog.modelsStart);
    this.#rows = new LineCursor(catalog.path, catalog.rowsStart);
  }

  /** The next model; undefined at the end. Throws when a model has no row or a row no model. */
  next(): ModelLines | undefined {
    const entry = this.#entries.next();
    const row = this.#rows.next();
    if (!entry && !row) return undefined;
    const id = entry ? idOfEntryLine(entry.line) : '';
    if (!entry || !row || !lineNamesModel(row.line, id))
      throw new Error(`the catalog's models and rows differ at ${id || row?.line.toString('utf8', 0, 80)}`);
    return { id, entry: entry.line, row: row.line, rowOffset: row.offset, rowNumber: this.#rowNumber++ };
  }

  close(): void {
    this.#entries.close();
    this.#rows.close();
  }
}

/**
 * One step of a comparison: `before` and `after` hold the model's lines in each catalog; `sameEntry` when it names the
 * same objects; `same` when both lines are equal; `moved` has its present figures when only figures changed
 * (`model-figures.ts`).
 */
export interface StreamStep {
  id: string;
  before: ModelLines | undefined;
  after: ModelLines | undefined;
  sameEntry: boolean;
  same: boolean;
  moved: ModelFigures | undefined;
}

/** Compares two catalogs in one pass over both; without `before`, everything is new. */
export function* compareCatalogs(
  before: Pick<CatalogFile, 'path' | 'modelsStart' | 'rowsStart'> | undefined,
  after: Pick<CatalogFile, 'path' | 'modelsStart' | 'rowsStart'>,
): Generator<StreamStep> {
  const olds = before && new ModelStream(before);
  const news = new ModelStream(after);
  try {
    let old = olds?.next();
    let fresh = news.next();
    while (old || fresh) {
      const order = !old ? 1 : !fresh ? -1 : old.id < fresh.id ? -1 : old.id > fresh.id ? 1 : 0;
      const pair = { before: order <= 0 ? old : undefined, after: order >= 0 ? fresh : undefined };
      const sameEntry = order === 0 && old!.entry.equals(fresh!.entry);
      const same = sameEntry && old!.row.equals(fresh!.row);
      const moved = sameEntry && !same ? movedFigures(old!.row, fresh!.row) : undefined;
      yield { id: (pair.after ?? pair.before)!.id, ...pair, sameEntry, same, moved };
      if (order <= 0) old = olds?.next();
      if (order >= 0) fresh = news.next();
    }
  } finally {
    olds?.close();
    news.close();
  }
}
