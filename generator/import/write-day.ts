// Writes the objects of a new day, its catalog last. Does not move the pointer to the day.
import { join } from 'node:path';
import type { Address } from '../../src/nouns/address.ts';
import { lookUpNames, OrderedLookup } from '../days/base-day.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { modelsIn } from '../days/model-stream.ts';
import type { ObjectStore } from '../days/object-store.ts';
import type { Progress } from '../process/progress.ts';
import { CatalogWriter } from './catalog-writer.ts';
import type { WrittenDay } from './import-report.ts';
import { mergeDays, type OtherModels, type RefusesModel } from './merge-days.ts';
import type { ReadRows } from './rows/read-rows.ts';
import type { RowSpool } from './rows/row-spool.ts';
import type { ModelWriting } from './write-model.ts';

interface DayToWrite extends ModelWriting {
  store: ObjectStore;
  drop: string[];
  withdrawn?: ReadonlySet<string>;
  refuses: RefusesModel;
  others?: OtherModels | undefined;
  progress: Progress;
  rows: ReadRows;
  /** The day before; undefined if this day is the first. */
  base: CatalogFile | undefined;
  /** The version of this day that an earlier import wrote; undefined if there is none. */
  replaced: CatalogFile | undefined;
  spool: RowSpool;
  /** Objects that were removed for good. */
  purged: ReadonlySet<Address>;
  /** A folder for files that are removed at the end. */
  scratch: string;
}

/** Stores the day's models and its catalog. `warnings` name options that had no effect. */
export async function writeDay(day: DayToWrite): Promise<WrittenDay & { warnings: string[] }> {
  const { store, spool, rows, base, withdrawn = new Set<string>() } = day;
  const drops = new Set(day.drop.map((id) => id.toLowerCase()));
  const { respelled, known } = lookUpNames(base, rows.claimed, drops);
  const frame = { gated: gatedIds(day, drops), prev: base?.address ?? null, snapshot: day.day };
  const task = day.progress.start('Making the day', spool.count);
  const out = new CatalogWriter(await store.create(), frame, join(day.scratch, 'browse'));
  const replacedRespelled = lookUpNames(day.replaced, rows.claimed, new Set()).respelled;
  const lookups = { before: new OrderedLookup(base), replaced: new OrderedLookup(day.replaced) };
  const own = {
    claimed: rows.claimed,
    drops,
    respelled,
    withdrawn,
    leftOut: rows.withdrawn,
    ...lookups,
    others: day.others,
    replacedRespelled,
    out,
  };
  const merge = { ...day, ...own, onRow: () => task.advance() };
  const counts = unlessThrown(
    out,
    () => mergeDays(merge, modelsIn(earlierModels(day))),
    () => {
      for (const lookup of Object.values(lookups)) lookup.close();
    },
  );
  const catalog = unlessThrown(out, () => out.finish());
  task.done();
  return {
    day: day.day,
    catalog,
    prev: frame.prev,
    models: { ...counts, gated: frame.gated.length },
    files: rows.files,
    bytes: rows.bytes,
    warnings: day.drop
      .filter((id) => !known.has(id.toLowerCase()))
      .map((id) => `--drop ${id}: the day before does not know this model.`),
  };
}

/** Gives the day whose models stay: the newest one, if the import gives only what has changed since. */
const earlierModels = ({ others, base, replaced }: DayToWrite) => (others && replaced) ?? base;

function unlessThrown<T>(out: CatalogWriter, work: () => T, close?: () => void): T {
  try {
    return work();
  } catch (error) {
    out.abandon();
    throw error;
  } finally {
    close?.();
  }
}

/** Lists, sorted, the gated ids of today. Adds those of the earlier day that are not imported, dropped or withdrawn. */
function gatedIds(day: DayToWrite, drops: ReadonlySet<string>): string[] {
  const still = (earlierModels(day)?.frame.gated ?? []).filter((id) => {
    const lower = id.toLowerCase();
    return !day.rows.claimed.has(lower) && !drops.has(lower) && !day.withdrawn?.has(lower);
  });
  return [...day.rows.gated, ...still].sort();
}
