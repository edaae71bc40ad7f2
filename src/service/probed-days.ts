// The history of a source by day (UTC), kept for ninety days: how many probes there were, and how many were good.

import { dayOf } from '../nouns/calendar.ts';

export interface ProbedDay {
  /** The ISO date. */
  day: string;
  good: number;
  probes: number;
}

/** The number of days that are kept. */
export const DAYS_KEPT = 90;

const DAY_MS = 86_400_000;

/** Lists the days that are kept when `day` is the present day, oldest first. */
export const daysUpTo = (day: string): string[] =>
  Array.from({ length: DAYS_KEPT }, (_, at) => dayOf(Date.parse(day) - (DAYS_KEPT - 1 - at) * DAY_MS));

/** Gives the first day that is kept when `day` is the present day. */
export const firstDayKept = (day: string): string => daysUpTo(day)[0]!;

/** Adds a probe, made at `at` (RFC 3339), to `days`, which come oldest first. */
export function withProbedDay(days: readonly ProbedDay[], ok: boolean, at: string): ProbedDay[] {
  const day = at.slice(0, 10);
  const last = days.at(-1);
  const isSame = last?.day === day;
  const now = { day, good: (isSame ? last.good : 0) + Number(ok), probes: (isSame ? last.probes : 0) + 1 };
  return [...(isSame ? days.slice(0, -1) : days), now].slice(-DAYS_KEPT);
}

/** Joins two histories. `both` joins the two records of a day that both histories have. */
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

/** Adds up the two parts of a day that was counted before a start of the service and after it. */
export const summedDay = (one: ProbedDay, other: ProbedDay): ProbedDay => ({
  ...{ day: one.day, good: one.good + other.good, probes: one.probes + other.probes },
});

/** Gives the fuller of two counts of one day: the count with more probes has seen more of the day. */
export const fullerDay = (one: ProbedDay, other: ProbedDay): ProbedDay => (other.probes > one.probes ? other : one);
