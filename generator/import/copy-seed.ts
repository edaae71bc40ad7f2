// Copies the objects of the shipped catalog into the store of a hub whose days continue that catalog. The days then no
// longer need the shipped catalog.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseObjectName } from '../../src/nouns/address.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { takeObject } from '../days/take-object.ts';

/**
 * Copies every object of `seed`, and checks its hash, so that a later version of the package may ship another catalog.
 * A copy gets its name only when it is complete, because readers that need the object meanwhile look in the store before
 * the seed.
 */
export async function copySeed(store: ObjectStore, seed: string): Promise<void> {
  const objects = join(seed, 'objects');
  if (!existsSync(objects)) return;
  for (const folder of readdirSync(objects))
    for (const name of readdirSync(join(objects, folder))) {
      const address = parseObjectName(`${folder}/${name}`);
      if (address) await takeObject(store, address, [store.getBytes(address)]);
    }
}
