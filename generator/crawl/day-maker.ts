// Makes a day of the rows that a run found, beside the day in force.
import type { Readable } from 'node:stream';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { withdrawnIds } from '../../src/service/withdrawals.ts';
import { readWithdrawals } from '../accounts/withdrawals.ts';
import type { DayVerdict } from '../aside/judge-day.ts';
import { openCatalog } from '../days/catalog-reader.ts';
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
  /** YYYY-MM-DD. */
  day: string;
  /** True if the day need keep no rules. */
  isAccepted?: boolean;
  /** The time of the day, and the code that makes it. */
  made: Parameters<typeof importDay>[0]['made'];
  progress: Progress;
  /** Reads the published records when the day is made. */
  published?: () => Promise<PublishedModels>;
}

/** Makes the import of a run's rows; `known` holds the rules that the day already breaks. */
export function dayMaker({ config, service, rules, day, isAccepted, made, progress, published }: DayMaking) {
  return async (stream: Readable, known: DayVerdict | undefined): Promise<ImportReport> =>
    importDay({
      // A run may take days: models that were withdrawn meanwhile are left out too.
      ...{ withdrawn: withdrawnIds(await readWithdrawals(config)), refuses: refusedBy(rules) },
      ...{ data: config.data, seed: seedFolder, store: storeOf(config), service, day, drop: [] },
      ...{ input: { name: 'the crawl', size: undefined, stream }, skipInvalid: true, ontoSeed: false },
      ...{ made, progress, known, published: await published?.() },
      rules: isAccepted ? undefined : { command: 'index', limits: limitsOf(rules) },
    });
}

/** The rules refuse the model, so it goes with the next day. */
const refusedBy =
  (rules: IndexRules): RefusesModel =>
  (id, object) =>
    isDenied(id, rules) || (rules.licences !== undefined && licenceFault(object().license, rules) !== undefined);

/** Opens the day in force in HUB_DATA; undefined if there is none. */
export async function dayInForce(config: Config) {
  const pointer = readPointer(config.data);
  if (!pointer) return undefined;
  const store = storeOf(config);
  const catalog = await openCatalog(store.pathOf(pointer.catalog), pointer.catalog);
  return { catalog, store, purged: readPurged(config.data) };
}
