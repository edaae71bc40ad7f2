// Follows the withdrawals of a database in the background: no request waits for it, and one that is away changes nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import { isInForce, type Withdrawal } from '../../src/service/withdrawals.ts';

/** Others hear of a withdrawal within about this time. */
const EVERY_MS = 1000;
/** A start waits so long for the first list. */
const FIRST_MS = 1000;

interface FollowedWithdrawals {
  /** The withdrawals in force by the last reading, the same list until they change; undefined before the first. */
  get(): readonly Withdrawal[] | undefined;
  /** Looks again and again, from now on. */
  start(): void;
  stop(): void;
}

/** Reads once, for a bounded time, and gives the list; `onChange` hears of each that differs from the one before. */
export async function followWithdrawals(
  read: () => Promise<Withdrawal[]>,
  onChange: (list: readonly Withdrawal[]) => void = () => {},
): Promise<FollowedWithdrawals> {
  let list: readonly Withdrawal[] | undefined;
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    // The keeper of the database says what is wrong with it.
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
