// The days in a model's catalog entry: when the index first had the model's id, and when each of the model's newest
// objects joined the index.
import { defined } from '../basics/records.ts';
import { isDay } from '../nouns/calendar.ts';
import type { CatalogEntry } from '../shapes/objects.ts';

/** The maximum number of days kept of one model: its page shows no more revisions. */
export const MOST_DAYS = 10;

/** The days in an entry. Older catalogs have none. */
export type EntryDays = Pick<CatalogEntry, 'indexed' | 'days'>;

/**
 * Returns the days of a model in the catalog of `day`. `before` has the days in the previous catalog; it is undefined
 * if that catalog lacked the model. `isSame` is true if the model's object has not changed; the days then stay the
 * same.
 */
export function daysOn(day: string, before: EntryDays | undefined, isSame: boolean): EntryDays {
  if (!before) return { indexed: day };
  const { indexed } = before;
  const days = isSame ? before.days : [day, ...daysOfObjects(before)].slice(0, MOST_DAYS);
  return defined({ indexed, days });
}

/** Returns the known days on which objects of the model joined the index, newest first. */
export function daysOfObjects({ indexed, days }: EntryDays): readonly string[] {
  return days ?? (indexed === undefined ? [] : [indexed]);
}

/** True if the days in an entry are valid: real dates up to `day`, newest first, and not too many. */
export function areDaysBy(day: string, entry: EntryDays): boolean {
  const { indexed, days } = entry;
  if (days !== undefined && !(Array.isArray(days) && days.length > 0 && days.length <= MOST_DAYS)) return false;
  const all = [...(days ?? []), ...(indexed === undefined ? [] : [indexed])];
  if (!all.every((one) => typeof one === 'string' && isDay(one) && one <= day)) return false;
  // The last of `days` may equal `indexed`, because a model's id and its first object join the index on the same day.
  return all.every((one, at) => at === 0 || one < all[at - 1]! || (at === days?.length && one === all[at - 1]));
}
