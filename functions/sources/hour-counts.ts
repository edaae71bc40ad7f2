// Counts how many callers were sent to each source in the last hour, minute by minute. It keeps only numbers, and
// nothing about a caller.
import type { Source } from '../../src/service/sources.ts';
import type { HubActivity } from '../../src/shapes/health.ts';
import type { ActivityPort } from '../ports/ports.ts';

/** The number of minutes in the counts, including the current minute. */
const MINUTES = 60;
const MINUTE_MS = 60_000;

type Counts = HubActivity['sources'][string];

export class HourCounts implements ActivityPort {
  readonly #sources: readonly Pick<Source, 'host' | 'token'>[];
  readonly #now: () => number;
  /** The counts by minute since 1970, the oldest first, and by the token of the source. */
  readonly #minutes = new Map<number, Map<string, Counts>>();

  constructor(sources: readonly Pick<Source, 'host' | 'token'>[], now = Date.now) {
    this.#sources = sources;
    this.#now = now;
  }

  sent(source: string, past?: string): void {
    const counts = this.#minuteNow();
    const sent = counts.get(source);
    if (sent) sent.redirects++;
    const passed = past === undefined ? undefined : counts.get(past);
    if (passed) passed.failovers++;
  }

  lastHour(): HubActivity {
    const oldest = this.#minute() - MINUTES;
    const sums = new Map(this.#sources.map(({ token }) => [token, { redirects: 0, failovers: 0 }]));
    for (const [minute, counts] of this.#minutes)
      for (const [token, { redirects, failovers }] of minute > oldest ? counts : []) {
        sums.get(token)!.redirects += redirects;
        sums.get(token)!.failovers += failovers;
      }
    return {
      minutes: MINUTES,
      sources: Object.fromEntries(this.#sources.map(({ host, token }) => [host, sums.get(token)!])),
    };
  }

  #minute(): number {
    return Math.floor(this.#now() / MINUTE_MS);
  }

  /** Returns the counts of the current minute. Drops those of more than an hour ago when a minute begins. */
  #minuteNow(): Map<string, Counts> {
    const minute = this.#minute();
    const known = this.#minutes.get(minute);
    if (known) return known;
    for (const one of this.#minutes.keys()) if (one <= minute - MINUTES) this.#minutes.delete(one);
    const counts = new Map(this.#sources.map(({ token }) => [token, { redirects: 0, failovers: 0 }]));
    this.#minutes.set(minute, counts);
    return counts;
  }
}
