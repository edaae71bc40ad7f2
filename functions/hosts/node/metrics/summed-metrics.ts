// Adds up what the threads of a hub have counted, those included that have ended since.
import { AggregatorRegistry, type Registry } from 'prom-client';
import { withinPatience } from './patience.ts';
import type { Metrics } from './thread-metrics.ts';

export class SummedMetrics {
  /** The last answer of each running thread, by its number: one that is late is shown as it was. */
  readonly #last = new Map<number, Metrics>();
  /** Counts of ended threads: a sum that fell would look as if the hub had begun anew. */
  #ended: Metrics = [];

  /** The text of `own` and of what each thread answers, with its number. */
  async text(own: Registry, asked: readonly (readonly [number: number, answer: Promise<Metrics>])[]): Promise<string> {
    await Promise.all(asked.map(([number, answer]) => this.#take(number, answer)));
    return this.#sumOf([await own.getMetricsAsJSON(), ...this.#last.values(), this.#ended]).metrics();
  }

  /** Keeps the counts of a thread that has ended, and nothing else of it. */
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
