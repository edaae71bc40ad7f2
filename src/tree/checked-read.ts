// A checked read: bytes that do not fit their name are read once more if they may have been damaged on the way.
import type { Awaitable } from '../basics/awaitable.ts';
import { type Store, StoreAway } from './store.ts';

/** The place of a read in the bytes of its name: from `start` up to `end`. */
interface Span {
  start: number;
  end: number;
}

/**
 * Gives the result of `read` on bytes of `name` in `store`; `read` throws, or rejects, when they do not fit the name. A
 * remote store is asked once more, without any cached copy. If it gives wrong bytes again, this is a StoreAway, since they
 * may be right the next time.
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

/** Gives the result of `work`, or the result of `failed` on its error. */
function settled<T>(work: () => Awaitable<T>, failed: (error: unknown) => Awaitable<T>): Awaitable<T> {
  try {
    const made = work();
    return made instanceof Promise ? made.catch(failed) : made;
  } catch (error) {
    return failed(error);
  }
}
