// Tests a mirror on a nearly full disk: it always leaves the reserved bytes free, however small each object is.
import { beforeEach, expect, test, vi } from 'vitest';
import { MirroredObjects } from '../../../../generator/mirror/mirrored-objects.ts';
import type { ObjectOrigin } from '../../../../generator/mirror/object-origin.ts';
import { blake3Hex } from '../../../../generator/process/blake3.ts';
import { type Address, addressFromHex } from '../../../../src/nouns/address.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { MIB } from '../../../fixtures/published-objects.ts';
import { storeIn } from './origins.ts';

/** The free bytes of the simulated disk, and the number of times that the mirror read them. */
const disk = vi.hoisted(() => ({ free: 0, looks: 0 }));
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  statfsSync: () => {
    disk.looks++;
    return { bavail: disk.free, bsize: 1, files: 0, ffree: 0 };
  },
}));
beforeEach(() => {
  disk.looks = 0;
});

const REFUSED = 'fewer than 536870912 bytes are free on that disk, so no more is taken. Make room.';
const addressOf = (bytes: Uint8Array) => addressFromHex(blake3Hex(bytes));

/** Makes an origin with these objects. Copying an object reduces the free bytes of the disk by its length. */
function mirrored(pieces: readonly Buffer[]) {
  const data = folderOfTest();
  const byAddress = new Map<Address, Buffer>(pieces.map((piece) => [addressOf(piece), piece]));
  const take = (address: Address) => byAddress.get(address)!;
  const origin: ObjectOrigin = {
    name: 'The other',
    days: () => Promise.reject(new Error('not asked')),
    object: async (address) => take(address),
    withdrawn: async () => undefined,
    fix: () => 'Ask its operator.',
    catalog: async (address) =>
      (async function* () {
        yield take(address);
      })(),
  };
  return { objects: new MirroredObjects(storeIn(data), origin), addresses: [...byAddress.keys()], data };
}

test('small objects are counted over the whole run', async () => {
  disk.free = 520 * MIB;
  const pieces = Array.from({ length: 40 }, (_, at) => Buffer.alloc(MIB / 4, `${at}|`));
  const { objects, addresses } = mirrored(pieces);
  await objects.texts(addresses.slice(0, 20));
  // The mirror does not read the free bytes for each object, but often enough to write little in between.
  expect(disk.looks).toBeGreaterThan(3);
  expect(disk.looks).toBeLessThan(10);
  disk.free = 511 * MIB;
  await expect(objects.texts(addresses.slice(20))).rejects.toThrow(REFUSED);
});
