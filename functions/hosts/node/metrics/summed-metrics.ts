// Adds up the counts of all threads of a hub, including ended threads.
import { AggregatorRegistry, type Registry } from 'prom-client';
import { withinPatience } from './patience.ts';
import type { Metrics } from './thread-metrics.ts';

export class SummedMetrics {
  /**
   * The last metrics of each running thread, by its number. They are shown for a thread that does not answer in time.
   */
  readonly #last = new Map<number, Metrics>();
  /** The counts of ended threads. Without them the sums would fall, as if the hub had restarted. */
  #ended: Metrics = [];

  /** Returns `own` and the metrics of all threads as one text. */
  async text(own: Registry, asked: readonly (readonly [number: number, answer: Promise<Metrics>])[]): Promise<string> {
    await Promise.all(asked.map(([number, answer]) => this.#take(number, answer)));
    return this.#sumOf([await own.getMetricsAsJSON(), ...this.#last.values(), this.#ended]).metrics();
  }

  /** Keeps the counts of an ended thread, and drops its gauges. */
  end(number: number): void {
    const counted = this.#last.get(number)?.filter(({ type }) => String(type) !== 'gauge');
    this.#last.delete(number);
    if (counted) this.#ended = this.#sumOf([this.#ended, counted]).getMetricsAsArray() as unknown as Metrics;
  }

  async #take(number: number, answer: Promise<Metrics>): Promise<void> {
    const metrics = await withinPatience(answer);
    if (metrics) this.#last.set(number, metrics);
  }

  #sumOf(all: Metrics[]): Registry {
    return AggregatorRegistry.aggregate(all as never);
  }
}
