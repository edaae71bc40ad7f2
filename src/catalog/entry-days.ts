// The days in a model's catalog entry: when its id first came in, and when each of its newest objects came.
import { defined } from '../basics/defined.ts';
import { isDay } from '../nouns/calendar.ts';
import type { CatalogEntry } from '../shapes/objects.ts';

/** The maximum number of days kept of one model: its page shows no more revisions. */
export const MOST_DAYS = 10;

/** The days in an entry. Older catalogs have none. */
export type EntryDays = Pick<CatalogEntry, 'indexed' | 'days'>;

/**
 * Gives the days of a model on `day`. `before` has the days of the day before; it is undefined if the model was not
 * there. `isSame` is true if the model's object has not changed, and then the days stay.
 */
export function daysOn(day: string, before: EntryDays | undefined, isSame: boolean): EntryDays {
  if (!before) return { indexed: day };
  const { indexed } = before;
  const days = isSame ? before.days : [day, ...daysOfObjects(before)].slice(0, MOST_DAYS);
  return defined({ indexed, days });
}

/** Gives the day on which each object of the model came, newest first, as far as known. */
export function daysOfObjects({ indexed, days }: EntryDays): readonly string[] {
  return days ?? (indexed === undefined ? [] : [indexed]);
}

/** True if an import up to `day` could have written these days: they are real dates, in order. */
export function areDaysBy(day: string, told: EntryDays): boolean {
  const { indexed, days } = told;
  if (days !== undefined && !(Array.isArray(days) && days.length > 0 && days.length <= MOST_DAYS)) return false;
  const all = [...(days ?? []), ...(indexed === undefined ? [] : [indexed])];
  if (!all.every((one) => typeof one === 'string' && isDay(one) && one <= day)) return false;
  // The oldest object in the list may be the model's first, which came on the same day as its id.
  return all.every((one, at) => at === 0 || one < all[at - 1]! || (at === days?.length && one === all[at - 1]));
}
