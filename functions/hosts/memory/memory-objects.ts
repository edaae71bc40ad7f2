// Keeps published objects in memory, for tests and for runtimes without a disk.

import { MAX_OBJECT } from '../../../src/basics/limits.ts';
import { type Address, addressFromHex } from '../../../src/nouns/address.ts';
import { madeFile } from '../../answers/built-answer.ts';
import {
  comparePlaces,
  type ObjectsPort,
  type PublishedObject,
  type PublishingPort,
} from '../../ports/objects-port.ts';

/** The settings of a hub to which nobody may publish. */
export const closedPublishing: PublishingPort = { open: false, holdsToken: () => false, limit: MAX_OBJECT };

/** Makes a store of published objects in memory; `now` gives milliseconds since 1970. */
export function rememberedObjects(now: () => number = Date.now): ObjectsPort {
  const kept = new Map<Address, PublishedObject>();
  return {
    kept: (address) => kept.get(address),
    read: async (address) => kept.get(address),
    async publish(bytes, facts) {
      // The hash function takes a while to load, and a hub that publishes nothing does not need it.
      const { openBlake3 } = await import('../../../src/digests/blake3.ts');
      const id = addressFromHex((await openBlake3()).blake3Hex(bytes));
      const known = kept.get(id);
      if (known) return known.metadata;
      const metadata = { id, ...facts, size: bytes.length, created_at_millis: now() };
      kept.set(id, { metadata, file: madeFile(bytes.slice(), id) });
      return metadata;
    },
    answers: async () => true,
    async list(count, place) {
      const all = [...kept.values()].map(({ metadata }) => metadata).sort(comparePlaces);
      return all.filter((one) => !place || comparePlaces(place, one) < 0).slice(0, count);
    },
  };
}
