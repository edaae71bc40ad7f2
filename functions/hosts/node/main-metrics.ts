// The metrics of a hub with HUB_METRICS. Without that variable a hub loads none of this code, and no request is
// measured.

import type { WatchedHub } from './metrics/hub-metrics.ts';
import type { Metrics, ThreadMetrics } from './metrics/thread-metrics.ts';
import type { MetricsServer } from './metrics-server.ts';
import { type NodeHubSettings, version } from './node-hub.ts';

export interface MetricsSettings extends Pick<NodeHubSettings, 'config' | 'service'> {
  /** Lines that could not be written since the start, by output. */
  lostLines?: Readonly<Record<string, number>>;
  /** Gives the number of days that were made and wait for the operator's approval. */
  daysAside?: () => number;
}

/** The number of another thread, and the metrics that it counted. */
export type OfThread = readonly [number: number, answer: Promise<Metrics>];

export interface MainMetrics {
  /** The metrics of the main thread, even if it answers no requests. */
  thread: ThreadMetrics;
  /** Counts the answers of sources about single models. */
  holderAnswered(source: string, refuses: boolean): void;
  /**
   * Serves the metrics. `ask` gets the metrics of the other answering threads. Rejects with one sentence when the
   * address is taken or can't be used here.
   */
  serve(facts: Omit<WatchedHub, 'version' | 'sources' | 'daysAside'>, ask?: () => OfThread[]): Promise<MetricsServer>;
  /** Called when the thread with this number has ended. */
  ended(number: number): void;
}

/** Opens the metrics; undefined without HUB_METRICS. */
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
