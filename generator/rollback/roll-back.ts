// Publishes an earlier day again: makes a catalog with the models of that day and a new date, which follows the day in
// force.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatEntryLine } from '../../src/catalog/catalog-object.ts';
import { daysOn } from '../../src/catalog/entry-days.ts';
import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import type { CatalogEntry } from '../../src/shapes/objects.ts';
import { putInForce } from '../aside/put-in-force.ts';
import { earlierDays } from '../days/base-day.ts';
import { type CatalogFile, dayIn } from '../days/catalog-reader.ts';
import { type Chain, daysBack } from '../days/days-back.ts';
import { compareCatalogs, entryOf, type StreamStep } from '../days/model-stream.ts';
import { type ObjectStore, storeOf } from '../days/object-store.ts';
import { type Pointer, pointerAfter, readPointer } from '../days/pointer.ts';
import { dayBefore, readPurged } from '../days/purged.ts';
import { readTakedowns } from '../days/takedowns.ts';
import { dayPlaces, onDisk } from '../files/full-disk.ts';
import { inData } from '../files/in-data.ts';
import { CatalogWriter } from '../import/catalog-writer.ts';
import { Failure } from '../process/failure.ts';
import { dayLeftOut } from './put-back.ts';

interface RollbackRequest {
  /** The day to publish again; by default the day before the one in force. */
  to: string | undefined;
  /** The date under which the day is published again, as YYYY-MM-DD. */
  day: string;
  made: DayOrigin;
}

export interface RollbackReport {
  day: string;
  catalog: Address;
  prev: Address | null;
  /** The date of the earlier day, and the address of its catalog. */
  of: string;
  ofCatalog: Address;
  /**
   * The number of models in the new catalog. The other numbers compare it with the day that was in force: how many
   * models are removed, changed and returned.
   */
  models: number;
  removed: number;
  changed: number;
  returned: number;
}

/**
 * Publishes the earlier day in HUB_DATA. Throws a Failure if there is no such day, or if `day` lies before the newest
 * day.
 */
export async function rollBack(config: Config, request: RollbackRequest): Promise<RollbackReport> {
  const advice = 'Nothing was published; make room and do it again.';
  return inData(config, 'rollback', () => onDisk(dayPlaces(config), advice, () => rollLocked(config, request)));
}

async function rollLocked(config: Config, { to, day, made }: RollbackRequest): Promise<RollbackReport> {
  const { data } = config;
  const store = storeOf(config);
  store.clean();
  const inForce = readPointer(data);
  if (!inForce) throw new Failure('There is no day to go back from: HUB_DATA has none of its own yet.');
  const left = await dayLeftOut(config, inForce);
  const newest = left ? { ...inForce, catalog: left.address, snapshot: left.frame.snapshot } : inForce;
  const target = left && [undefined, inForce.snapshot].includes(to) ? inForce.catalog : undefined;
  const wanted = await dayToPublish({ store, purged: readPurged(data) }, newest, { to, target });
  if (day < newest.snapshot)
    throw new Failure(
      `${newest.snapshot} is the newest day, and ${day} lies before it: set the clock of this machine, or name a day with --day.`,
    );
  const { base } = await earlierDays(store, newest, day);
  const catalog = await writeAgain({ data, store, day }, wanted, base);
  const next = pointerAfter(newest, { catalog, snapshot: day, made });
  await putInForce({ data, store, rules: undefined, before: base, expected: new Set() }, next);
  const of = { of: wanted.frame.snapshot, ofCatalog: wanted.address };
  const before = await dayIn(store, newest.catalog);
  return { day, catalog, prev: base?.address ?? null, ...of, ...figuresOf(before, wanted) };
}

/** Returns the day to publish: `target`, or the wanted earlier day in the chain that ends at the pointer's catalog. */
async function dayToPublish(
  chain: Chain,
  { catalog, snapshot }: Pointer,
  { to, target }: { to: string | undefined; target: Address | undefined },
): Promise<CatalogFile> {
  if (target) return dayIn(chain.store, target);
  if (to === snapshot) throw new Failure(`${to} is in force already: name an earlier day.`);
  const before = dayBefore(await dayIn(chain.store, catalog), chain.purged);
  if (!before) throw new Failure(`${snapshot} is the first day of its chain: there is none to go back to.`);
  for await (const day of daysBack(chain, before)) {
    if (to === undefined || day.frame.snapshot === to) return day;
    if (day.frame.snapshot < to) break;
  }
  throw new Failure(`No day of the chain is of ${to}: "model-hub status --days 365" lists those there are.`);
}

interface Writing {
  data: string;
  store: ObjectStore;
  day: string;
}

/** Writes a catalog with the models of `wanted`, which follows the day `base`. */
async function writeAgain({ data, store, day }: Writing, wanted: CatalogFile, base: CatalogFile | undefined) {
  const scratch = join(data, 'tmp');
  // Removes the remains of a killed command. No other command is using them, because this process holds the lock.
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const frame = { gated: wanted.frame.gated, prev: base?.address ?? null, snapshot: day };
  const out = new CatalogWriter(await store.create(), frame, join(scratch, 'browse'));
  const takedowns = readTakedowns(data).ids;
  try {
    for (const step of compareCatalogs(base, wanted)) {
      if (!step.after) continue;
      const entry = entryAgain(step, day);
      if (takedowns.has(step.id.toLowerCase())) delete entry.card;
      out.add(formatEntryLine(step.id, entry), step.after.row.toString('utf8'));
    }
    return out.finish();
  } finally {
    out.abandon();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function figuresOf(before: CatalogFile, wanted: CatalogFile) {
  const figures = { models: 0, removed: 0, changed: 0, returned: 0 };
  for (const { before: last, after, sameEntry } of compareCatalogs(before, wanted)) {
    if (after) figures.models += 1;
    if (!after) figures.removed += 1;
    else if (!last) figures.returned += 1;
    else if (!sameEntry) figures.changed += 1;
  }
  return figures;
}

/**
 * Returns the catalog entry that the model had on the earlier day. If the model's newest object is another one, the
 * entry says that the model changed on `day`.
 */
function entryAgain({ before, after }: StreamStep, day: string): CatalogEntry {
  const entry = entryOf(after!);
  const last = before ? entryOf(before) : entry;
  const isSame = before !== undefined && last.model === entry.model;
  // If the model was missing on some day in between, its newer entry has another first date, which does not match the
  // row of the earlier day.
  const dated = last.indexed === entry.indexed ? last : entry;
  const { indexed: _, days: __, ...named } = entry;
  return { ...named, ...daysOn(day, dated, isSame) };
}
