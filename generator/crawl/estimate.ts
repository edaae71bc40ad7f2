// Says what the rules of an index cost, before anybody is asked: requests, hours, bytes and disk.
import { counted } from '../../src/model/figures.ts';
import { grouped } from '../process/progress.ts';
import { demandOf, type IndexRules, paceOf } from './index-rules.ts';
import type { Limit } from './request-pace.ts';

/**
 * Files of a model that are read whole and whose content no other model had, files with a header that is read, and bytes of
 * the former: means of 119 whole repositories of the public hub.
 */
const OF_A_MODEL = { small: 10.4, headers: 2.4, bytes: 4_400_000 };
/**
 * Bytes on disk for each model, as content/docs/limits.md measures them: in HUB_DATA with crawl.db and a card, and in
 * HUB_DIST with a page.
 */
const ON_DISK = { data: 35_000, dist: 44_000 };
/** Entries of a page of a listing. */
const PAGE = 500;
/** The share of models that is taken to have another revision on a later day: one of this many. */
const CHANGED = 100;
/** Models that the public hub is taken to list as changed on a day, indexed or not. */
const LISTED = 20_000;

interface Cost {
  models: number;
  api: number;
  files: number;
  bytes: number;
  /** Hours at the limits of the rules, which API and files have each for itself; undefined where the rules name none. */
  hours?: { api: number; files: number };
}

interface Estimate {
  first: Cost;
  /** A day on which one model in a hundred has changed. */
  later: Cost;
  /** The number of runs that the first crawl takes, within the rules' limits for a run. */
  runs: number;
  disk: { data: number; dist: number };
}

/** Estimates the cost of `rules`. Owners are left out: nobody knows how many models they have. */
export function estimate(rules: IndexRules, hasToken: boolean): Estimate {
  const { wishes, most } = rules;
  const searched = (wishes.searches ?? []).map(({ limit }) => limit);
  const named = (wishes.ids?.length ?? 0) + demandOf(rules).models;
  const models = searched.reduce((sum, limit) => sum + limit, named);
  const pages = searched.reduce((sum, limit) => sum + Math.ceil(limit / PAGE), 0);
  const pace = paceOf(rules, hasToken);
  const costOf = (read: number, others: number): Cost => {
    const [api, files] = [pages + others + read, Math.round(read * (OF_A_MODEL.small + OF_A_MODEL.headers))];
    const hours =
      pace.api && pace.files ? { api: hoursOf(api, pace.api), files: hoursOf(files, pace.files) } : undefined;
    return { models: read, api, files, bytes: read * OF_A_MODEL.bytes, ...(hours && { hours }) };
  };
  // No list has told the commit of a model that is named.
  const first = costOf(models, named);
  const days = wishes.refresh_days ?? 1;
  // The pages of a search tell of its models; the others are asked for by name.
  const again = Math.ceil(named / days) + (days > 1 ? Math.ceil(LISTED / PAGE) : 0);
  const runs = Math.max(models / most.models, (first.api + first.files) / most.requests, first.bytes / most.bytes);
  return {
    ...{ first, later: costOf(Math.ceil(models / CHANGED), again), runs: Math.max(1, Math.ceil(runs)) },
    disk: { data: models * ON_DISK.data, dist: models * ON_DISK.dist },
  };
}

const hoursOf = (requests: number, { requests: most, window }: Limit) => ((requests / most) * window) / 3_600_000;

/** The estimate as lines of text. */
export function estimateLines({ first, later, runs, disk }: Estimate, { wishes }: IndexRules): string[] {
  return [
    `The first crawl, ${counted(first.models, 'model')} in ${counted(runs, 'run')}: ${costWords(first)}`,
    `A later day, if 1 in ${CHANGED} has another revision: ${costWords(later)}`,
    `Disk: ${gigabytes(disk.data)} in HUB_DATA, ${gigabytes(disk.dist)} in HUB_DIST.`,
    ...(wishes.owners?.length ? ['What owners have is not counted.'] : []),
    'Nobody was asked.',
  ];
}

function costWords({ api, files, bytes, hours }: Cost): string {
  const cost = `${counted(api, 'request')} to the API, ${grouped(files)} for files, ${gigabytes(bytes)} read`;
  if (!hours) return `${cost}; the rules name no limits, so hours are not known.`;
  const [slowest] = [hours.api, hours.files].sort((a, b) => b - a);
  return `${cost}; ${inHours(slowest!)} by the limits (API ${inHours(hours.api)}, files ${inHours(hours.files)}, at the same time).`;
}

const inHours = (hours: number) => `${hours.toFixed(1)} h`;
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
