// Asks whether a store answers, and gives up soon: a caller for health must not wait for a disk that hangs or a
// database that is locked.

/** One look waits so long. */
const PATIENCE_MS = 50;

/** A check that takes longer than this counts as failed. */
const GIVEN_UP_MS = 5000;

interface Watched {
  /** The result of the last check that ended; true before one did. */
  found: boolean;
  /** The check that is under way: no other one begins meanwhile, since a hanging disk would hold a thread for each. */
  pending: { since: number; done: Promise<void> } | undefined;
}

const watched = new WeakMap<object, Watched>();

/**
 * Gives the result of `check` of `store`; a rejection is false. While a check takes longer than 50 ms, this gives the
 * last check's result, and false once it has taken five seconds.
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

/** Resolves with `done`, or when the patience ends. */
function orLate(done: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PATIENCE_MS);
    void done.then(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
