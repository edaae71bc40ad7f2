// The objects that were removed for good with a withdrawn model: a list in HUB_DATA. Days name them still, and nobody looks for them.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../src/nouns/address.ts';
import { writeDurably } from '../files/durability.ts';
import { Failure } from '../process/failure.ts';
import type { ObjectStore } from './object-store.ts';

const FORMAT = 'hub.model-hub.purged/v1';
const NAME = 'purged.json';

/** Reads the list. Throws a Failure when it is unreadable. */
export function readPurged(data: string): ReadonlySet<Address> {
  const path = join(data, NAME);
  try {
    const { format, objects } = JSON.parse(readFileSync(path, 'utf8')) as { format: string; objects: Address[] };
    if (format === FORMAT) return new Set(objects);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
  }
  throw new Failure(`${path} is no list of removed objects: put it back from a backup.`);
}

/** True when the object of a model was removed for good, and no later day has brought it back. */
export const isPurged = (address: Address, purged: ReadonlySet<Address>, store: Pick<ObjectStore, 'has'>): boolean =>
  purged.has(address) && !store.has(address);

/** Adds to the list in one step. */
export function notePurged(data: string, addresses: Iterable<Address>): void {
  const objects = [...new Set([...readPurged(data), ...addresses])].sort();
  mkdirSync(data, { recursive: true });
  writeDurably(join(data, NAME), `${JSON.stringify({ format: FORMAT, objects })}\n`);
}
