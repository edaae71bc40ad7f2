// Measures a hub with HUB_METRICS, and serves the numbers to Prometheus at an address of their own. Without that
// variable a hub loads none of this code, and no request is measured.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { own } from '../../../src/basics/records.ts';
import type { Awaitable } from '../../../src/basics/remembered.ts';
import { newestDay } from '../../../src/log/proof/make-proof.ts';
import type { Config } from '../../../src/service/config.ts';
import type { Service, Source } from '../../../src/service/service.ts';
import { createReader, type Reader } from '../../hub/hub.ts';
import { answersSoon } from '../../objects/answers-soon.ts';
import type { HealthPort, HolderPort, LogPort } from '../../ports/ports.ts';
import type { Answer } from '../../request/answer.ts';
import type { AccessLog } from '../../rim/access-log.ts';
import type { Stores } from '../../stores/open-stores.ts';
import type { TreeFollower } from '../../stores/tree/tree-follower.ts';
import { addressOf } from './node-server.ts';

export interface MetricsSettings {
  service: Service;
  /** Returns the number of lines that could not be written since the start, by output. */
  lostLines?: () => Readonly<Record<string, number>>;
  /** Returns the number of days that are made but wait for the operator's approval. */
  daysAside?: () => number;
}

/** The parts of a hub that the metrics observe. */
export interface ObservedHub {
  version: string;
  tree: TreeFollower;
  log: LogPort;
  health: HealthPort;
  holders: HolderPort;
  database: Stores['accounts'];
}

/**
 * The upper bounds of durations in seconds. A redirect takes a fraction of the first bound, a page some milliseconds.
 */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2, 10];

/** The counts of the requests for one row. */
interface RowCounts {
  /** The numbers of requests by status, and by the source to which the answer redirects; '' if there is none. */
  byAnswer: Map<string, { status: number; source: string; count: number }>;
  /** The number of requests between each bound and the bound before it; the last one is the number above all bounds. */
  spans: Float64Array;
  seconds: number;
}

/** The metrics of prom-client that are left out, because their names break the conventions of Prometheus. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

export class HubMetrics {
  readonly #registry = new Registry();
  readonly #settings: MetricsSettings;
  /** Reads the targets of requests that were refused before the hub saw them. */
  readonly #read: Reader;
  /** The token of each source, by the source's name in headers. */
  readonly #tokens: ReadonlyMap<string, string>;
  /** The counts by the name of the row. */
  readonly #rows = new Map<string, RowCounts>();
  readonly #failovers: Counter<'source' | 'outcome'>;

  constructor(settings: MetricsSettings) {
    this.#settings = settings;
    const { sources } = settings.service;
    this.#tokens = new Map(sources.map(({ host, token }) => [host, token]));
    this.#read = createReader(sources.map(({ token }) => token));
    const registers = [this.#registry];
    const rows = this.#rows;
    this.#add(
      'counter',
      'modelhub_requests_total',
      'Requests by row of the route table (none: no row), status, and the source that the answer leads to, if any.',
      () => requestsOf(rows),
    );
    // The package's own histogram would take a microsecond at each request.
    this.#add('histogram', DURATION, 'Seconds from the head of a request to its answer, by row.', () =>
      durationsOf(rows),
    );
    this.#failovers = new Counter({
      name: 'modelhub_failovers_total',
      labelNames: ['source', 'outcome'],
      registers,
      help: 'Files whose preferred source was not ok, by that source: another was offered (elsewhere), or none was ok (nowhere).',
    });
  }

  /** Wraps a log so that the metrics count its entries. */
  over(log: AccessLog): AccessLog {
    return {
      flush: () => log.flush(),
      note: (method, target, answer, milliseconds) => {
        log.note(method, target, answer, milliseconds);
        this.#count(target, answer, milliseconds / 1000);
      },
    };
  }

  /** Counts a file whose preferred source was not ok. */
  passed = (source: string, hasOther: boolean): void =>
    this.#failovers.inc({ source, outcome: hasOther ? 'elsewhere' : 'nowhere' });

  /** Serves the metrics at `place`. Rejects with one sentence if the address is taken, or can't be used on this machine. */
  serve(place: NonNullable<Config['metrics']>, hub: ObservedHub): Promise<MetricsServer> {
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name);
    this.#observeParts(hub);
    this.#observeSources(hub);
    this.#observeLog(hub);
    return serveMetrics(place, () => this.#registry.metrics());
  }

  /** Only adds a few numbers, because every request pays for it. Each row, status and source is a name of ours. */
  #count(target: string, { status, headers, asked }: Answer, seconds: number): void {
    const reading = asked ?? this.#read(target);
    const row = ('found' in reading && reading.found?.name) || 'none';
    let counts = this.#rows.get(row);
    if (!counts) {
      counts = { byAnswer: new Map(), spans: new Float64Array(BOUNDS.length + 1), seconds: 0 };
      this.#rows.set(row, counts);
    }
    const source = status === 302 || status === 307 ? this.#sourceIn(headers) : '';
    const key = source + status;
    const answers = counts.byAnswer.get(key);
    if (answers) answers.count++;
    else counts.byAnswer.set(key, { status, source, count: 1 });
    let at = 0;
    while (at < BOUNDS.length && seconds > BOUNDS[at]!) at++;
    counts.spans[at]!++;
    counts.seconds += seconds;
  }

  #sourceIn(headers: readonly string[]): string {
    const at = headers.indexOf('X-Hub-Source');
    return (at >= 0 && this.#tokens.get(headers[at + 1]!)) || '';
  }

  /**
   * Adds a metric whose values are computed at a scrape. The type demands a Metric, but an object with `get` is enough:
   * the package itself registers such objects.
   */
  #add(type: 'counter' | 'gauge' | 'histogram', name: string, help: string, values: () => Awaitable<Iterable<Sample>>) {
    const metric = { name, help, type, aggregator: 'sum' };
    const get = async () => ({ ...metric, values: await values() });
    this.#registry.registerMetric({ ...metric, get } as never);
  }

  /** Adds a gauge with a value for each source. A source without a value is not shown. */
  #bySource(name: string, help: string, numberOf: (source: Source) => number | undefined): void {
    this.#add('gauge', name, help, () =>
      this.#settings.service.sources.flatMap((source) => samples({ source: source.token }, numberOf(source))),
    );
  }

  /** Adds a gauge without labels. While its value is undefined, it is not shown. */
  #single(name: string, help: string, value: () => Awaitable<number | undefined>): void {
    this.#add('gauge', name, help, async () => samples({}, await value()));
  }

  #observeParts({ version, database, tree }: ObservedHub): void {
    const { daysAside, lostLines } = this.#settings;
    this.#add('gauge', 'modelhub_build_info', 'The release that runs.', () => samples({ version }, 1));
    this.#add(
      'counter',
      'modelhub_lines_lost_total',
      'Lines that could not be written: of the access log (log), and of notices (notices).',
      () => Object.entries(lostLines?.() ?? {}).flatMap(([output, lost]) => samples({ output }, lost)),
    );
    this.#single('modelhub_database_up', '1 while the database of accounts answers.', async () =>
      Number(await answersSoon(database, () => database.check().then(() => true))),
    );
    if (daysAside)
      this.#single('modelhub_index_kept_aside', 'Days that were made and wait for the operator.', daysAside);
    this.#single(
      'modelhub_tree_current',
      '1 while the newest tree is the one that is served; 0 while it can’t be opened, or asked for.',
      () => Number(tree.current() !== undefined && tree.isNewest()),
    );
    this.#single('modelhub_index_models', 'Models of the index that is served.', () => tree.current()?.models);
    this.#single(
      'modelhub_index_day_timestamp_seconds',
      'The day of the index that is served: its midnight, UTC.',
      () => secondsOf(tree.current()?.snapshot),
    );
  }

  #observeSources({ health, holders }: ObservedHub): void {
    this.#bySource(
      'modelhub_source_up',
      '1 while a source is offered first: its last probe was good, or there was none.',
      ({ token }) => Number(health.isOk(token)),
    );
    this.#bySource(
      'modelhub_source_probed_timestamp_seconds',
      'When a source was probed last, since the hub began.',
      ({ host }) => secondsOf(own(health.spells(), host)?.to),
    );
    this.#bySource(
      'modelhub_holder_refused_models',
      'Models that a source refuses while it is up.',
      ({ token }) => own(holders.refusing(), token) ?? 0,
    );
  }

  #observeLog({ log }: ObservedHub): void {
    this.#single(
      'modelhub_log_expiry_timestamp_seconds',
      'When readers take the newest checkpoint of the log for too old.',
      async () => {
        // If the log can't be read within a second, there is no value.
        const found = newestDay((path) => log.read(path)).catch(() => undefined);
        const newest = await Promise.race([found, sleep(1000, undefined, { ref: false })]);
        return secondsOf(newest?.day.expires);
      },
    );
  }
}

const DURATION = 'modelhub_request_duration_seconds';

const secondsOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time) / 1000);

/** A value as prom-client prints it; without `metricName`, it has the name of its metric. */
interface Sample {
  metricName?: string;
  labels: Readonly<Record<string, string | number>>;
  value: number;
}

const samples = (labels: Sample['labels'], value: number | undefined): Sample[] =>
  value === undefined ? [] : [{ labels, value }];

function* requestsOf(rows: ReadonlyMap<string, RowCounts>): Generator<Sample> {
  for (const [row, { byAnswer }] of rows)
    for (const { status, source, count } of byAnswer.values())
      yield { labels: { row, status, ...(source !== '' && { source }) }, value: count };
}

function* durationsOf(rows: ReadonlyMap<string, RowCounts>): Generator<Sample> {
  for (const [row, { spans, seconds }] of rows) {
    let count = 0;
    for (const [at, span] of spans.entries()) {
      count += span;
      yield { metricName: `${DURATION}_bucket`, value: count, labels: { row, le: BOUNDS[at] ?? '+Inf' } };
    }
    yield { metricName: `${DURATION}_sum`, value: seconds, labels: { row } };
    yield { metricName: `${DURATION}_count`, value: count, labels: { row } };
  }
}

interface MetricsServer {
  /** The URL of the metrics. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the metrics; `read` returns them as text. Rejects with one sentence if the address is taken, or can't be used
 * on this machine.
 */
async function serveMetrics(
  { host, port }: NonNullable<Config['metrics']>,
  read: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.url?.split('?')[0] !== '/metrics')
      return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('The metrics are at /metrics.\n');
    try {
      const text = await read();
      response
        .writeHead(200, {
          'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
          'Content-Length': Buffer.byteLength(text),
        })
        .end(text);
    } catch (error) {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(`${(error as Error).message}\n`);
    }
  });
  // The server must not keep a process alive that failed to start.
  server.listen({ host, port }).unref();
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(
      `Nothing can listen at HUB_METRICS, ${host}, port ${port} (${(error as NodeJS.ErrnoException).code}): ` +
        'set it to a free port of this machine.',
    );
  }
  return {
    url: `${addressOf(server, host)}/metrics`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
