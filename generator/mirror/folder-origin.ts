// Reads days from a folder that has them as HUB_DATA has: the pointer, the objects, and the list of what was removed for
// good.
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { openOwnFileSync, readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { own } from '../../src/basics/own.ts';
import type { Address } from '../../src/nouns/address.ts';
import { daysBack } from '../days/days-back.ts';
import { ObjectError, openObjectStore } from '../days/object-store.ts';
import { readPointer } from '../days/pointer.ts';
import { readPurged, readPurgedObjects } from '../days/purged.ts';
import { Failure } from '../process/failure.ts';
import { MOST_OBJECT, type ObjectOrigin, type ToldDay } from './object-origin.ts';

/**
 * Opens the days in `folder` for a mirror, which hashes all that it takes. Throws a Failure if there are none. Refuses
 * catalogs of more than `mostOfCatalog` bytes.
 */
export function folderOrigin(folder: string, mostOfCatalog: number): ObjectOrigin {
  const pointer = readPointer(folder);
  if (!pointer) throw new Failure(`${folder} has no days: "model-hub mirror --to ${folder}" writes some.`);
  const store = openObjectStore(join(folder, 'objects'));
  const gone = readPurgedObjects(folder);
  const pathOf = (catalog: Address) => {
    const path = store.pathOf(catalog);
    const { size } = statSync(path);
    if (size <= mostOfCatalog) return path;
    throw new Failure(`${path} has ${size} bytes, and HUB_MIRROR_GIB allows catalogs of at most ${mostOfCatalog}.`);
  };
  const advice = 'Write the days to an empty folder again, with "model-hub mirror --to", and mirror that one.';
  /** Does `work`. Adds the advice to the sentence about an object that is missing or damaged. */
  const reading = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof ObjectError ? new Failure(`${error.message} ${advice}`) : error;
    }
  };
  return {
    name: folder,
    days: () =>
      reading(async () => {
        const days: ToldDay[] = [];
        const chain = { store: { pathOf }, purged: readPurged(folder) };
        for await (const { address, frame } of daysBack(chain, pointer.catalog))
          days.push({ date: frame.snapshot, catalog: address, origin: own(pointer.days, address) ?? {} });
        return days;
      }),
    object: async (address) => (store.has(address) ? readOwnFile(store.pathOf(address), MOST_OBJECT) : undefined),
    withdrawn: async (id, address) =>
      gone.has(address) ? `${id} was withdrawn where ${folder} was written.` : undefined,
    fix: (address) => `Its place is ${store.placeOf(address)}. ${advice}`,
    catalog: (address) => reading(() => createReadStream('', { fd: openOwnFileSync(pathOf(address)) })),
  };
}
