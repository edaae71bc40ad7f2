// Durations as people write them for a command: `36h`, `90m`, `2d`.

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
