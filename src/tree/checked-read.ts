// A read that is checked: what turns out not to be of its name is read once more where it may have been damaged on the way.
import type { Awaitable } from '../basics/awaitable.ts';
import { type Store, StoreAway } from './store.ts';

/** The place of a read in the bytes of its name: from `start` up to `end`. */
interface Span {
  start: number;
  end: number;
}

/**
 * Gives the result of `read` on bytes of `name` in `store`; it throws, or rejects, where they are not those of the
 * name. A store that lies elsewhere is asked once more, and nothing that was kept of it believed; where it gives others
 * again, that is a StoreAway: they may be whole the next time.
 */
export function readChecked<T>(store: Store, name: string, read: () => Awaitable<T>, span?: Span): Awaitable<T> {
  const failed = (error: unknown): Awaitable<T> => {
    if (!store.mistrust || error instanceof StoreAway) throw error;
    store.mistrust(name, span?.start, span?.end);
    return settled(read, (again: unknown) => {
      if (again instanceof StoreAway) throw again;
      store.damaged?.(name);
      throw new StoreAway(`the bytes of ${name} are missing or damaged where the tree lies`, true, again);
    });
  };
  return settled(read, failed);
}

/** Gives the result of `work`, or of `failed` on that which it throws or rejects with. */
function settled<T>(work: () => Awaitable<T>, failed: (error: unknown) => Awaitable<T>): Awaitable<T> {
  try {
    const made = work();
    return made instanceof Promise ? made.catch(failed) : made;
  } catch (error) {
    return failed(error);
  }
}
