// Makes a chain of days independent of the shipped catalog that it continues: copies the objects of that catalog beside
// the new ones.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseObjectName } from '../../src/nouns/address.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { takeObject } from '../days/take-object.ts';

/**
 * Copies every object of `seed`, and checks its hash, so that a later version of the package may ship another catalog.
 * Each copy appears complete: until the pointer moves, readers need these objects, and they look here first.
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
