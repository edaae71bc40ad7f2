// Days and times as the catalog writes them, `2026-11-20`, `2026-11-20T09:30:00.000Z`, and durations as people write them
// for a command: `36h`, `90m`, `2d`.

const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2}))?$/;

/** True for an existing day, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN;
  // Date would read February 30 as March 2.
  return !Number.isNaN(time) && dayOf(time) === text;
}

/** True for a time in the form that the log's leaves must have: UTC, to the second, `2026-11-20T09:30:00Z`. */
export function isInstant(text: string): boolean {
  return text.length === '2026-11-20T09:30:00Z'.length && parseMoment(text)?.replace('.000Z', 'Z') === text;
}

/**
 * Reads a date and time with its offset (RFC 3339), or a day, which means its midnight in UTC. Returns the time in UTC
 * with milliseconds, so that times sort as texts. Undefined for other text.
 */
export function parseMoment(text: string): string | undefined {
  const found = MOMENT.exec(text);
  if (!found || !isDay(found[1]!)) return undefined;
  const time = Date.parse(text.length === 10 ? text : text.toUpperCase().replace(' ', 'T'));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Returns a time in milliseconds as text, to the second: `2026-11-20T09:30:00Z`. */
export const instantOf = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** Returns the UTC day of a time in milliseconds. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The milliseconds of each unit. */
const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a whole number of seconds, minutes, hours or days. Returns milliseconds; undefined for other text, and for
 * zero.
 */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? [];
  // The regular expression accepts only these units.
  return count === undefined ? undefined : Number(count) * UNITS[unit!]!;
}
