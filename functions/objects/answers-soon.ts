// Asks whether a store answers, and does not wait long: a health check must not hang if a disk or a database hangs.

/** The maximum number of milliseconds that a caller waits. */
const PATIENCE_MS = 50;
/** A check that takes more than this number of milliseconds counts as failed. */
const GIVEN_UP_MS = 5000;
/** The milliseconds between two checks of a store. Anybody may call the routes that ask. */
const LOOK_EVERY_MS = 1000;

interface Look {
  /** The time when the last check began. */
  since: number;
  /** The result of the last check that ended; true before the first one ended. */
  found: boolean;
  /**
   * The running check. A second check begins only after it ends, because on a hanging disk each check would block a
   * thread.
   */
  running: Promise<void> | undefined;
}

const looks = new WeakMap<object, Look>();

/**
 * Returns the result of `check`, or false if it rejects. If the check takes longer than 50 ms, returns the result of
 * the last finished check; if it takes longer than five seconds, returns false. Callers with the same `store` share one
 * check a second.
 */
export async function answersSoon(store: object, check: () => Promise<boolean>): Promise<boolean> {
  const look: Look = looks.get(store) ?? { since: Number.NEGATIVE_INFINITY, found: true, running: undefined };
  looks.set(store, look);
  const isLongerThan = (milliseconds: number) => performance.now() - look.since >= milliseconds;
  if (!look.running && isLongerThan(LOOK_EVERY_MS)) {
    look.since = performance.now();
    look.running = check()
      .catch(() => false)
      .then((found) => {
        look.found = found;
        look.running = undefined;
      });
  }
  if (look.running) await Promise.race([look.running, new Promise((late) => setTimeout(late, PATIENCE_MS))]);
  return look.found && !(look.running && isLongerThan(GIVEN_UP_MS));
}
