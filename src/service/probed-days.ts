// The history of a source by UTC day, for ninety days: the number of probes, and the number of good ones.

import { dayOf } from '../nouns/calendar.ts';

export interface ProbedDay {
  /** The ISO date. */
  day: string;
  good: number;
  probes: number;
}

/** The number of days in a history. */
export const DAYS_KEPT = 90;

const DAY_MS = 86_400_000;

/** Lists the days of a history that ends with `day`, oldest first. */
export const daysUpTo = (day: string): string[] =>
  Array.from({ length: DAYS_KEPT }, (_, at) => dayOf(Date.parse(day) - (DAYS_KEPT - 1 - at) * DAY_MS));

/** Returns the first day of a history that ends with `day`. */
export const firstDayKept = (day: string): string => daysUpTo(day)[0]!;

/** Returns `days`, which come oldest first, with one more probe. The probe was made at `at` (RFC 3339). */
export function withProbedDay(days: readonly ProbedDay[], ok: boolean, at: string): ProbedDay[] {
  const day = at.slice(0, 10);
  const last = days.at(-1);
  const isSame = last?.day === day;
  const now = { day, good: (isSame ? last.good : 0) + Number(ok), probes: (isSame ? last.probes : 0) + 1 };
  return [...(isSame ? days.slice(0, -1) : days), now].slice(-DAYS_KEPT);
}

/** Joins two histories. `both` joins the two counts of a day that both histories have. */
export function joinedDays(
  one: readonly ProbedDay[],
  other: readonly ProbedDay[],
  both: (one: ProbedDay, other: ProbedDay) => ProbedDay,
): ProbedDay[] {
  const days = new Map(one.map((day) => [day.day, day]));
  for (const day of other) {
    const known = days.get(day.day);
    days.set(day.day, known ? both(known, day) : day);
  }
  return [...days.values()].sort((left, right) => (left.day < right.day ? -1 : 1)).slice(-DAYS_KEPT);
}

/** Adds up the counts of one day from before and after a restart of the service. */
export const summedDay = (one: ProbedDay, other: ProbedDay): ProbedDay => ({
  ...{ day: one.day, good: one.good + other.good, probes: one.probes + other.probes },
});

/** Returns the count with more probes, because it has seen more of the day. */
export const fullerDay = (one: ProbedDay, other: ProbedDay): ProbedDay => (other.probes > one.probes ? other : one);
