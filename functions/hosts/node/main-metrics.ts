// The metrics of a hub whose HUB_METRICS is set; without it nothing of them is loaded, and no request pays.

import type { WatchedHub } from './metrics/hub-metrics.ts';
import type { Metrics, ThreadMetrics } from './metrics/thread-metrics.ts';
import type { MetricsServer } from './metrics-server.ts';
import { type NodeHubSettings, version } from './node-hub.ts';

export interface MetricsSettings extends Pick<NodeHubSettings, 'config' | 'service'> {
  /** Lines that could not be written since the start, by output. */
  lostLines?: Readonly<Record<string, number>>;
  /** Days that were made and wait for the operator. */
  daysAside?: () => number;
}

/** Metrics that another thread counted, by its number. */
export type OfThread = readonly [number: number, answer: Promise<Metrics>];

export interface MainMetrics {
  /** The part of the thread that owns everything that exists once, whether it answers requests or not. */
  thread: ThreadMetrics;
  /** Counts what sources answer about single models. */
  holderAnswered(source: string, refuses: boolean): void;
  /** Listens. `ask` asks the other threads that answer. Rejects with one sentence when the address can't be had. */
  serve(facts: Omit<WatchedHub, 'version' | 'sources' | 'daysAside'>, ask?: () => OfThread[]): Promise<MetricsServer>;
  /** The thread with this number has ended. */
  ended(number: number): void;
}

/** Opens them; undefined where HUB_METRICS is not set. */
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
