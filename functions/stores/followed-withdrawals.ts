// Follows the withdrawals in a database in the background: no request waits for it, and a database that is away changes
// nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { isInForce, type Withdrawal } from '../../src/service/withdrawals.ts';

/** Milliseconds between two readings: other instances learn of a withdrawal about as fast. */
const EVERY_MS = 1000;
/** The most milliseconds that a start waits for the first list. */
const FIRST_MS = 1000;

interface FollowedWithdrawals {
  /**
   * Gives the withdrawals in force by the last reading, the same list until they change; undefined before the first
   * reading.
   */
  get(): readonly Withdrawal[] | undefined;
  /** Reads again and again from now on. */
  start(): void;
  stop(): void;
}

/** Reads once, for a limited time, and gives the list; `onChange` hears of each new list. */
export async function followWithdrawals(
  read: () => Promise<Withdrawal[]>,
  onChange: (list: readonly Withdrawal[]) => void = () => {},
): Promise<FollowedWithdrawals> {
  let list: readonly Withdrawal[] | undefined;
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    // The keeper of the database reports its faults.
    const found = await read().catch(() => undefined);
    const inForce = found?.filter((one) => isInForce(one));
    if (!inForce || JSON.stringify(inForce) === text) return;
    text = JSON.stringify(inForce);
    list = inForce;
    onChange(list);
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
