// Counts requests by row, status and source, and their durations. Counting only adds a few numbers, because every
// request pays for it.
import type { MetricValueWithName, Registry } from 'prom-client';

type Value = MetricValueWithName<string>;

/**
 * The upper bounds of durations in seconds. A redirect takes a fraction of the first bound, a page some milliseconds.
 */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2, 10];

/** The counts of the requests for one row. */
class RowTally {
  /**
   * The counts by status and by the token of the source to which the answer redirects. The token is empty if an answer
   * redirects to no source.
   */
  readonly counts = new Map<number, Map<string, { value: number }>>();
  /** The number of requests between each bound and the bound before it; the last one is the number above all bounds. */
  readonly spans = new Float64Array(BOUNDS.length + 1);
  seconds = 0;
}

export class RequestTally {
  readonly #rows = new Map<string, RowTally>();

  /** Counts a request. Callers pass only names that we chose, because each new name is kept for ever. */
  note(row: string, status: number, source: string, seconds: number): void {
    const tally = made(this.#rows, row, () => new RowTally());
    const bySource = made(tally.counts, status, () => new Map<string, { value: number }>());
    made(bySource, source, () => ({ value: 0 })).value++;
    let at = 0;
    while (at < BOUNDS.length && seconds > BOUNDS[at]!) at++;
    tally.spans[at]!++;
    tally.seconds += seconds;
  }

  /** Shows the counts in `registry`, as a counter and as a histogram. */
  register(registry: Registry): void {
    show(registry, { name: 'modelhub_requests_total', type: 'counter', help: REQUESTS }, () => this.#requests());
    show(registry, { name: DURATION, type: 'histogram', help: DURATIONS }, () => this.#durations());
  }

  *#requests(): Generator<Value> {
    for (const [row, { counts }] of this.#rows)
      for (const [status, bySource] of counts)
        for (const [source, { value }] of bySource)
          yield { value, labels: { row, status, ...(source !== '' && { source }) } };
  }

  *#durations(): Generator<Value> {
    for (const [row, { spans, seconds }] of this.#rows) {
      let count = 0;
      for (const [at, span] of spans.entries()) {
        count += span;
        yield { metricName: `${DURATION}_bucket`, value: count, labels: { row, le: BOUNDS[at] ?? '+Inf' } };
      }
      yield { metricName: `${DURATION}_sum`, value: seconds, labels: { row } };
      yield { metricName: `${DURATION}_count`, value: count, labels: { row } };
    }
  }
}

const DURATION = 'modelhub_request_duration_seconds';
const REQUESTS =
  'Requests by row of the route table (none: no row), status, and the source that the answer leads to, if any.';
const DURATIONS = 'Seconds from the head of a request to its answer, by row.';

/**
 * Makes `registry` show values that are counted here. The package's own counters would cost a microsecond at each
 * request.
 */
function show(
  registry: Registry,
  about: { name: string; type: 'counter' | 'histogram'; help: string },
  values: () => Iterable<Value>,
): void {
  const get = async () => ({ ...about, aggregator: 'sum', values: [...values()] });
  // The type demands a Metric, but an object with `get` is enough: the package itself registers such objects.
  registry.registerMetric({ ...about, get } as never);
}

function made<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
