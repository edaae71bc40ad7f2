// The days that a catalog's entry tells of its model: when its id first came in, and since when its newest objects are.
import { defined } from '../basics/defined.ts';
import { isDay } from '../nouns/calendar.ts';
import type { CatalogEntry } from '../shapes/objects.ts';

/** Days kept of one model: its page tells no more revisions. */
export const MOST_DAYS = 10;

/** The days that an entry names. Entries of catalogs that were made before this was written down say nothing. */
export type EntryDays = Pick<CatalogEntry, 'indexed' | 'days'>;

/**
 * The days of a model on `day`, of which the day before said `before` (undefined: it had no such model); `isSame` when
 * its object is the same as then. They change only when the object does.
 */
export function daysOn(day: string, before: EntryDays | undefined, isSame: boolean): EntryDays {
  if (!before) return { indexed: day };
  const { indexed } = before;
  const days = isSame ? before.days : [day, ...daysOfObjects(before)].slice(0, MOST_DAYS);
  return defined({ indexed, days });
}

/** On which day each of the model's objects came, the newest first, as far as that is known. */
export function daysOfObjects({ indexed, days }: EntryDays): readonly string[] {
  return days ?? (indexed === undefined ? [] : [indexed]);
}

/** True if an import may have written these days by `day`: they are of the calendar, one after the other. */
export function areDaysBy(day: string, told: EntryDays): boolean {
  const { indexed, days } = told;
  if (days !== undefined && !(Array.isArray(days) && days.length > 0 && days.length <= MOST_DAYS)) return false;
  const all = [...(days ?? []), ...(indexed === undefined ? [] : [indexed])];
  if (!all.every((one) => typeof one === 'string' && isDay(one) && one <= day)) return false;
  // The oldest object told may be the first, which came on the day of the id.
  return all.every((one, at) => at === 0 || one < all[at - 1]! || (at === days?.length && one === all[at - 1]));
}
