// Counts how many callers were sent to each source in the last hour, minute by minute. It keeps only numbers, and
// nothing about a caller.
import type { Source } from '../../src/service/sources.ts';
import type { HubActivity } from '../../src/shapes/health.ts';
import type { ActivityPort } from '../ports/ports.ts';

/** The number of minutes in the counts, including the current minute. */
const MINUTES = 60;
const MINUTE_MS = 60_000;

export function hourCounts(sources: readonly Pick<Source, 'host' | 'token'>[]): ActivityPort {
  const none = () => new Map(sources.map(({ token }) => [token, { redirects: 0, failovers: 0 }]));
  /** The counts by the number of their minute since 1970. It holds no minute of more than an hour ago. */
  const minutes = new Map<number, ReturnType<typeof none>>();
  let [latest, counts] = [Number.NaN, none()];
  const thisMinute = () => {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== latest) {
      for (const one of minutes.keys()) if (one <= minute - MINUTES) minutes.delete(one);
      counts = minutes.get(minute) ?? none();
      minutes.set(minute, counts);
      latest = minute;
    }
    return counts;
  };
  return {
    sent(source, past) {
      const counts = thisMinute();
      const [to, passed] = [counts.get(source), past === undefined ? undefined : counts.get(past)];
      if (to) to.redirects++;
      if (passed) passed.failovers++;
    },
    lastHour() {
      thisMinute();
      const sums = Object.fromEntries(sources.map(({ host }) => [host, { redirects: 0, failovers: 0 }]));
      for (const counts of minutes.values())
        for (const { host, token } of sources) {
          sums[host]!.redirects += counts.get(token)!.redirects;
          sums[host]!.failovers += counts.get(token)!.failovers;
        }
      return { minutes: MINUTES, sources: sums } satisfies HubActivity;
    },
  };
}
