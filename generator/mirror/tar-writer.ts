// Writes this hub's days, a log that names them, and all their objects as one tar file. The same days always make the
// same file.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { own } from '../../src/basics/own.ts';
import { counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { daysBack } from '../days/days-back.ts';
import { countNamed, namedAddresses } from '../days/named-objects.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { currentPointer, type Pointer } from '../days/pointer.ts';
import { readPurged, readPurgedObjects } from '../days/purged.ts';
import { onDisk } from '../files/full-disk.ts';
import { type AddEntry, writeTarFile } from '../files/tar-file.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { type CarriedLog, type LogSource, logEntries, openCarried } from './carried-log.ts';
import { DAYS_FILE, DAYS_FORMAT, entryName, type ToldLog } from './tar-layout.ts';

interface TarInput {
  data: string;
  store: ObjectStore;
  /**
   * The log that the tar file carries, which must name the newest day; absent if the days come from a hub without a
   * log.
   */
  log?: LogSource | undefined;
  /** The stamp of this hub's tree. If given, the newest day is written as it was built, without withdrawn models. */
  built?: Pick<Stamp, 'catalog' | 'takenFrom'> | undefined;
  /** The file to write. */
  to: string;
  progress: Progress;
}

export interface TarReport {
  file: string;
  days: number;
  objects: number;
  /** The size of the file in bytes. */
  bytes: number;
  /** The name of the log in the file, and the number of its leaves. */
  log?: { origin: string; size: number };
}

/** Writes the tar file under a temporary name, and then renames it. Throws a Failure if there is no day. */
export async function writeTar({ data, store, log, built, to, progress }: TarInput): Promise<TarReport> {
  const whole = currentPointer(data);
  if (!whole) throw new Failure('There is no day to write: import or mirror one first.');
  const pointer = built ? asBuilt(whole, built) : whole;
  const purged = readPurged(data);
  const days: CatalogFile[] = [];
  for await (const day of daysBack({ store, purged }, pointer.catalog)) days.push(day);
  const carried = log && (await openCarried(log, pointer));
  if (existsSync(to) && !statSync(to).isFile())
    throw new Failure(`${to} is no file, and nothing was written: name another with --to.`);
  const task = progress.start(
    `Writing ${to}`,
    countNamed(days, purged, (card) => store.has(card)),
  );
  return onDisk([{ folder: to }], 'Make room and write it again.', async () => {
    const list = toldOf(days, pointer, carried, [...readPurgedObjects(data)]);
    const packed = { days, carried, store, purged };
    const objects = await writeTarFile(to, (add) => fill(add, list, packed, () => task.advance()));
    task.done(counted(objects, 'object'));
    const written = { file: to, days: days.length, objects, bytes: statSync(to).size };
    return { ...written, ...(carried && { log: logOf(carried) }) };
  });
}

/**
 * Returns the pointer to the day that was built, which lacks the withdrawn models. Returns `pointer` if the build was
 * not made from that day.
 */
function asBuilt(pointer: Pointer, { catalog, takenFrom }: NonNullable<TarInput['built']>): Pointer {
  if (takenFrom !== pointer.catalog) return pointer;
  const days = { ...pointer.days, [catalog]: own(pointer.days, takenFrom) ?? {} };
  return { ...pointer, catalog: catalog as Address, days };
}

const logOf = ({ head: { origin, size } }: CarriedLog) => ({ origin, size });

/** Makes the content of days.json. */
function toldOf(
  days: readonly CatalogFile[],
  pointer: Pointer,
  carried: CarriedLog | undefined,
  purged: readonly Address[],
): object {
  const host = carried?.source.host;
  return {
    format: DAYS_FORMAT,
    ...(carried && { log: (host === undefined ? {} : { host }) satisfies ToldLog }),
    ...(purged.length > 0 && { purged }),
    days: days.map(({ address, frame }) => ({
      date: frame.snapshot,
      catalog: address,
      ...own(pointer.days, address),
    })),
  };
}

interface Packed {
  /** The days, newest first. */
  days: readonly CatalogFile[];
  carried: CarriedLog | undefined;
  store: ObjectStore;
  /** Addresses of objects and catalogs that were removed for good. */
  purged: ReadonlySet<Address>;
}

async function fill(
  add: AddEntry,
  list: object,
  { days, carried, store, purged }: Packed,
  onObject: () => void,
): Promise<number> {
  let objects = 0;
  const text = Buffer.from(`${JSON.stringify(list, null, 1)}\n`);
  await add(DAYS_FILE, text.length, [text]);
  if (carried) for await (const [name, bytes] of logEntries(carried)) await add(name, bytes.length, [bytes]);
  for (const [at, day] of days.entries()) {
    await add(entryName(day.address), day.size, createReadStream(day.path));
    for (const address of namedAddresses(days[at - 1], day, purged, (card) => store.has(card))) {
      const bytes = store.getBytes(address);
      await add(entryName(address), bytes.length, [bytes]);
      objects++;
      onObject();
    }
  }
  return objects + days.length;
}
