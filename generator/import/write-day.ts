// Writes the objects of a new day, its catalog last: joins the rows of an import with the earlier day, and decides which
// models are new, kept, taken off the list (thin) or forgotten. Does not move the pointer to the day.
import { join } from 'node:path';
import { canonicalJson, defined } from '../../src/basics/records.ts';
import { formatEntryLine } from '../../src/catalog/catalog-object.ts';
import { thinned } from '../../src/dialects/hub/model-row.ts';
import type { ModelFigures } from '../../src/model/model-figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry } from '../../src/shapes/objects.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { idsInDay } from '../days/days-back.ts';
import { compareCatalogs, entryOf, type ModelLines, modelsIn, type StreamStep } from '../days/model-stream.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { type CatalogLines, writeCatalog } from '../days/object-writer.ts';
import { isPurged } from '../days/purged.ts';
import { isListedRow } from '../days/row-line.ts';
import type { Progress } from '../process/progress.ts';
import type { MergeCounts, WrittenDay } from './import-report.ts';
import type { ReadRows } from './rows/read-rows.ts';
import type { RowSpool } from './rows/row-spool.ts';
import { type ModelWriting, writeModel } from './write-model.ts';

/** The models of an import that gives only what changed: every model without a row here or below stays as it is. */
export interface OtherModels {
  /** Ids of models that leave the list of models, in lower case. Models in `drop` are forgotten instead. */
  gone: ReadonlySet<string>;
  /** New figures of models that otherwise stay as they are, by their ids in lower case. An absent figure stays. */
  figures: ReadonlyMap<string, ModelFigures>;
}

interface DayToWrite extends ModelWriting {
  store: ObjectStore;
  /** Ids to forget. */
  drop: string[];
  /** The ids of all withdrawn models, in lower case. */
  withdrawn?: ReadonlySet<string>;
  /** Undefined if the import is the whole list, which takes every other model off the list. */
  others?: OtherModels | undefined;
  progress: Progress;
  rows: ReadRows;
  /** The day before; undefined if this day is the first. */
  base: CatalogFile | undefined;
  /** The version of this day that an earlier import wrote; undefined if there is none. An import of changes goes on from it. */
  replaced: CatalogFile | undefined;
  spool: RowSpool;
  /** Objects that were removed for good. A model whose earlier object is one of them counts as unknown. */
  purged: ReadonlySet<Address>;
}

interface Merge extends DayToWrite {
  /** The ids in `drop`, in lower case. */
  drops: ReadonlySet<string>;
  /** The entries of the day before, as `respelledIn` gives them. */
  respelled: ReadonlyMap<string, CatalogEntry>;
  counts: MergeCounts;
  /** Called after each row of the import. */
  onRow(): void;
}

/** Stores the day's models and its catalog. `warnings` name options that had no effect. */
export async function writeDay(day: DayToWrite): Promise<WrittenDay & { warnings: string[] }> {
  const { store, spool, rows, base } = day;
  const drops = new Set(day.drop.map((id) => id.toLowerCase()));
  const respelled = respelledIn(base, rows);
  const known = new Set((base && drops.size > 0 ? idsInDay(base, drops) : []).map((id) => id.toLowerCase()));
  const frame = { gated: gatedIds(day, drops), prev: base?.address ?? null, snapshot: day.day };
  const counts: MergeCounts = {
    ...{ listed: 0, thin: 0, added: 0, updated: 0, unchanged: 0 },
    ...{ fellOff: 0, dropped: 0, withdrawn: 0 },
  };
  const task = day.progress.start('Making the day', spool.count);
  const models = mergedModels({ ...day, drops, respelled, counts, onRow: () => task.advance() });
  const catalog = await writeCatalog(store, frame, models, join(store.root, 'tmp'));
  counts.withdrawn = rows.withdrawn.size;
  task.done();
  return {
    ...{ day: day.day, catalog, prev: frame.prev, models: { ...counts, gated: frame.gated.length } },
    ...{ files: rows.files, bytes: rows.bytes },
    warnings: day.drop
      .filter((id) => !known.has(id.toLowerCase()))
      .map((id) => `--drop ${id}: the day before does not know this model.`),
  };
}

/** Gives the replaced day if its models stay, since the import gives only what has changed since that day. */
const continued = ({ others, replaced }: DayToWrite) => others && replaced;

/** Lists, sorted, the gated ids of today. Adds those of the earlier day that are not imported, dropped or withdrawn. */
function gatedIds(day: DayToWrite, drops: ReadonlySet<string>): string[] {
  const { frame } = continued(day) ?? day.base ?? { frame: { gated: [] as string[] } };
  const still = frame.gated.filter((id) => {
    const lower = id.toLowerCase();
    return !day.rows.claimed.has(lower) && !drops.has(lower) && !day.withdrawn?.has(lower);
  });
  return [...day.rows.gated, ...still].sort();
}

/** Gives the entries of a day for ids that the import spells in another letter case, by their ids in lower case. */
function respelledIn(day: CatalogFile | undefined, { claimed }: ReadRows): Map<string, CatalogEntry> {
  const respelled = new Map<string, CatalogEntry>();
  for (const model of modelsIn(day)) {
    const lower = model.id.toLowerCase();
    if ((claimed.get(lower) ?? model.id) !== model.id) respelled.set(lower, entryOf(model));
  }
  return respelled;
}

/** Gives the lines of every model of the new day in the order of ids. */
function* mergedModels(merge: Merge): Generator<CatalogLines, undefined> {
  const { spool, base } = merge;
  const replaced = continued(merge);
  const order = spool.sorted();
  let next = 0;
  const idOfNext = () => (next < order.length ? spool.idAt(order[next]!) : undefined);
  for (const step of compareCatalogs(base, replaced)) {
    for (let id = idOfNext(); id !== undefined && id < step.id; id = idOfNext()) yield imported(merge, order[next++]!);
    const model = replaced ? step.after : step.before;
    if (idOfNext() === step.id) yield imported(merge, order[next++]!, step);
    else if (model) yield* kept(merge, model);
  }
  while (next < order.length) yield imported(merge, order[next++]!);
}

function imported(merge: Merge, place: number, step?: StreamStep): CatalogLines {
  const { counts, respelled, purged } = merge;
  const row = merge.spool.rowAt(place);
  const known = step?.before ? entryOf(step.before) : respelled.get(row.id.toLowerCase());
  const before = known && isPurged(known, purged) ? undefined : known;
  const written = writeModel(merge, row, before);
  counts[row.listed ? 'listed' : 'thin'] += 1;
  counts[before === undefined ? 'added' : written.unchanged ? 'unchanged' : 'updated'] += 1;
  merge.onRow();
  return { entry: formatEntryLine(row.id, written.entry), row: canonicalJson(written.row) };
}

/** Keeps a model that the import does not name: as it is, or thin. Gives nothing if the day leaves it out. */
function* kept(merge: Merge, model: ModelLines): Generator<CatalogLines, undefined> {
  const { counts, others, rows, drops, purged } = merge;
  const lower = model.id.toLowerCase();
  if (merge.withdrawn?.has(lower)) {
    rows.withdrawn.add(lower);
    return;
  }
  // The import names it as gated, or in another letter case.
  const isNamed = rows.claimed.has(lower);
  const isGone = () => purged.size > 0 && isPurged(entryOf(model), purged);
  const isDropped = drops.has(lower) || (!isNamed && isGone());
  if (isDropped) counts.dropped += 1;
  if (isDropped || isNamed) return;
  const wasListed = isListedRow(model.row);
  const stays = others !== undefined && !others.gone.has(lower);
  counts[stays && wasListed ? 'listed' : 'thin'] += 1;
  if (stays) counts.unchanged += 1;
  else if (wasListed) counts.fellOff += 1;
  const figures = wasListed && stays ? others.figures.get(lower) : undefined;
  yield { entry: keptEntry(merge, model), row: keptRow(model, wasListed && !stays, figures) };
}

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
