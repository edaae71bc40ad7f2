// Writes the days of this hub to a folder, in the form of HUB_DATA, for a hub that takes them without a network.
import { createReadStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { own } from '../../src/basics/own.ts';
import { counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import { dropTakenDown } from '../days/cards-of-days.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { daysBack } from '../days/days-back.ts';
import { namedAddresses } from '../days/named-objects.ts';
import { type ObjectStore, openObjectStore } from '../days/object-store.ts';
import { currentPointer, type Pointer, readPointer, writePointer } from '../days/pointer.ts';
import { notePurged, readPurged, readPurgedObjects } from '../days/purged.ts';
import { takeObject } from '../days/take-object.ts';
import { onDisk } from '../files/full-disk.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';

interface FolderInput {
  data: string;
  store: ObjectStore;
  /** The stamp of this hub's tree. The newest day is written as it was built, without withdrawn models. */
  built: Pick<Stamp, 'catalog' | 'takenFrom'> | undefined;
  to: string;
  progress: Progress;
}

export interface WrittenDays {
  folder: string;
  /** The number of days that the folder lacked, and of the objects that were written for them. */
  days: number;
  objects: number;
  bytes: number;
}

/** The names that such a folder may hold. */
const ENTRIES = /^(?:objects|(?:index|purged)\.json(?:\.new)?)$/;

/**
 * Writes the days that the folder lacks, and objects of its other days that it lacks. Hashes each object on the way, and
 * changes the folder's pointer last, so that a run after one that was cut short goes on. Throws a Failure if there is no
 * day, or if the folder holds anything else.
 */
export async function writeFolder({ data, store, built, to, progress }: FolderInput): Promise<WrittenDays> {
  const whole = currentPointer(data);
  if (!whole) throw new Failure('There is no day to write: import or mirror one first.');
  const pointer = built ? asBuilt(whole, built) : whole;
  const strange =
    existsSync(to) && (statSync(to).isDirectory() ? readdirSync(to).find((name) => !ENTRIES.test(name)) : to);
  if (strange)
    throw new Failure(`${to} is no folder of days alone (${strange}), and nothing was written: name another.`);
  const before = existsSync(to) ? readPointer(to) : undefined;
  const chain = await daysAfter(before, pointer, { store, purged: readPurged(data) });
  if (before && chain.known.length === 0)
    throw new Failure(`${to} holds another chain of days: name an empty folder with --to.`);
  const task = progress.start(`Writing ${to}`);
  return onDisk([{ folder: to }], 'Make room and write it again.', async () => {
    mkdirSync(to, { recursive: true });
    const target = openObjectStore(join(to, 'objects'));
    const gone = readPurgedObjects(data);
    for (const address of gone) target.remove(address);
    const written = { objects: 0, bytes: 0 };
    const add = (bytes: number) => {
      written.objects++;
      written.bytes += bytes;
      task.advance();
    };
    // Objects that the folder lacks for good, unless a day has brought them back here.
    for (const address of readPurgedObjects(to))
      if (!gone.has(address) && store.has(address)) target.put(store.get(address));
    await copyDays(chain, store, readPurged(data), target, add);
    target.flush();
    if (gone.size > 0) notePurged(to, { objects: [...gone] });
    const days = chain.fresh.map(({ address }) => [address, own(pointer.days, address) ?? {}] as const);
    writePointer(to, { ...pointer, days: { ...before?.days, ...Object.fromEntries(days) } });
    await dropTakenDown(data, target);
    task.done(counted(written.objects, 'object'));
    return { folder: to, days: chain.fresh.length, ...written };
  });
}

/**
 * Returns the pointer to the day that was built, which lacks the withdrawn models. Returns `pointer` if the build was
 * not made from that day.
 */
function asBuilt(pointer: Pointer, { catalog, takenFrom }: NonNullable<FolderInput['built']>): Pointer {
  if (takenFrom !== pointer.catalog) return pointer;
  const days = { ...pointer.days, [catalog]: own(pointer.days, takenFrom) ?? {} };
  return { ...pointer, catalog: catalog as Address, days };
}

interface Chain {
  /** The days that the folder lacks, oldest first. */
  fresh: CatalogFile[];
  /** The days that both have, oldest first. */
  known: CatalogFile[];
}

async function daysAfter(
  before: Pointer | undefined,
  { catalog }: Pointer,
  days: Parameters<typeof daysBack>[0],
): Promise<Chain> {
  const there = new Set<string>(before ? [before.catalog, ...Object.keys(before.days)] : []);
  const fresh: CatalogFile[] = [];
  const known: CatalogFile[] = [];
  for await (const day of daysBack(days, catalog))
    (known.length > 0 || there.has(day.address) ? known : fresh).unshift(day);
  return { fresh, known };
}

async function copyDays(
  { fresh, known }: Chain,
  store: ObjectStore,
  purged: ReadonlySet<Address>,
  target: ObjectStore,
  add: (bytes: number) => void,
): Promise<void> {
  let earlier: CatalogFile | undefined;
  for (const day of [...known, ...fresh]) {
    const isKnown = known.includes(day);
    // The names alone are compared for a day that the folder has.
    const isThere = (address: Address) => isKnown && target.has(address);
    for (const address of namedAddresses(earlier, day, purged, (card) => store.has(card))) {
      if (isThere(address)) continue;
      const text = store.get(address);
      target.put(text);
      add(Buffer.byteLength(text));
    }
    earlier = day;
    if (isThere(day.address)) continue;
    const { found, bytes } = await takeObject(target, day.address, createReadStream(day.path));
    if (found !== day.address) throw new Failure(`${day.path} is damaged: its bytes hash to ${found}.`);
    add(bytes);
  }
}
