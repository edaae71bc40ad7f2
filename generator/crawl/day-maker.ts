// Makes a day from the rows that a run found and from the day in force.
import type { Readable } from 'node:stream';
import { parseCardObject } from '../../src/catalog/card-object.ts';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import { parseSourceObject } from '../../src/catalog/source-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { withdrawnIds } from '../../src/service/withdrawals.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CardObject, ModelObject, SourceObject } from '../../src/shapes/objects.ts';
import { readWithdrawals } from '../accounts/withdrawals.ts';
import type { DayVerdict } from '../aside/judge-day.ts';
import { dayIn } from '../days/catalog-reader.ts';
import { entryOf, type ModelLines } from '../days/model-stream.ts';
import { type ObjectStore, storeOf } from '../days/object-store.ts';
import { readPointer } from '../days/pointer.ts';
import { isPurged, readPurged } from '../days/purged.ts';
import { importDay } from '../import/import-day.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { RefusesModel } from '../import/merge-days.ts';
import { seedFolder } from '../process/package-paths.ts';
import type { Progress } from '../process/progress.ts';
import { type IndexRules, isDenied, licenceFault, limitsOf } from './index-rules.ts';

export interface DayMaking {
  config: Config;
  service: Service;
  rules: IndexRules;
  /** A day as YYYY-MM-DD. */
  day: string;
  /** True if the day may break the rules. */
  isAccepted?: boolean;
  /** The time at which the day is made, and the version of the code. */
  made: Parameters<typeof importDay>[0]['made'];
  progress: Progress;
}

/**
 * Makes a function that imports the rows of a run. Its argument `known` holds the rules that the day is already known
 * to break.
 */
export function dayMaker({ config, service, rules, day, isAccepted, made, progress }: DayMaking) {
  return async (stream: Readable, known: DayVerdict | undefined): Promise<ImportReport> =>
    importDay({
      // A run may take days. Models that were withdrawn during the run are left out too.
      ...{ withdrawn: withdrawnIds(await readWithdrawals(config)), refuses: refusedBy(rules) },
      ...{ data: config.data, seed: seedFolder, store: storeOf(config), service, day, drop: [] },
      ...{ input: { name: 'the crawl', size: undefined, stream }, skipInvalid: true, ontoSeed: false },
      ...{ made, progress, known },
      rules: isAccepted ? undefined : { command: 'index', limits: limitsOf(rules) },
    });
}

/** Tells whether the rules now refuse a model. Such a model leaves the index with the next day. */
const refusedBy =
  (rules: IndexRules): RefusesModel =>
  (id, object) =>
    isDenied(id, rules) || (rules.licences !== undefined && licenceFault(object().license, rules) !== undefined);

/** Opens the day in force in HUB_DATA; undefined if there is none. */
export async function dayInForce(config: Config) {
  const pointer = readPointer(config.data);
  if (!pointer) return undefined;
  const store = storeOf(config);
  const catalog = await dayIn(store, pointer.catalog);
  return { catalog, store, purged: readPurged(config.data) };
}

interface EarlierModel {
  model: ModelObject;
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
    model: parseModelObject(store.get(entry.model)),
    sources: entry.sources.map((address) => parseSourceObject(store.get(address))),
    row: JSON.parse(lines.row.toString()) as ModelRow,
    card: entry.card && store.has(entry.card) ? parseCardObject(store.get(entry.card)) : undefined,
  };
}
