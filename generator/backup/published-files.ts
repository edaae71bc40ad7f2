// Lists the files of published objects on the disk, and tests them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPlainFile } from '../../functions/stores/bytes/plain-file.ts';
import { checkFile } from '../../functions/stores/objects/object-file.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import { Failure } from '../process/failure.ts';

/**
 * Lists the published objects in `folder`. Unfinished objects are not among them, because their files have other names.
 */
export function* publishedFiles(folder: string): Generator<{ address: Address; path: string }> {
  for (const first of namesLike(folder, /^[0-9a-f]{2}$/))
    for (const rest of namesLike(join(folder, first), /^[0-9a-f]{62}$/))
      yield { address: addressFromHex(first + rest), path: join(folder, first, rest) };
}

function namesLike(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  return names.sort();
}

/** Reads the file of a published object. Throws a Failure when the file is damaged. */
export async function refuseDamage(path: string, address: Address): Promise<void> {
  const opened = await openPlainFile(path);
  const length = Number(opened?.stats.size);
  const found = opened && (await checkFile(opened.file, length, address).finally(() => opened.file.close()));
  if (found && !('damage' in found)) return;
  const why = found ? `: ${found.damage}` : '';
  throw new Failure(
    `The published object ${address} (${path}) is damaged${why}. Put it back from a backup, or remove it and publish it again.`,
  );
}
