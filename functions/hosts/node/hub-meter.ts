// Measures a hub with HUB_METRICS: its requests, the sources that redirects passed over, and the answers to holder
// checks. Without that variable a hub loads none of this code, and no request is measured.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { Counter, Registry } from 'prom-client';
import type { Config } from '../../../src/service/config.ts';
import type { Service } from '../../../src/service/service.ts';
import { createReader, type Reader } from '../../hub/reading.ts';
import type { Answer } from '../../request/answer.ts';
import type { AccessLog } from '../../rim/access-log.ts';
import { type WatchedHub, watchHub } from './hub-metrics.ts';
import { addressOf } from './node-server.ts';
import { RequestTally } from './request-tally.ts';

/** The label of requests that match no row. */
const NO_ROW = 'none';

export interface MeterSettings {
  service: Service;
  /** The number of lines that could not be written since the start, by output. */
  lostLines?: Readonly<Record<string, number>>;
  /** Returns the number of days that are made but wait for the operator's approval. */
  daysAside?: () => number;
}

export class HubMeter {
  readonly #registry = new Registry();
  readonly #settings: MeterSettings;
  /** Reads the targets of requests that were refused before the hub saw them. */
  readonly #read: Reader;
  readonly #tally = new RequestTally();
  /** The token of each source, by the source's name in headers. */
  readonly #tokens: ReadonlyMap<string, string>;
  readonly #failovers: Counter<'source' | 'outcome'>;
  readonly #holderChecks: Counter<'source' | 'result'>;

  constructor(settings: MeterSettings) {
    this.#settings = settings;
    const { sources } = settings.service;
    this.#tokens = new Map(sources.map(({ host, token }) => [host, token]));
    this.#read = createReader(sources.map(({ token }) => token));
    const registers = [this.#registry];
    this.#tally.register(this.#registry);
    this.#failovers = new Counter({
      ...{ name: 'modelhub_failovers_total', labelNames: ['source', 'outcome'], registers },
      help: 'Files whose preferred source was not ok, by that source: another was offered (elsewhere), or none was ok (nowhere).',
    });
    this.#holderChecks = new Counter({
      ...{ name: 'modelhub_holder_checks_total', labelNames: ['source', 'result'], registers },
      help: 'What sources answered when the hub asked, after a redirect, whether they serve that model.',
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

  /** Counts the answer of a source to the question whether it serves a model. */
  holderAnswered = (source: string, refuses: boolean): void =>
    this.#holderChecks.inc({ source, result: refuses ? 'refused' : 'served' });

  /** Serves the metrics at `place`. Rejects with one sentence if the address is taken, or can't be used on this machine. */
  serve(
    place: Parameters<typeof serveMetrics>[0],
    facts: Omit<WatchedHub, 'sources' | 'daysAside'>,
  ): Promise<MetricsServer> {
    const { service, daysAside, lostLines = {} } = this.#settings;
    watchHub(this.#registry, { ...facts, sources: service.sources, daysAside });
    this.#showCounts('modelhub_lines_lost_total', LOST, 'output', () => lostLines);
    const { cache } = facts;
    if (cache) this.#showCounts('modelhub_tree_cache_reads_total', CACHE_READS, 'result', () => cache.reads);
    return serveMetrics(place, () => this.#registry.metrics());
  }

  #count(target: string, { status, headers, asked }: Answer, seconds: number): void {
    const reading = asked ?? this.#read(target);
    const row = ('found' in reading && reading.found?.name) || NO_ROW;
    this.#tally.note(row, status, status === 302 || status === 307 ? this.#sourceIn(headers) : '', seconds);
  }

  #sourceIn(headers: readonly string[]): string {
    const at = headers.indexOf('X-Hub-Source');
    return (at >= 0 && this.#tokens.get(headers[at + 1]!)) || '';
  }

  /** Shows a counter with a value for each label in `counts`. Other code does the counting. */
  #showCounts(name: string, help: string, label: string, counts: () => Readonly<Record<string, number>>): void {
    new Counter({
      ...{ name, help, labelNames: [label], registers: [this.#registry] },
      collect() {
        this.reset();
        for (const [value, count] of Object.entries(counts())) this.inc({ [label]: value }, count);
      },
    });
  }
}

const LOST = 'Lines that could not be written: of the access log (log), and of notices (notices).';
const CACHE_READS = 'Reads of what is kept of a tree elsewhere: kept, or missing and asked for.';

interface MetricsServer {
  /** The URL of the metrics. */
  url: string;
  close(): Promise<void>;
}

/** The limits of a scrape, which has a few headers and no body. */
const BOUNDS = { maxHeaderSize: 8192, headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 30_000 };
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Serves the metrics; `read` returns them as text. Rejects with one sentence if the address is taken, or can't be used
 * on this machine.
 */
async function serveMetrics(
  { host, port }: NonNullable<Config['metrics']>,
  read: () => Promise<string>,
): Promise<MetricsServer> {
  let reading: Promise<string> | undefined;
  const server = createServer(BOUNDS, async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.url?.split('?')[0] !== '/metrics')
      return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('The metrics are at /metrics.\n');
    // Callers that come before this reading ends share its result.
    reading ??= read().finally(() => {
      reading = undefined;
    });
    try {
      const text = await reading;
      response.writeHead(200, { 'Content-Type': TYPE, 'Content-Length': Buffer.byteLength(text) }).end(text);
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
