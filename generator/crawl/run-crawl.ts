// Does the work of the index command around a crawl: takes the lock, reads the rules, and opens the upstream.

import v8 from 'node:v8';
import { createClient } from '../../functions/client/http-client.ts';
import metadata from '../../package.json' with { type: 'json' };
import { kindOf, sourceKind } from '../../src/nouns/source-kinds.ts';
import type { Config } from '../../src/service/config.ts';
import type { Service, Source } from '../../src/service/service.ts';
import { dayIn } from '../days/catalog-reader.ts';
import { storeOf } from '../days/object-store.ts';
import { readPointer } from '../days/pointer.ts';
import { readTakedowns } from '../days/takedowns.ts';
import { dayPlaces, onDisk } from '../files/full-disk.ts';
import { inData } from '../files/lock.ts';
import { Failure } from '../process/failure.ts';
import { progressFor } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';
import { chosenModels } from './chosen-models.ts';
import { crawlDay } from './crawl-day.ts';
import { type CrawlOutcome, noteCrawl } from './crawl-lines.ts';
import { CrawlMemory } from './crawl-memory.ts';
import type { CrawlRun } from './crawl-run.ts';
import { HubUpstream } from './hub-upstream.ts';
import { type IndexRules, readIndexRules } from './index-rules.ts';
import { ModelFiles } from './model-files.ts';
import { otherSources } from './other-sources.ts';
import { type FetchSettings, obeyRobots, PoliteFetch } from './polite-fetch.ts';

interface CrawlRequest extends Pick<CrawlRun, 'day' | 'ids' | 'again' | 'isAccepted' | 'made'> {
  /** The path of another index.yaml to use. */
  rules?: string | undefined;
  isQuiet: boolean;
  /**
   * `pause` gives the milliseconds before the second attempt. `silence` gives the milliseconds without a byte after
   * which a request counts as dead. Both have defaults.
   */
  pause?: number | undefined;
  silence?: number | undefined;
}

const NO_CONTACT =
  'content/service.yaml names no contact, so nobody there can reach you about these requests: write an http(s) or ' +
  'mailto URL there.';

/** Crawls a day. Throws a Failure if the run ends without a result. The next run uses the results so far. */
export async function runCrawl(config: Config, request: CrawlRequest, signal: AbortSignal): Promise<CrawlOutcome> {
  return inData(config, () => crawlLocked(config, request, signal));
}

/** Does what `runCrawl` does, for a caller that holds the lock of HUB_DATA. */
export async function crawlLocked(config: Config, request: CrawlRequest, signal: AbortSignal): Promise<CrawlOutcome> {
  keepHeapSmall();
  const { day, pause, silence } = request;
  const service = readService(config);
  const rules = readIndexRules(request.rules);
  const source = askedSource(rules, service);
  const progress = progressFor(request.isQuiet);
  const named = service.sources.map(({ base }) => base);
  const ask = createClient({ named: config.upstreamPrivate ? undefined : named, silence });
  const userAgent = `model-hub/${metadata.version} (index${service.contact ? `; ${service.contact}` : ''})`;
  const politely = (asked: Source, budget: FetchSettings['budget'], own?: Pick<FetchSettings, 'kinds' | 'token'>) => {
    const { fetch, count } = new PoliteFetch({
      ...{ ask, userAgent, budget, signal, pause, silence, ...own },
      onWait: (wait) => progress.note(`${asked.display} asks to wait ${Math.ceil(wait / 1000)} s.`),
    });
    return { fetch: rules.robots === 'ignore' ? fetch : obeyRobots(fetch), count };
  };
  const polite = politely(source, rules.most, apiOf(source, rules, config));
  // Without a limit in the rules, a model may take a fifth of the run's requests, and at least twenty.
  const { requests, requests_of_a_model: mostOfAModel = Math.max(20, Math.floor(requests / 5)) } = rules.most;
  const upstream = new HubUpstream(source.base, polite.fetch, mostOfAModel);
  const memory = new CrawlMemory(config.data);
  const shared = { ...request, config, rules, service, source, upstream, memory, progress, signal };
  const files = new ModelFiles(shared, readTakedowns(config.data));
  try {
    memory.beginDay(day);
    const { others, asked: askedOthers } = otherSources(shared, politely);
    const pointer = readPointer(config.data);
    const run = { ...shared, before: pointer && (await dayIn(storeOf(config), pointer.catalog)) };
    const { wanted, kept, ...chosen } = await chosenModels(run);
    const crawl = await onDisk(dayPlaces(config), 'Make room and run it again: what was found is kept.', () =>
      crawlDay({ ...run, files, others }, wanted, kept),
    );
    noteCrawl(config.data, day, crawl);
    return {
      ...{ day, upstream: source.base, asked: polite.count, askedOthers },
      ...(service.contact === undefined && { warning: NO_CONTACT }),
      ...{ ...chosen, crawl },
    };
  } finally {
    files.stop();
    memory.close();
  }
}

function askedSource(rules: IndexRules, service: Service): Source {
  const source = service.sources.find(({ token }) => token === rules.source);
  if (source && kindOf(sourceKind(source)).names.id) return source;
  throw new Failure(
    `content/index.yaml: the source ${rules.source} must be one of service.yaml that has models by their ids.`,
  );
}

/** Gives the token of the API, and the limits of the API and of files, which are separate. */
function apiOf({ base }: Source, { limits }: IndexRules, { indexToken }: Config) {
  const below = `${base}/api/`;
  const limit = (requests = 0) => limits && { requests, window: limits.minutes * 60_000 };
  const kinds = [
    { below, limit: limit((indexToken && limits?.api_with_token) ?? limits?.api) },
    { below: `${base}/`, limit: limit(limits?.files) },
  ];
  return { kinds, token: indexToken && { secret: indexToken, below } };
}

/**
 * Makes V8 collect old garbage when the heap has grown by a fifth, and keep its young generation small. Both together
 * halve the memory, and take a tenth more processor time. A later V8 may not know one of the flags: it then prints the
 * flag to standard error, and keeps its default.
 */
function keepHeapSmall(): void {
  v8.setFlagsFromString('--heap-growing-percent=20');
  v8.setFlagsFromString('--semi-space-growth-factor=1');
}
