// Makes the metrics of one answering thread: its requests, the sources that redirects passed over, its event loop and
// its memory.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Source } from '../../../../src/service/sources.ts';
import { createReader, type Reader } from '../../../hub/reading.ts';
import type { Answer } from '../../../request/answer.ts';
import type { AccessLog } from '../../../rim/access-log.ts';
import type { FileCache } from '../../../stores/tree/file-cache.ts';
import { RequestTally } from './request-tally.ts';

/** Metrics in the form in which threads pass them to each other. */
export type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The label of requests that match no row. */
const NO_ROW = 'none';
const LOOP_MS = 20;

export class ThreadMetrics {
  readonly registry = new Registry();
  /** Reads the targets of requests that were refused before the hub saw them. */
  readonly #read: Reader;
  readonly #tally = new RequestTally();
  /** The token of each source, by the source's name in headers. */
  readonly #tokens: ReadonlyMap<string, string>;
  readonly #failovers: Counter<'source' | 'outcome'>;

  /** `name` is the thread's name in metrics; `lost` counts lines that could not be written. */
  constructor(sources: readonly Source[], name: string, lost: Readonly<Record<string, number>>) {
    this.#tokens = new Map(sources.map(({ host, token }) => [host, token]));
    this.#read = createReader(sources.map(({ token }) => token));
    const registers = [this.registry];
    this.#tally.register(this.registry);
    this.#failovers = new Counter({
      ...{ name: 'modelhub_failovers_total', labelNames: ['source', 'outcome'], registers },
      help: 'Files whose preferred source was not ok, by that source: another was offered (elsewhere), or none was ok (nowhere).',
    });
    showCounts('modelhub_lines_lost_total', LOST, 'output', () => lost, registers);
    watchThread(registers, name);
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

  /** Shows how many reads of a remote tree found all bytes in `cache`, and how many did not. */
  watchCache(cache: FileCache): void {
    showCounts('modelhub_tree_cache_reads_total', CACHE_READS, 'result', () => cache.reads, [this.registry]);
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
}

const LOST =
  'Lines that could not be written: of the access log (log), of notices (notices), and of the log between threads (threads).';
const CACHE_READS = 'Reads of what is kept of a tree elsewhere: kept, or missing and asked for.';

/** Shows a counter with a value for each label in `counts`. Other code does the counting. */
function showCounts(
  name: string,
  help: string,
  label: string,
  counts: () => Readonly<Record<string, number>>,
  registers: Registry[],
): void {
  new Counter({
    ...{ name, help, labelNames: [label], registers },
    collect() {
      this.reset();
      for (const [value, count] of Object.entries(counts())) this.inc({ [label]: value }, count);
    },
  });
}

function watchThread(registers: Registry[], thread: string): void {
  const loop = monitorEventLoopDelay({ resolution: LOOP_MS });
  loop.enable();
  const labelNames = ['thread'];
  new Gauge({
    ...{ name: 'modelhub_event_loop_delay_seconds', labelNames: [...labelNames, 'of'], registers },
    help: 'How late the timers of a thread were since the last reading: 99 in a hundred (p99), and the worst (max).',
    collect() {
      this.set({ thread, of: 'p99' }, loop.percentile(99) / 1e9);
      this.set({ thread, of: 'max' }, loop.max / 1e9);
      loop.reset();
    },
  });
  new Gauge({
    ...{ name: 'modelhub_heap_used_bytes', labelNames, registers },
    help: 'The JavaScript heap of a thread.',
    collect() {
      this.set({ thread }, getHeapStatistics().used_heap_size);
    },
  });
}
