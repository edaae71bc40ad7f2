// Does the work of the index command around a crawl: takes the lock, reads the rules, opens the upstream, and imports.
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import v8 from 'node:v8';
import { createClient } from '../../functions/client/http-client.ts';
import metadata from '../../package.json' with { type: 'json' };
import { kindOf, sourceKind } from '../../src/nouns/source-kinds.ts';
import type { Config } from '../../src/service/config.ts';
import { isContact, type Service } from '../../src/service/service.ts';
import type { Source } from '../../src/service/sources.ts';
import { readTakedowns } from '../days/takedowns.ts';
import { dayPlaces, onDisk } from '../files/full-disk.ts';
import { inData } from '../files/in-data.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { progressFor } from '../process/progress-for.ts';
import { readService } from '../process/read-service.ts';
import { Cards } from './cards.ts';
import { chosenModels } from './chosen-models.ts';
import { type CrawlReport, crawlDay } from './crawl-day.ts';
import { CrawlMemory } from './crawl-memory.ts';
import { noteCrawl } from './crawl-note.ts';
import { type DayMaking, dayInForce, dayMaker } from './day-maker.ts';
import { HubUpstream } from './hub-upstream.ts';
import { type IndexRules, paceOf, readIndexRules, requestsOfAModel } from './index-rules.ts';
import { Listings } from './listings.ts';
import { type Asking, type OtherCount, otherSources } from './other-sources.ts';
import { type FetchCount, PoliteFetch } from './polite-fetch.ts';
import type { RefreshReport } from './refresh.ts';
import { RemoteHeaders } from './remote-headers.ts';
import { obeyRobots } from './robots.ts';
import { RunShares } from './run-shares.ts';
import { SmallFiles } from './small-files.ts';
import type { PeopleReport } from './wishes-of-people.ts';

interface CrawlRequest extends Pick<DayMaking, 'day' | 'isAccepted' | 'made'> {
  ids: string[];
  /** Models to look at in addition to those that the rules wish for, even if a recent run did not find them. */
  again?: string[];
  /** The path of another index.yaml to use. */
  rules?: string | undefined;
  isDry: boolean;
  isQuiet: boolean;
  /**
   * `pause` gives the milliseconds before the second attempt. `silence` gives the milliseconds without a byte after
   * which a request counts as dead. Both have defaults.
   */
  pause?: number | undefined;
  silence?: number | undefined;
}

export interface CrawlOutcome {
  day: string;
  upstream: string;
  asked: FetchCount;
  /** The numbers of requests to each other source. */
  askedOthers: OtherCount[];
  /**
   * Counts the requested names that the run looks at, and those that wait because they were not found lately. Gives the
   * reason if the database was not asked.
   */
  people: PeopleReport;
  /**
   * A report on the choice of the due models. It is absent if the run looks at all models, or continues an earlier run.
   */
  refresh?: RefreshReport;
  /** The ids that a run would look at; only in the report of a dry run. */
  wanted?: string[];
  /** Warns that requests carry no contact of the operator. */
  warning?: string;
  crawl?: CrawlReport;
}

/** Crawls a day. Throws a Failure if the run ends without a result. The next run uses the results so far. */
export async function runCrawl(config: Config, request: CrawlRequest, signal: AbortSignal): Promise<CrawlOutcome> {
  return inData(config, 'index', () => crawlLocked(config, request, signal));
}

/**
 * Makes the upstream at `base`, with the limits of the rules. It obeys robots.txt unless the rules ignore that file.
 */
function upstreamAt(base: string, rules: IndexRules, { fetch }: PoliteFetch): HubUpstream {
  return new HubUpstream(base, rules.robots === 'ignore' ? fetch : obeyRobots(fetch), requestsOfAModel(rules));
}

/** Does what `runCrawl` does, for a caller that holds the lock of HUB_DATA. */
export async function crawlLocked(config: Config, request: CrawlRequest, signal: AbortSignal): Promise<CrawlOutcome> {
  keepHeapSmall();
  const begun = performance.now();
  const service = readService(config);
  const rules = readIndexRules(request.rules);
  const source = askedSource(rules, service);
  const progress = progressFor(request.isQuiet);
  const { contact, ...unreachable } = await contactFor(service, request.isQuiet);
  const ask = politely(config, { ...service, ...(contact && { contact }) }, request, progress, signal);
  const shares = new RunShares();
  const polite = ask(source, rules.most, { ...apiOf(source, rules, config), onAsk: () => shares.count() });
  const memory = new CrawlMemory(config.data);
  const upstream = upstreamAt(source.base, rules, polite);
  const headers = new RemoteHeaders(upstream, memory);
  try {
    if (!request.isDry) memory.beginDay(request.day);
    const { others, asked: askedOthers } = otherSources({ rules, service, memory, ask, signal });
    const before = await dayInForce(config);
    const listings = new Listings(upstream, memory, request.day, signal);
    const choosing = { config, rules, upstream, memory, listings, before };
    const { wanted, kept, ...chosen } = await chosenModels({ ...request, ...choosing });
    const facts = {
      ...{ day: request.day, upstream: source.base, asked: polite.count, askedOthers },
      ...{ ...unreachable, ...chosen },
    };
    if (request.isDry) return { ...facts, wanted: Object.values(wanted).flat() };
    const crawler = {
      ...{ upstream, listings, memory },
      ...smallFilesOf(config, rules, upstream, memory),
      ...{ headers, others, rules, signal, service },
      source: source.token,
    };
    const crawl = await onDisk(dayPlaces(config), 'Make room and run it again: what was found is kept.', () =>
      crawlDay({
        ...{ crawler, shares, day: request.day, wanted, kept, before, progress },
        isAccepted: request.isAccepted === true,
        importRows: dayMaker({ ...request, config, service, progress, rules }),
      }),
    );
    const seconds = (performance.now() - begun) / 1000;
    noteCrawl(config.data, { day: request.day, seconds, asked: polite.count }, crawl);
    return { ...facts, crawl };
  } finally {
    headers.stop();
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
function apiOf({ base }: Source, rules: IndexRules, { indexToken }: Config) {
  const below = `${base}/api/`;
  const { api, files } = paceOf(rules, indexToken !== undefined);
  const kinds = [
    { below, limit: api },
    { below: `${base}/`, limit: files },
  ];
  return { kinds, token: indexToken && { secret: indexToken, below } };
}

/** Makes the polite `fetch` for upstreams. It sends our name, and refuses private addresses. */
function politely(
  config: Config,
  service: Service,
  { pause, silence }: Pick<CrawlRequest, 'pause' | 'silence'>,
  progress: Progress,
  signal: AbortSignal,
): Asking {
  const named = service.sources.map(({ base }) => base);
  const ask = createClient({ named: config.upstreamPrivate ? undefined : named, silence });
  const userAgent = `model-hub/${metadata.version} (index${service.contact ? `; ${service.contact}` : ''})`;
  return (asked, most, own) =>
    new PoliteFetch({
      ...{ ask, userAgent, most: most.under_way, budget: most, signal },
      ...own,
      ...{ pause, silence },
      onWait: (wait) => progress.note(`${asked.display} asks to wait ${Math.ceil(wait / 1000)} s.`),
    });
}

function smallFilesOf({ data }: Config, rules: IndexRules, upstream: HubUpstream, memory: CrawlMemory) {
  const cards = new Cards({ upstream, memory, isKept: rules.cards ?? true, takedowns: readTakedowns(data).ids });
  return { cards, smallFiles: new SmallFiles(upstream, memory, cards) };
}

/**
 * The growth of the heap until V8 collects garbage again, in per cent of the memory in use after the last collection.
 * By default V8 would let our heap grow to four times its size.
 */
const HEAP_GROWTH = 20;

/**
 * Makes V8 collect old garbage when the heap has grown by a fifth, and keep its young generation small. Both together
 * halve the memory, and take a tenth more processor time. A later V8 may not know one of the flags: it then prints the
 * flag to standard error, and keeps its default.
 */
function keepHeapSmall(): void {
  v8.setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  v8.setFlagsFromString('--semi-space-growth-factor=1');
}

const MISSING = 'content/service.yaml names no contact, so nobody there can reach you about these requests';

interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

const terminal = (): Terminal | undefined =>
  process.stdin.isTTY && process.stderr.isTTY ? { input: process.stdin, output: process.stderr } : undefined;

/**
 * Gives the contact of the service. If there is none, asks for one on a terminal; without a terminal, gives a warning.
 */
export async function contactFor(
  { contact }: Pick<Service, 'contact'>,
  isQuiet: boolean,
  at = isQuiet ? undefined : terminal(),
): Promise<{ contact?: string; warning?: string }> {
  if (contact !== undefined) return { contact };
  if (!at) return { warning: `${MISSING}: write an http(s) or mailto URL there.` };
  const lines = createInterface(at);
  try {
    for (;;) {
      const said = (await lines.question(`${MISSING}. An http(s) or mailto URL (Enter: none): `)).trim();
      if (said === '') return {};
      if (isContact(said)) return { contact: said };
      at.output.write(`${said} is no http(s) or mailto URL.\n`);
    }
  } finally {
    lines.close();
  }
}
