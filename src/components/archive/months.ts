// Lays out days as months of a calendar.
import { dayOf } from '../../nouns/calendar.ts';

interface CalendarDay {
  date: string;
  /** The day of the month, from 1. */
  number: number;
  /** True if the archive has this day. */
  isKept: boolean;
}

interface Month {
  /** For example `August 2026`. */
  title: string;
  /** The weeks, each of seven days from Monday; undefined for days of other months. */
  weeks: (CalendarDay | undefined)[][];
}

const DAY_MS = 86_400_000;
const title = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * Gives the months of these ISO dates, newest first; the dates must come newest first. Leaves out months without a
 * date.
 */
export function monthsOf(dates: readonly string[]): Month[] {
  const kept = new Set(dates);
  return [...new Set(dates.map((date) => date.slice(0, 7)))].map((month) => {
    const first = Date.parse(`${month}-01`);
    // `getUTCDay` counts Sunday as 0, but here Sunday is the last day of a week.
    const cells: (CalendarDay | undefined)[] = Array((new Date(first).getUTCDay() + 6) % 7).fill(undefined);
    for (let time = first; dayOf(time).startsWith(month); time += DAY_MS)
      cells.push({ date: dayOf(time), number: new Date(time).getUTCDate(), isKept: kept.has(dayOf(time)) });
    while (cells.length % 7 > 0) cells.push(undefined);
    const weeks = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
    return { title: title.format(first), weeks };
  });
}
