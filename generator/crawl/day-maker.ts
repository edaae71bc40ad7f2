// Makes a day from the rows that a run found and from the day in force.
import type { Readable } from 'node:stream';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { withdrawnIds } from '../../src/service/withdrawals.ts';
import { readWithdrawals } from '../accounts/withdrawals.ts';
import type { DayVerdict } from '../aside/judge-day.ts';
import { dayIn } from '../days/catalog-reader.ts';
import { storeOf } from '../days/object-store.ts';
import { readPointer } from '../days/pointer.ts';
import { readPurged } from '../days/purged.ts';
import { importDay } from '../import/import-day.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { RefusesModel } from '../import/merge-days.ts';
import type { PublishedModels } from '../import/published/published-models.ts';
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
  /** Reads the published records at the time when the day is made. */
  published?: () => Promise<PublishedModels>;
}

/**
 * Makes a function that imports the rows of a run. Its argument `known` holds the rules that the day is already known
 * to break.
 */
export function dayMaker({ config, service, rules, day, isAccepted, made, progress, published }: DayMaking) {
  return async (stream: Readable, known: DayVerdict | undefined): Promise<ImportReport> =>
    importDay({
      // A run may take days. Models that were withdrawn during the run are left out too.
      ...{ withdrawn: withdrawnIds(await readWithdrawals(config)), refuses: refusedBy(rules) },
      ...{ data: config.data, seed: seedFolder, store: storeOf(config), service, day, drop: [] },
      ...{ input: { name: 'the crawl', size: undefined, stream }, skipInvalid: true, ontoSeed: false },
      ...{ made, progress, known, published: await published?.() },
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
