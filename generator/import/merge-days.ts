// Joins the rows of an import with the day before, and decides which models are new, kept, taken off the list (thin) or
// forgotten.

import { canonicalJson } from '../../src/basics/canonical-json.ts';
import { formatEntryLine } from '../../src/catalog/catalog-object.ts';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import { thinned } from '../../src/dialects/hub/model-row.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry, ModelObject } from '../../src/shapes/objects.ts';
import type { OrderedLookup } from '../days/base-day.ts';
import { entryOf, type ModelLines } from '../days/model-stream.ts';
import { isPurged } from '../days/purged.ts';
import type { CatalogWriter } from './catalog-writer.ts';
import type { RowSpool } from './rows/row-spool.ts';
import { type ModelWriting, writeModel } from './write-model.ts';

/** Counts how the models of the new day relate to the day before. */
export interface MergeCounts {
  listed: number;
  thin: number;
  added: number;
  /** Models with a new object: another revision, or other facts about the model itself. */
  updated: number;
  unchanged: number;
  /** Models that the day before lists and the new day does not, because the import did not name them. */
  fellOff: number;
  dropped: number;
  /** Withdrawn models that the import or the day before has. */
  withdrawn: number;
}

/**
 * True if the new day leaves out the model `id`, which the day before has and the import does not name. `object`
 * returns the model's object.
 */
export type RefusesModel = (id: string, object: () => ModelObject) => boolean;

interface Merge extends ModelWriting {
  spool: RowSpool;
  /** Ids in the import, including gated ones, by their lowercased spelling. */
  claimed: ReadonlyMap<string, string>;
  /** Ids to forget, in lower case. */
  drops: ReadonlySet<string>;
  /**
   * The catalog entries of the day before for models whose id the import spells in another letter case. The key is the
   * id in lower case.
   */
  respelled: ReadonlyMap<string, CatalogEntry>;
  /** The ids of all withdrawn models, in lower case. */
  withdrawn: ReadonlySet<string>;
  /** Collects the ids, in lower case, of the withdrawn models that the import or the day before has. */
  leftOut: Set<string>;
  refuses: RefusesModel;
  /** Objects that were removed for good. A model whose earlier object is one of them counts as unknown. */
  purged: ReadonlySet<Address>;
  /** The replaced day, for lookups in the order of ids. */
  replaced: OrderedLookup;
  replacedRespelled: ReadonlyMap<string, CatalogEntry>;
  out: CatalogWriter;
  /** Called after each row of the import. */
  onRow(): void;
}

/** Writes every model of the new day in the order of ids. Walks `base` and the imported rows once, side by side. */
export function mergeDays(merge: Merge, base: Iterable<ModelLines>): MergeCounts {
  const counts: MergeCounts = {
    listed: 0,
    thin: 0,
    added: 0,
    updated: 0,
    unchanged: 0,
    fellOff: 0,
    dropped: 0,
    withdrawn: 0,
  };
  const order = merge.spool.sorted();
  let next = 0;
  const importUpTo = (end: string | undefined) => {
    for (; next < order.length && (end === undefined || merge.spool.idAt(order[next]!) < end); next++)
      importRow(merge, order[next]!, undefined, counts);
  };
  for (const model of base) {
    importUpTo(model.id);
    if (next < order.length && merge.spool.idAt(order[next]!) === model.id)
      importRow(merge, order[next++]!, entryOf(model), counts);
    else keepFromBase(merge, model, counts);
  }
  importUpTo(undefined);
  counts.withdrawn = merge.leftOut.size;
  return counts;
}

function importRow(merge: Merge, place: number, known: CatalogEntry | undefined, counts: MergeCounts): void {
  const row = merge.spool.rowAt(place);
  const lower = row.id.toLowerCase();
  const before = whole(merge, known ?? merge.respelled.get(lower));
  const replaced = whole(merge, merge.replaced.entryOf(row.id) ?? merge.replacedRespelled.get(lower));
  const written = writeModel(merge, row, before, replaced);
  counts[row.listed ? 'listed' : 'thin'] += 1;
  counts[before === undefined ? 'added' : written.unchanged ? 'unchanged' : 'updated'] += 1;
  merge.out.add(formatEntryLine(row.id, written.entry), canonicalJson(written.row));
  merge.onRow();
}

function keepFromBase(merge: Merge, model: ModelLines, counts: MergeCounts): void {
  const lower = model.id.toLowerCase();
  if (merge.withdrawn.has(lower)) {
    merge.leftOut.add(lower);
    return;
  }
  const object = () => parseModelObject(merge.store.get(entryOf(model).model));
  if (!merge.claimed.has(lower) && (isGone(merge, model) || merge.refuses(model.id, object))) {
    counts.dropped += 1;
    return;
  }
  if (merge.drops.has(lower)) counts.dropped += 1;
  // The old line is left out if the operator drops the model, or if the import names it as gated or in another letter
  // case.
  if (merge.drops.has(lower) || merge.claimed.has(lower)) return;
  const { entry, row, text } = keptLines(merge, model);
  const wasListed = row.hub.listed !== false;
  if (wasListed) counts.fellOff += 1;
  counts.thin += 1;
  merge.out.add(entry, wasListed ? canonicalJson(thinned(row)) : text);
}

/** Gives `entry` of an earlier day; undefined if its object was removed for good. */
const whole = ({ purged }: Merge, entry: CatalogEntry | undefined) =>
  entry && isPurged(entry, purged) ? undefined : entry;

const isGone = (merge: Merge, model: ModelLines) => merge.purged.size > 0 && whole(merge, entryOf(model)) === undefined;

/** Returns a model's lines as the day before has them, but without a card that was taken down since. */
function keptLines({ takedowns }: Merge, model: ModelLines): { entry: string; row: ModelRow; text: string } {
  const text = model.row.toString('utf8');
  const row = JSON.parse(text) as ModelRow;
  if (!takedowns.has(model.id.toLowerCase())) return { entry: model.entry.toString('latin1'), row, text };
  const { card: _, ...entry } = entryOf(model);
  return { entry: formatEntryLine(model.id, entry), row, text };
}
