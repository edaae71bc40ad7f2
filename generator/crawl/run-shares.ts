// Divides the requests of a run among its models. Half are for indexed models, a quarter for models that the rules or
// people wish for by name, and a quarter for models that searches find. Requests that one share does not use go to the
// other shares.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { WantedIds } from './chosen-models.ts';

type Share = keyof WantedIds;

const WEIGHTS: Record<Share, number> = { indexed: 4, wished: 1, demanded: 1, found: 2 };

export class RunShares {
  readonly #under = new AsyncLocalStorage<Share>();
  readonly #requests: Record<Share, number> = { indexed: 0, wished: 0, demanded: 0, found: 0 };

  /** Calls `work`, and counts the requests that it sends for this share. */
  run<T>(share: Share, work: () => Promise<T>): Promise<T> {
    return this.#under.run(share, work);
  }

  /** Counts a request for the share whose work sends it. */
  count(): void {
    const share = this.#under.getStore();
    if (share) this.#requests[share]++;
  }

  /**
   * Gives every id with its share. The next id always belongs to the share that has used the smallest part of its
   * requests.
   */
  *inTurn(wanted: WantedIds): Generator<[Share, string]> {
    const left = Object.entries(wanted).map(([share, ids]) => ({ share: share as Share, ids: ids.values() }));
    while (left.length > 0) {
      left.sort((a, b) => this.#had(a.share) - this.#had(b.share));
      const { share, ids } = left[0]!;
      const { value, done } = ids.next();
      if (done) left.shift();
      else yield [share, value];
    }
  }

  #had(share: Share): number {
    return this.#requests[share] / WEIGHTS[share];
  }
}
