// Measures the disk space that the newest days take, and estimates the space for a year.
import { statSync } from 'node:fs';
import { counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { namedAddresses } from '../days/named-objects.ts';
import type { ObjectStore } from '../days/object-store.ts';

/** The files that days add to HUB_DATA. HUB_DIST has a copy of each file; catalogs are whole there. */
export interface DiskGrowth {
  /** The number of calendar days from the oldest counted day to the newest. */
  calendarDays: number;
  files: number;
  /** The disk space of the files in bytes, in whole blocks. */
  bytes: number;
  /** The number of files for 365 days. */
  yearFiles: number;
  yearBytes: number;
}

const DAY_MS = 86_400_000;
const YEAR = 365;

/**
 * Adds up the objects that each of `days` names and the day before it does not. `days` has the newest day first.
 * Returns undefined for a single day. `purged` names the objects that were removed for good.
 */
export function diskGrowth(
  store: ObjectStore,
  days: readonly CatalogFile[],
  purged: ReadonlySet<Address>,
): DiskGrowth | undefined {
  const [newest, oldest] = [days[0], days.at(-1)];
  if (!newest || !oldest || newest === oldest) return undefined;
  const sum = { files: 0, bytes: 0 };
  const add = (path: string) => {
    const { size, blocks } = statSync(path);
    sum.files++;
    // Some systems do not report blocks; the file's size is used there.
    sum.bytes += blocks ? blocks * 512 : size;
  };
  for (const [at, day] of days.slice(0, -1).entries()) {
    // A new day takes the place of the whole catalog of the day before, which is packed then.
    add(days[at + 1]!.path);
    for (const address of namedAddresses(days[at + 1], day, purged)) if (store.has(address)) add(store.pathOf(address));
  }
  const calendarDays = (Date.parse(newest.frame.snapshot) - Date.parse(oldest.frame.snapshot)) / DAY_MS;
  const aYear = (count: number) => Math.round((count / calendarDays) * YEAR);
  return { calendarDays, ...sum, yearFiles: aYear(sum.files), yearBytes: aYear(sum.bytes) };
}

/** Describes the growth in words. */
export const growthWords = ({ calendarDays, files, bytes, yearFiles, yearBytes }: DiskGrowth) =>
  `${counted(calendarDays, 'day')} added ${counted(files, 'file')}, ${counted(bytes, 'byte')}; a year of such days ` +
  `takes ${counted(yearFiles, 'file')}, ${counted(yearBytes, 'byte')}, in HUB_DATA, and more in HUB_DIST, where catalogs are whole`;
