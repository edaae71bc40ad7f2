// Puts a new day in force, or keeps it aside when it is outside of the rules.
import { type CatalogFile, openCatalog } from '../days/catalog-reader.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { type Pointer, writePointer } from '../days/pointer.ts';
import { type DayLimits, type DayVerdict, judgeDay } from './judge-day.ts';
import { type AsideCommand, forgetAside, type KeptAside, keepAside } from './kept-aside.ts';

/** The rules that a day is held to. */
export interface DayRules {
  command: AsideCommand;
  limits: DayLimits;
}

interface NewDay {
  /** HUB_DATA, whose lock the caller holds. */
  data: string;
  /** Has the objects of both days. */
  store: ObjectStore;
  /** Undefined: the operator accepted the day. */
  rules: DayRules | undefined;
  /** The day in force; undefined for a new chain, which is not judged. */
  before: CatalogFile | undefined;
  /** Models in lower case that are meant to go. */
  expected: ReadonlySet<string>;
  /** Rules that it is known to be outside of. */
  known?: DayVerdict | undefined;
}

/** Moves the pointer, or gives the day that was kept aside. `prepare` is called first when the pointer will move. */
export async function putInForce(
  { data, store, rules, before, expected, known }: NewDay,
  pointer: Pointer,
  prepare?: () => Promise<void>,
): Promise<KeptAside | undefined> {
  if (rules) {
    const after = await openCatalog(store.pathOf(pointer.catalog), pointer.catalog);
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
  return undefined;
}
