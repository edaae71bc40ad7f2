// Opens the metrics of a hub with HUB_METRICS. Without that variable a hub loads none of this code, and no request is
// measured.

import type { WatchedHub } from './metrics/hub-metrics.ts';
import type { Metrics, ThreadMetrics } from './metrics/thread-metrics.ts';
import type { MetricsServer } from './metrics-server.ts';
import { type NodeHubSettings, version } from './node-hub.ts';

export interface MetricsSettings extends Pick<NodeHubSettings, 'config' | 'service'> {
  /** The number of lines that could not be written since the start, by output. */
  lostLines?: Readonly<Record<string, number>>;
  /** Returns the number of days that are made but wait for the operator's approval. */
  daysAside?: () => number;
}

/** The number of another thread, and a promise of the metrics that the thread counted. */
export type OfThread = readonly [number: number, answer: Promise<Metrics>];

export interface MainMetrics {
  /** The metrics of the main thread, even if it answers no requests. */
  thread: ThreadMetrics;
  /** Counts the answer of a source to the question whether it serves a model. */
  holderAnswered(source: string, refuses: boolean): void;
  /**
   * Serves the metrics. `ask` asks the other answering threads for their metrics. Rejects with one sentence if the
   * address is taken, or can't be used on this machine.
   */
  serve(facts: Omit<WatchedHub, 'version' | 'sources' | 'daysAside'>, ask?: () => OfThread[]): Promise<MetricsServer>;
  /** Called when the thread with this number has ended. */
  ended(number: number): void;
}

/** Opens the metrics; resolves to undefined without HUB_METRICS. */
export async function openMetrics(settings: MetricsSettings): Promise<MainMetrics | undefined> {
  const { config, service, lostLines = {}, daysAside } = settings;
  const { metrics: place } = config;
  if (place === undefined) return undefined;
  const [{ ThreadMetrics }, { holderAnswers, watchHub }, { SummedMetrics }, { serveMetrics }] = await Promise.all([
    import('./metrics/thread-metrics.ts'),
    import('./metrics/hub-metrics.ts'),
    import('./metrics/summed-metrics.ts'),
    import('./metrics-server.ts'),
  ]);
  const { sources } = service;
  const thread = new ThreadMetrics(sources, 'main', lostLines);
  const { registry } = thread;
  const summed = new SummedMetrics();
  return {
    thread,
    holderAnswered: holderAnswers(registry),
    serve(facts, ask) {
      watchHub(registry, { ...facts, version, sources, daysAside });
      if (facts.cache) thread.watchCache(facts.cache);
      return serveMetrics(place, () => (ask ? summed.text(registry, ask()) : registry.metrics()));
    },
    ended: (number) => summed.end(number),
  };
}
