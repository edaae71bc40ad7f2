// Reads bytes and checks them against the hash in their name. Wrong bytes may have been damaged on the way, so they are
// read once more.
import type { Awaitable } from '../basics/remembered.ts';
import { type Store, StoreAway } from './store.ts';

/** The part of a file that is read, from the byte `start` up to `end`. */
interface Span {
  start: number;
  end: number;
}

/**
 * Returns the result of `read`, which reads the bytes of `name` from `store`. If the bytes do not match the name,
 * `read` must throw or reject. A remote store is then read once more, without any cached copy. If the bytes are wrong
 * again, throws a StoreAway, since a later read may return the right ones.
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

/** Returns the result of `work`, or the result of `failed` if `work` throws or rejects. */
function settled<T>(work: () => Awaitable<T>, failed: (error: unknown) => Awaitable<T>): Awaitable<T> {
  try {
    const made = work();
    return made instanceof Promise ? made.catch(failed) : made;
  } catch (error) {
    return failed(error);
  }
}
