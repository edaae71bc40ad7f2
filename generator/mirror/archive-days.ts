// Reads the list of days in the archive of a hub.
import { parseAddress } from '../../src/nouns/address.ts';
import { isDay, parseMoment } from '../../src/nouns/calendar.ts';
import { isCommit } from '../../src/nouns/revision.ts';
import type { ToldDay } from './object-origin.ts';

/** Reads the days that an archive lists, newest first; undefined if it lists no day, or a malformed one. */
export function readDays(archive: unknown): ToldDay[] | undefined {
  const { days } = (archive ?? {}) as { days?: unknown };
  const parsed = Array.isArray(days) ? days.map(toldDay) : [];
  return parsed.length > 0 && !parsed.includes(undefined) ? (parsed as ToldDay[]) : undefined;
}

/** Reads one day of an archive's list; undefined if it is malformed. */
function toldDay(value: unknown): ToldDay | undefined {
  const { date, catalog, archived, source } = (value ?? {}) as { [member: string]: unknown };
  const address = typeof catalog === 'string' ? parseAddress(catalog) : undefined;
  if (!address || typeof date !== 'string' || !isDay(date)) return undefined;
  const isMoment = typeof archived === 'string' && parseMoment(archived) !== undefined;
  return {
    date,
    catalog: address,
    origin: {
      ...(isMoment ? { archived } : {}),
      ...(typeof source === 'string' && isCommit(source) ? { source } : {}),
    },
  };
}
