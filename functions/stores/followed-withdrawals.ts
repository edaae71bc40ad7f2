// Reads the withdrawals in a database every second, in the background. No request waits for the database. While it is
// away, the last list stays.
import { setTimeout as sleep } from 'node:timers/promises';
import { isInForce, type Withdrawal } from '../../src/service/withdrawals.ts';

/** The milliseconds between two readings. Other instances learn of a withdrawal within about this time. */
const EVERY_MS = 1000;
/** The maximum number of milliseconds that the start waits for the first list. */
const FIRST_MS = 1000;

interface FollowedWithdrawals {
  /**
   * Returns the withdrawals in force at the last reading; undefined before the first reading. It returns the same list
   * object until they change.
   */
  get(): readonly Withdrawal[] | undefined;
  /** Begins to read every second. */
  start(): void;
  stop(): void;
}

/**
 * Reads the withdrawals once, waits for them at most `FIRST_MS`, and returns an object that reads them every second
 * after `start`.
 */
export async function followWithdrawals(read: () => Promise<Withdrawal[]>): Promise<FollowedWithdrawals> {
  let list: readonly Withdrawal[] | undefined;
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    // Faults are not reported here, because the code that opened the database reports them.
    const found = await read().catch(() => undefined);
    const inForce = found?.filter(isInForce);
    if (!inForce || JSON.stringify(inForce) === text) return;
    text = JSON.stringify(inForce);
    list = inForce;
  };
  const again = () => {
    timer = setTimeout(() => void look().then(() => isStopped || again()), EVERY_MS).unref();
  };
  const first = look();
  await Promise.race([first, sleep(FIRST_MS, undefined, { ref: false })]);
  return {
    get: () => list,
    start: () => void first.then(() => isStopped || again()),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
