// Estimates what the rules of an index cost, before a request is sent: requests, hours, bytes and disk space.
import { counted } from '../../src/model/figures.ts';
import { grouped } from '../process/progress.ts';
import { demandOf, type IndexRules, paceOf } from './index-rules.ts';
import type { Limit } from './request-pace.ts';

/**
 * Averages of 119 whole repositories of the public hub. `small` counts a model's files that must be read whole because
 * no other model has the same content, and `bytes` is their size. `headers` counts the files of which only a header is
 * read.
 */
const OF_A_MODEL = { small: 10.4, headers: 2.4, bytes: 4_400_000 };
/**
 * The bytes that a model takes on disk (content/docs/limits.md): in HUB_DATA with crawl.db and a card, and in HUB_DIST
 * with a page.
 */
const ON_DISK = { data: 35_000, dist: 44_000 };
/** The number of entries on a page of a listing. */
const PAGE = 500;
/** We assume that one in this number of models has another revision on a later day. */
const CHANGED = 100;
/** We assume that the public hub lists this number of models as changed on a day, indexed or not. */
const LISTED = 20_000;

interface Cost {
  models: number;
  api: number;
  files: number;
  bytes: number;
  /**
   * The hours that the requests take within the rules' limits, which are separate for the API and for files. Undefined
   * if the rules set no limits.
   */
  hours?: { api: number; files: number };
}

interface Estimate {
  first: Cost;
  /** The cost of a day on which one model in a hundred has changed. */
  later: Cost;
  /** The number of runs that the first crawl needs within the rules' limits for a run. */
  runs: number;
  disk: { data: number; dist: number };
}

/**
 * Estimates the cost of `rules`. Leaves out the models of owners that the rules wish for, because nobody knows how many
 * there are.
 */
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
  // The commit of a model that the rules name by its id is in no list, so it takes one more request.
  const first = costOf(models, named);
  const days = wishes.refresh_days ?? 1;
  // The pages of a search also give the commits of its models. Each other model needs a request of its own.
  const again = Math.ceil(named / days) + (days > 1 ? Math.ceil(LISTED / PAGE) : 0);
  const runs = Math.max(models / most.models, (first.api + first.files) / most.requests, first.bytes / most.bytes);
  return {
    ...{ first, later: costOf(Math.ceil(models / CHANGED), again), runs: Math.max(1, Math.ceil(runs)) },
    disk: { data: models * ON_DISK.data, dist: models * ON_DISK.dist },
  };
}

const hoursOf = (requests: number, { requests: most, window }: Limit) => ((requests / most) * window) / 3_600_000;

/** Gives the estimate as lines of text. */
export function estimateLines({ first, later, runs, disk }: Estimate, { wishes }: IndexRules): string[] {
  return [
    `The first crawl, ${counted(first.models, 'model')} in ${counted(runs, 'run')}: ${costWords(first)}`,
    `A later day, if 1 in ${CHANGED} has another revision: ${costWords(later)}`,
    `Disk: ${gigabytes(disk.data)} in HUB_DATA, ${gigabytes(disk.dist)} in HUB_DIST.`,
    ...(wishes.owners?.length ? ['Models of owners are not counted.'] : []),
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
