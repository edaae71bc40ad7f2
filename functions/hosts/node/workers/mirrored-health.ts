// Keeps a worker's copy of the health that the main thread's prober reported last.
import type { HealthPort } from '../../../ports/ports.ts';
import type { HealthNews } from './calls.ts';

/** Makes a worker's copy of the health of the sources. `take` replaces the copy. */
export function mirroredHealth(first: HealthNews): HealthPort & { take(news: HealthNews): void } {
  let last = first;
  return {
    take(news) {
      last = news;
    },
    current: () => last.current,
    history: () => ({ ...last.history, until: new Date().toISOString() }),
    isOk: (token) => !last.down.includes(token),
  };
}

/** Collects the state of the sources with these tokens, so that it can be sent to a worker. */
export function healthNews(health: HealthPort, tokens: readonly string[]): HealthNews {
  return {
    current: health.current(),
    history: health.history(),
    down: tokens.filter((token) => !health.isOk(token)),
  };
}
