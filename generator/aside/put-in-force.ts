// Puts a new day in force, or keeps it aside when it breaks the rules.
import { type CatalogFile, dayIn } from '../days/catalog-reader.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { packDays } from '../days/pack-days.ts';
import { type Pointer, writePointer } from '../days/pointer.ts';
import { type DayLimits, type DayVerdict, judgeDay } from './judge-day.ts';
import { type AsideCommand, forgetAside, type KeptAside, keepAside } from './kept-aside.ts';

/** The rules for a day that `command` makes. */
export interface DayRules {
  command: AsideCommand;
  limits: DayLimits;
}

interface NewDay {
  /** The folder HUB_DATA, whose lock the caller holds. */
  data: string;
  /** The store that has the objects of both days. */
  store: ObjectStore;
  /** The rules that the day must keep; undefined if the operator accepted the day. */
  rules: DayRules | undefined;
  /** The day in force. Undefined if the new day does not follow another day, and then it is not judged. */
  before: CatalogFile | undefined;
  /** Models that may be gone (ids in lower case). */
  expected: ReadonlySet<string>;
  /** A verdict that was reached earlier. Its breaches count as well. */
  known?: DayVerdict | undefined;
}

/**
 * Puts the new day in force by moving the pointer to it, after a call of `prepare`. If the day breaks the rules, keeps
 * it aside instead, and returns the day with its faults.
 */
export async function putInForce(
  { data, store, rules, before, expected, known }: NewDay,
  pointer: Pointer,
  prepare?: () => Promise<void>,
): Promise<KeptAside | undefined> {
  if (rules) {
    const after = await dayIn(store, pointer.catalog);
    const judged = before && judgeDay(before, after, rules.limits, { store, expected });
    const breaches = [...(judged?.breaches ?? []), ...(known?.breaches ?? [])];
    const worst = [...(judged?.worst ?? []), ...(known?.worst ?? [])].slice(0, 3);
    if (breaches.length > 0) {
      store.flush();
      return keepAside(data, pointer, { command: rules.command, breaches, worst });
    }
  }
  await prepare?.();
  store.flush();
  writePointer(data, pointer);
  forgetAside(data);
  await packDays(store, await dayIn(store, pointer.catalog));
  return undefined;
}
