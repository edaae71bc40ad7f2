// Asks whether a store answers, and gives up early: a health check must not wait for a disk that hangs or a locked
// database.

/** Milliseconds that one caller waits. */
const PATIENCE_MS = 50;

/** A check that takes longer than this counts as failed. */
const GIVEN_UP_MS = 5000;

interface Watched {
  /** The result of the last check that ended; true before one did. */
  found: boolean;
  /** The running check. No second one begins meanwhile, since on a hanging disk each would hold a thread. */
  pending: { since: number; done: Promise<void> } | undefined;
}

const watched = new WeakMap<object, Watched>();

/**
 * Gives the result of `check` of `store`, and false when it rejects. If a check takes longer than 50 ms, gives the result
 * of the last one; if it takes longer than five seconds, gives false.
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

/** Resolves with `done`, but no later than `PATIENCE_MS`. */
function orLate(done: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PATIENCE_MS);
    void done.then(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
