// A worker's copy of the health that the main thread's prober reported last.
import type { HealthHistory } from '../../../../src/service/health-history.ts';
import type { HubHealth } from '../../../../src/shapes/health.ts';
import type { HealthPort } from '../../../ports/ports.ts';
import type { HealthNews } from './calls.ts';

export class MirroredHealth implements HealthPort {
  #news: HealthNews;
  #down: ReadonlySet<string>;

  constructor(news: HealthNews) {
    this.#news = news;
    this.#down = new Set(news.down);
  }

  take(news: HealthNews): void {
    this.#news = news;
    this.#down = new Set(news.down);
  }

  current(): HubHealth {
    return this.#news.current;
  }

  history(): HealthHistory {
    return { ...this.#news.history, until: new Date().toISOString() };
  }

  isOk(token: string): boolean {
    return !this.#down.has(token);
  }
}

/** Collects the state of the sources with these tokens, to send to a worker. */
export function healthNews(health: HealthPort, tokens: readonly string[]): HealthNews {
  return {
    current: health.current(),
    history: health.history(),
    down: tokens.filter((token) => !health.isOk(token)),
  };
}
