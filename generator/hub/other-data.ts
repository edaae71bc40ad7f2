// Explains a tree that was built from another HUB_DATA, and the fix.
import { join } from 'node:path';
import { parseAddress } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import { storeOf } from '../days/object-store.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';

/** Matches the message of an ObjectError. An error that comes from a thread has only its message left. */
const MISSING = /^The object \S+ is missing: /;

/**
 * Rethrows an error, and adds the fix if an object is missing: the tree in `dist` may have days that this HUB_DATA never
 * had.
 */
export function withFix(config: Pick<Config, 'objects'>, dist: string): (error: unknown) => never {
  return (error) => {
    const catalog = parseAddress(currentStamp(dist)?.stamp.catalog ?? '');
    const { message } = error as Error;
    if (!MISSING.test(message) || !catalog) throw error;
    const fix = storeOf(config).has(catalog)
      ? 'Put it back from a backup of HUB_DATA.'
      : `The tree in HUB_DIST was built from another HUB_DATA: use that one, or remove ${join(dist, 'current')} ` +
        'and build again. The whole tree is made again then, and the log goes on.';
    throw new Failure(`${message} ${fix}`, { cause: error });
  };
}
