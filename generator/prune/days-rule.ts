// Parses and applies the rule by which `prune --days` removes old days: `90d` or `keep=30`.
import type { Address } from '../../src/nouns/address.ts';
import { dayOf } from '../../src/nouns/calendar.ts';
import type { Config } from '../../src/service/config.ts';
import { allDays } from '../days/days-back.ts';
import { storeOf } from '../days/object-store.ts';

/** The days that stay: either the days within the last `calendarDays`, or the `keep` newest days. */
export type DaysRule = { calendarDays: number } | { keep: number };

export interface PrunedDay {
  snapshot: string;
  catalog: Address;
}

/**
 * The number of newest days that stay under any rule. It is two, because an import may replace the newest day, and the
 * replacement follows the second newest.
 */
const FEWEST = 2;
const DAY_MS = 86_400_000;

/** Parses a rule; undefined if the text is no rule. */
export function parseDaysRule(text: string): DaysRule | undefined {
  const [, keep, calendarDays] = /^(?:keep=([1-9]\d{0,5})|([1-9]\d{0,5})d)$/.exec(text) ?? [];
  if (keep !== undefined) return { keep: Number(keep) };
  return calendarDays === undefined ? undefined : { calendarDays: Number(calendarDays) };
}

/**
 * Returns the days that `rule` removes, and the days that stay, both newest first. `now` is in milliseconds since 1970.
 */
export async function daysBy(
  config: Config,
  rule: DaysRule,
  now: number,
): Promise<{ taken: PrunedDay[]; left: PrunedDay[] }> {
  const days: PrunedDay[] = [];
  for await (const { address, frame } of allDays(config.data, storeOf(config)))
    days.push({ snapshot: frame.snapshot, catalog: address });
  const oldest = 'calendarDays' in rule ? dayOf(now - rule.calendarDays * DAY_MS) : '';
  const kept = 'keep' in rule ? rule.keep : days.filter(({ snapshot }) => snapshot >= oldest).length;
  const count = Math.max(FEWEST, kept);
  return { taken: days.slice(count), left: days.slice(0, count) };
}
