// Asks whether a store answers, and does not wait long: a health check must not hang if a disk or a database hangs.

/** The maximum number of milliseconds that a caller waits. */
const PATIENCE_MS = 50;

/** A check that takes more than this number of milliseconds counts as failed. */
const GIVEN_UP_MS = 5000;

interface Watched {
  /** The result of the last check that ended; true before the first one ended. */
  found: boolean;
  /**
   * The running check. A second check begins only after it ends, because on a hanging disk each check would block a
   * thread.
   */
  pending: { since: number; done: Promise<void> } | undefined;
}

const watched = new WeakMap<object, Watched>();

/**
 * Returns the result of `check`, or false if it rejects. If the check takes longer than 50 ms, returns the result of
 * the last finished check; if it takes longer than five seconds, returns false. Callers with the same `store` share a
 * check.
 */
export async function answersSoon(store: object, check: () => Promise<boolean>): Promise<boolean> {
  const state = watched.get(store) ?? { found: true, pending: undefined };
  watched.set(store, state);
  state.pending ??= { since: performance.now(), done: settled(state, check) };
  await orLate(state.pending.done);
  const isGivenUp = state.pending !== undefined && performance.now() - state.pending.since >= GIVEN_UP_MS;
  return state.found && !isGivenUp;
}

async function settled(state: Watched, check: () => Promise<boolean>): Promise<void> {
  state.found = await check().catch(() => false);
  state.pending = undefined;
}

/** Resolves when `done` does, but after `PATIENCE_MS` at the latest. */
function orLate(done: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PATIENCE_MS);
    void done.then(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
