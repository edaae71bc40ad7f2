// The days that a catalog's entry tells of its model: when its id first came in, and since when its newest objects are.
import { defined } from '../basics/defined.ts';
import { isDay } from '../nouns/calendar.ts';
import type { CatalogEntry } from '../shapes/objects.ts';

/** The most days kept of one model: its page shows no more revisions. */
export const MOST_DAYS = 10;

/** The days in an entry. Older catalogs have none. */
export type EntryDays = Pick<CatalogEntry, 'indexed' | 'days'>;

/**
 * Gives the days of a model on `day`. The day before had `before`, or undefined if it lacked the model; `isSame` if the
 * object is unchanged. They change only with the object.
 */
export function daysOn(day: string, before: EntryDays | undefined, isSame: boolean): EntryDays {
  if (!before) return { indexed: day };
  const { indexed } = before;
  const days = isSame ? before.days : [day, ...daysOfObjects(before)].slice(0, MOST_DAYS);
  return defined({ indexed, days });
}

/** Gives the day on which each of the model's objects came, the newest first, as far as known. */
export function daysOfObjects({ indexed, days }: EntryDays): readonly string[] {
  return days ?? (indexed === undefined ? [] : [indexed]);
}

/** True if an import may have written these days by `day`: they are real dates, in order. */
export function areDaysBy(day: string, told: EntryDays): boolean {
  const { indexed, days } = told;
  if (days !== undefined && !(Array.isArray(days) && days.length > 0 && days.length <= MOST_DAYS)) return false;
  const all = [...(days ?? []), ...(indexed === undefined ? [] : [indexed])];
  if (!all.every((one) => typeof one === 'string' && isDay(one) && one <= day)) return false;
  // The oldest object in the list may be the first, which came on the same day as the id.
  return all.every((one, at) => at === 0 || one < all[at - 1]! || (at === days?.length && one === all[at - 1]));
}
