// Joins the rows of an import with the day before, and decides which models are new, kept, taken off the list (thin) or
// forgotten.

import { canonicalJson } from '../../src/basics/canonical-json.ts';
import { defined } from '../../src/basics/defined.ts';
import { formatEntryLine } from '../../src/catalog/catalog-object.ts';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import { thinned } from '../../src/dialects/hub/model-row.ts';
import type { ModelFigures } from '../../src/model/model-figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry, ModelObject } from '../../src/shapes/objects.ts';
import type { OrderedLookup } from '../days/base-day.ts';
import { entryOf, type ModelLines } from '../days/model-stream.ts';
import { isPurged } from '../days/purged.ts';
import { isListedRow } from '../days/row-line.ts';
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

/** The models of an import that gives only what changed: every model without a row here or below stays as it is. */
export interface OtherModels {
  /** Ids of models that leave the list of models, in lower case. Models in `drop` are forgotten instead. */
  gone: ReadonlySet<string>;
  /** New figures of models that otherwise stay as they are, by their ids in lower case. An absent figure stays. */
  figures: ReadonlyMap<string, ModelFigures>;
}

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
  /** Undefined if the import is the whole list, which takes every other model off the list. */
  others: OtherModels | undefined;
  /** The day before, for lookups in the order of ids. */
  before: OrderedLookup;
  /** The replaced day, for lookups in the order of ids. */
  replaced: OrderedLookup;
  replacedRespelled: ReadonlyMap<string, CatalogEntry>;
  out: CatalogWriter;
  /** Called after each row of the import. */
  onRow(): void;
}

/** Writes every model of the new day in the order of ids. Walks the earlier models and the imported rows side by side. */
export function mergeDays(merge: Merge, earlier: Iterable<ModelLines>): MergeCounts {
  const counts: MergeCounts = {
    ...{ listed: 0, thin: 0, added: 0, updated: 0, unchanged: 0 },
    ...{ fellOff: 0, dropped: 0, withdrawn: 0 },
  };
  const order = merge.spool.sorted();
  let next = 0;
  const idOfNext = () => (next < order.length ? merge.spool.idAt(order[next]!) : undefined);
  for (const model of earlier) {
    for (let id = idOfNext(); id !== undefined && id < model.id; id = idOfNext())
      importRow(merge, order[next++]!, counts);
    if (idOfNext() === model.id) importRow(merge, order[next++]!, counts);
    else keepModel(merge, model, counts);
  }
  while (next < order.length) importRow(merge, order[next++]!, counts);
  counts.withdrawn = merge.leftOut.size;
  return counts;
}

function importRow(merge: Merge, place: number, counts: MergeCounts): void {
  const row = merge.spool.rowAt(place);
  const lower = row.id.toLowerCase();
  const before = whole(merge, merge.before.entryOf(row.id) ?? merge.respelled.get(lower));
  const replaced = whole(merge, merge.replaced.entryOf(row.id) ?? merge.replacedRespelled.get(lower));
  const written = writeModel(merge, row, before, replaced);
  counts[row.listed ? 'listed' : 'thin'] += 1;
  counts[before === undefined ? 'added' : written.unchanged ? 'unchanged' : 'updated'] += 1;
  merge.out.add(formatEntryLine(row.id, written.entry), canonicalJson(written.row));
  merge.onRow();
}

/** Keeps a model that the import does not name: as it is, or without the facts of a listed model. */
function keepModel(merge: Merge, model: ModelLines, counts: MergeCounts): void {
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
  const wasListed = isListedRow(model.row);
  const stays = merge.others !== undefined && !merge.others.gone.has(lower);
  counts[stays && wasListed ? 'listed' : 'thin'] += 1;
  if (stays) counts.unchanged += 1;
  else if (wasListed) counts.fellOff += 1;
  const figures = wasListed && stays ? merge.others!.figures.get(lower) : undefined;
  merge.out.add(keptEntry(merge, model), keptRow(model, wasListed && !stays, figures));
}

/** Gives `entry` of an earlier day; undefined if its object was removed for good. */
const whole = ({ purged }: Merge, entry: CatalogEntry | undefined) =>
  entry && isPurged(entry, purged) ? undefined : entry;

const isGone = (merge: Merge, model: ModelLines) => merge.purged.size > 0 && whole(merge, entryOf(model)) === undefined;

/** Returns a model's entry line as the earlier day has it, but without a card that was taken down since. */
function keptEntry({ takedowns }: Merge, model: ModelLines): string {
  if (!takedowns.has(model.id.toLowerCase())) return model.entry.toString('latin1');
  const { card: _, ...entry } = entryOf(model);
  return formatEntryLine(model.id, entry);
}

function keptRow({ row }: ModelLines, becomesThin: boolean, figures: ModelFigures | undefined): string {
  const text = row.toString('utf8');
  if (becomesThin) return canonicalJson(thinned(JSON.parse(text) as ModelRow));
  return figures ? canonicalJson({ ...(JSON.parse(text) as ModelRow), ...defined(figures) }) : text;
}
