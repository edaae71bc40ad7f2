// Checked reads: if bytes do not match the hash in their name, and may have been damaged on the way, reads them once
// more.
import type { Awaitable } from '../basics/awaitable.ts';
import { type Store, StoreAway } from './store.ts';

/** The part of a name's bytes that is read, from `start` up to `end`. */
interface Span {
  start: number;
  end: number;
}

/**
 * Gives the result of `read`, which reads bytes of `name` from `store`, and throws or rejects when they do not match
 * the name. Then reads a remote store once more, without any cached copy. If the bytes are wrong again, throws a
 * StoreAway, since a later read may give the right ones.
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

/** Gives the result of `work` or, if that throws or rejects, the result of `failed`. */
function settled<T>(work: () => Awaitable<T>, failed: (error: unknown) => Awaitable<T>): Awaitable<T> {
  try {
    const made = work();
    return made instanceof Promise ? made.catch(failed) : made;
  } catch (error) {
    return failed(error);
  }
}
