// Formats numbers, sizes and days for people, the same on every machine.

const whole = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const scaled = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3, useGrouping: false });
const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Writes a count in full: `257,229,302`. */
export function count(value: number): string {
  return whole.format(value);
}

/** Writes a count with its noun: `1 file`, `12 files`. `plural` is for a noun whose plural has no s. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** Writes a count with at most three digits: `257M`, `7.24B`. */
export function compact(value: number): string {
  return short.format(value);
}

/** Writes bytes with at most three digits in decimal units, as file managers and hubs do: `1.84 GB`. */
export function bytes(value: number): string {
  let step = 0;
  let size = value;
  while (size >= 999.5 && step < units.length - 1) {
    size /= 1000;
    step += 1;
  }
  return `${scaled.format(size)} ${units[step]}`;
}

/** Writes the day of an ISO date or date-time for a table: `2026-08-22`. */
export function day(iso: string): string {
  return iso.slice(0, 10);
}

/** Writes the day of an ISO date for a sentence: `22 August 2026`. A text that is no date stays as it is. */
export function longDay(iso: string): string {
  const date = new Date(day(iso));
  return Number.isNaN(date.valueOf()) ? day(iso) : days.format(date);
}

/** Writes the minute of an ISO date-time in UTC: `2026-08-22 12:03 UTC`. */
export function minute(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Formats the remaining seconds in a unit that fits: `40 s`, `12 min`, `3.5 h`. */
export function timeLeft(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  if (seconds < 6000) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
