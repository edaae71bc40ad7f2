// Counts how many callers were sent to each source in the last hour, minute by minute. It keeps only numbers, and
// nothing about a caller.
import type { Source } from '../../src/service/sources.ts';
import type { ActivityPort } from '../ports/ports.ts';

/** The number of minutes in the counts, including the current minute. */
const MINUTES = 60;
const MINUTE_MS = 60_000;

export function hourCounts(sources: readonly Pick<Source, 'host' | 'token'>[]): ActivityPort {
  const none = () => ({ redirects: 0, failovers: 0 });
  /** The counts of each minute that has any, by the number of the minute since 1970 and by the token of the source. */
  const minutes = new Map<number, Map<string, ReturnType<typeof none>>>();
  /** Returns the counts of this minute, and forgets those of more than an hour ago. */
  const current = () => {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const known = minutes.get(minute);
    if (known) return known;
    for (const one of minutes.keys()) if (one <= minute - MINUTES) minutes.delete(one);
    const counts = new Map(sources.map(({ token }) => [token, none()]));
    minutes.set(minute, counts);
    return counts;
  };
  return {
    sent(source, past) {
      const counts = current();
      const [to, passed] = [counts.get(source), counts.get(past ?? '')];
      if (to) to.redirects++;
      if (passed) passed.failovers++;
    },
    lastHour() {
      current();
      const sums = Object.fromEntries(sources.map(({ host }) => [host, none()]));
      for (const counts of minutes.values())
        for (const { host, token } of sources) {
          sums[host]!.redirects += counts.get(token)!.redirects;
          sums[host]!.failovers += counts.get(token)!.failovers;
        }
      return { minutes: MINUTES, sources: sums };
    },
  };
}
