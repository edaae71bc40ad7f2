// Shares the requests of a run between its models: half for those that are indexed, a quarter for wishes by name, of the
// rules and of people, a quarter for what searches find. The others take what one part leaves.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { WantedIds } from './wanted-ids.ts';

type Share = keyof WantedIds;

const WEIGHTS: Record<Share, number> = { indexed: 4, wished: 1, demanded: 1, found: 2 };

export class RunShares {
  readonly #under = new AsyncLocalStorage<Share>();
  readonly #requests: Record<Share, number> = { indexed: 0, wished: 0, demanded: 0, found: 0 };

  /** Does `work`, whose requests count for a share. */
  run<T>(share: Share, work: () => Promise<T>): Promise<T> {
    return this.#under.run(share, work);
  }

  /** Counts a request for the share that is at work. */
  count(): void {
    const share = this.#under.getStore();
    if (share) this.#requests[share]++;
  }

  /** Gives all ids, each time the next one of the share that has had the least of what is due to it. */
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
