// Tests the files of published objects on the disk.
import { join } from 'node:path';
import { readPublished } from '../../functions/stores/objects/object-file.ts';
import { type Address, objectName } from '../../src/nouns/address.ts';
import type { Bytes } from '../../src/tree/store.ts';
import { Failure } from '../process/failure.ts';

/** Reads the file of a published object in a folder. Throws a Failure when the file is missing or damaged. */
export async function refuseDamage(folder: Bytes, address: Address): Promise<void> {
  const found = await readPublished(folder, address);
  if (found && !('damage' in found)) return;
  const why = found ? `: ${found.damage}` : '';
  const path = join(folder.address, objectName(address));
  throw new Failure(
    `The published object ${address} (${path}) is damaged${why}. Put it back from a backup, or remove it and publish it ` +
      'again.',
  );
}
