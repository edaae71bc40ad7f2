// The history of a source by day (UTC), kept for ninety days: how many probes there were, and how many were good.

import { dayOf } from '../nouns/calendar.ts';

export interface ProbedDay {
  /** ISO date. */
  day: string;
  good: number;
  probes: number;
}

/** The days that are kept. */
export const DAYS_KEPT = 90;

const DAY_MS = 86_400_000;

/** Lists the days that are kept on a day, oldest first. */
export const daysUpTo = (day: string): string[] =>
  Array.from({ length: DAYS_KEPT }, (_, at) => dayOf(Date.parse(day) - (DAYS_KEPT - 1 - at) * DAY_MS));

/** Gives the first day that is kept on a day. */
export const firstDayKept = (day: string): string => daysUpTo(day)[0]!;

/** Adds a probe, made at `at` (RFC 3339), to `days`, oldest first. */
export function withProbedDay(days: readonly ProbedDay[], ok: boolean, at: string): ProbedDay[] {
  const day = at.slice(0, 10);
  const last = days.at(-1);
  const isSame = last?.day === day;
  const now = { day, good: (isSame ? last.good : 0) + Number(ok), probes: (isSame ? last.probes : 0) + 1 };
  return [...(isSame ? days.slice(0, -1) : days), now].slice(-DAYS_KEPT);
}

/** Joins two histories; `both` says what a day is that both have. */
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

/** A day of which one part was counted before a start, and the other after it. */
export const summedDay = (one: ProbedDay, other: ProbedDay): ProbedDay => ({
  ...{ day: one.day, good: one.good + other.good, probes: one.probes + other.probes },
});

/** A day that two instances counted: who counted more probes has seen more of it. */
export const fullerDay = (one: ProbedDay, other: ProbedDay): ProbedDay => (other.probes > one.probes ? other : one);
