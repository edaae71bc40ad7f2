// Publishes an earlier day again: imports what differs between it and the newest day, as the changes of a new day.
import { parseCardObject, parseModelObject, parseSourceObject } from '../../src/catalog/catalog-object.ts';
import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { readWithdrawnIds } from '../accounts/database.ts';
import { type CatalogFile, dayIn } from '../days/catalog-reader.ts';
import { daysBack } from '../days/days-back.ts';
import { compareCatalogs, entryOf, type ModelLines } from '../days/model-stream.ts';
import { type ObjectStore, storeOf } from '../days/object-store.ts';
import { readPointer } from '../days/pointer.ts';
import { dayBefore, isPurged, readPurged } from '../days/purged.ts';
import { dayPlaces, onDisk } from '../files/full-disk.ts';
import { inData } from '../files/lock.ts';
import { importDay } from '../import/import-day.ts';
import { inputOf } from '../import/rows/input-lines.ts';
import { importRowOf } from '../mirror/derived-model.ts';
import { Failure } from '../process/failure.ts';
import { seedFolder } from '../process/package-paths.ts';
import { silent } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';

interface RollbackRequest {
  /** The day to publish again; by default the day before the one in force. */
  to: string | undefined;
  /** The date under which the day is published again, as YYYY-MM-DD. */
  day: string;
  made: DayOrigin;
}

interface RollbackReport {
  day: string;
  catalog: Address;
  prev: Address | null;
  /** The date of the earlier day, and the address of its catalog. */
  of: string;
  ofCatalog: Address;
  /** False if the day was published with these models before. */
  isNew: boolean;
  /**
   * The number of models in the new day. The other numbers compare it with the day that was in force: how many models
   * are removed, changed and returned.
   */
  models: number;
  removed: number;
  changed: number;
  returned: number;
}

/** The newest day, and the day to publish again. */
type Days = Record<'newest' | 'wanted', CatalogFile>;

/**
 * Publishes the earlier day in HUB_DATA. Throws a Failure if there is no such day, if `day` lies before the newest day,
 * or if today's rules refuse a row of the earlier day.
 */
export async function rollBack(config: Config, request: RollbackRequest): Promise<RollbackReport> {
  const advice = 'Nothing was published; make room and do it again.';
  return inData(config, () => onDisk(dayPlaces(config), advice, () => rollLocked(config, request)));
}

async function rollLocked(config: Config, { to, day, made }: RollbackRequest): Promise<RollbackReport> {
  const { data } = config;
  const store = storeOf(config);
  const inForce = readPointer(data);
  if (!inForce) throw new Failure('There is no day to go back from: HUB_DATA has none of its own yet.');
  const newest = await dayIn(store, inForce.catalog);
  const wanted = await earlierDay(config, store, newest, to);
  const report = await importDay({
    ...{ data, seed: seedFolder, store, service: readService(config), day, made, progress: silent },
    input: inputOf(`the day ${wanted.frame.snapshot}`, rowsOf(store, { newest, wanted }, readPurged(data))),
    others: { gone: new Set(), figures: new Map() },
    drop: droppedIds({ newest, wanted }),
    withdrawn: await readWithdrawnIds(config),
  });
  if (!report.imported) {
    const { id, faults } = report.badLines[0]!;
    throw new Failure(
      `${id} of ${wanted.frame.snapshot} breaks the rules of today: ${faults[0]!.field} ${faults[0]!.reason}.`,
    );
  }
  const { listed, thin, dropped, updated, added } = report.models;
  return {
    ...{ day, catalog: report.catalog, prev: report.prev, of: wanted.frame.snapshot, ofCatalog: wanted.address },
    isNew: report.changed,
    ...{ models: listed + thin, removed: dropped, changed: updated, returned: added },
  };
}

/** Finds the day `to` in the chain before `newest`; by default the day before it. */
async function earlierDay(config: Config, store: ObjectStore, newest: CatalogFile, to: string | undefined) {
  const purged = readPurged(config.data);
  const { snapshot } = newest.frame;
  if (to === snapshot) throw new Failure(`${to} is in force already: name an earlier day.`);
  const before = dayBefore(newest, purged);
  if (!before) throw new Failure(`${snapshot} is the first day of its chain: there is none to go back to.`);
  for await (const day of daysBack({ store, purged }, before))
    if ([undefined, day.frame.snapshot].includes(to)) return day;
  throw new Failure(`No day of the chain is of ${to}: "model-hub status --days 365" lists those there are.`);
}

/** Yields the import rows of models that `wanted` has otherwise than `newest`. */
function* rowsOf(store: ObjectStore, { newest, wanted }: Days, purged: ReadonlySet<Address>): Generator<object> {
  for (const id of wanted.frame.gated) yield { id, gated: true };
  for (const { after, same } of compareCatalogs(newest, wanted))
    if (after && !same && !isPurged(entryOf(after), purged)) yield rowOf(store, after);
}

/** Lists the ids that only `newest` has. */
function droppedIds({ newest, wanted }: Days): string[] {
  const only = new Set(newest.frame.gated);
  for (const { id, after } of compareCatalogs(newest, wanted)) after ? only.delete(id) : only.add(id);
  for (const id of wanted.frame.gated) only.delete(id);
  return [...only];
}

function rowOf(store: ObjectStore, model: ModelLines): object {
  const { model: object, sources, card } = entryOf(model);
  // A card that was taken down is not there.
  const text = card && store.has(card) ? parseCardObject(store.get(card)).text : undefined;
  const places = sources.map((address) => parseSourceObject(store.get(address)));
  return importRowOf(JSON.parse(model.row.toString()) as ModelRow, parseModelObject(store.get(object)), places, text);
}
