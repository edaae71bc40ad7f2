// Takes days that a backup lacks from HUB_DIST, which has every object of every day that was built.
import { createReadStream, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { counted } from '../../src/model/figures.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import type { ObjectKind } from '../../src/nouns/media-types.ts';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { withdrawalOf } from '../../src/service/withdrawals.ts';
import { refuse } from '../../src/table/refusals.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { CURRENT } from '../../src/tree/store.ts';
import { openObjectStore } from '../days/object-store.ts';
import type { Pointer } from '../days/pointer.ts';
import { takeLock } from '../files/lock.ts';
import { readDays } from '../mirror/archive-days.ts';
import { mirrorDays } from '../mirror/mirror-days.ts';
import { MOST_OBJECT, type ObjectOrigin } from '../mirror/object-origin.ts';
import { currentStamp, type Stamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';

interface DistDays {
  config: Config;
  service: Service;
  /** The folder that has the pointer. */
  data: string;
  pointer: Pointer;
  progress: Progress;
}

/** Makes an origin from which a mirror can read the days of the tree in `dist` that has this stamp. */
function distDays(dist: string, { days, withdrawn = [] }: Stamp): ObjectOrigin {
  const lacks = (address: Address): never => {
    throw new Failure(`${dist} lacks the object ${address}, which one of its days names.`);
  };
  const pathOf = (address: Address, kinds: readonly ObjectKind[]) =>
    kinds.map((kind) => join(dist, objectPath(kind, address))).find((path) => existsSync(path));
  const read = (path: string | undefined) => (path === undefined ? undefined : readOwnFile(path, MOST_OBJECT));
  return {
    name: dist,
    async days() {
      const parsed = readDays({ days });
      if (parsed) return parsed;
      throw new Failure(`The tree in ${dist} names no days that this version reads.`);
    },
    object: async (address) => read(pathOf(address, ['model', 'source', 'card'])),
    async withdrawn(id) {
      const found = withdrawalOf(withdrawn, id);
      return found && refuse('Withdrawn', { ...found, id }).sentence;
    },
    fix: () => 'The next build makes the tree again.',
    catalog: async (address) => createReadStream(pathOf(address, ['catalog']) ?? lacks(address)),
  };
}

/**
 * Takes the days of HUB_DIST that follow the day of `pointer`, which lies in the folder `data`. Discards the tree if it
 * is damaged or has another chain of days, so that the next build makes all of it again. Returns sentences about the
 * result.
 */
export async function takeDistDays({ config, service, data, pointer, progress }: DistDays): Promise<string[]> {
  const dist = resolve(config.dist);
  const store = openObjectStore(config.objects);
  const stamp = currentStamp(dist)?.stamp;
  if (!stamp) return [];
  const catalog = parseAddress(stamp.takenFrom ?? stamp.catalog)!;
  if (catalog === pointer.catalog || (stamp.snapshot <= pointer.snapshot && store.has(catalog))) return [];
  try {
    if (stamp.snapshot < pointer.snapshot) throw new Failure(`${dist} is of another chain of days.`);
    const origin = distDays(dist, stamp);
    const { days, snapshot } = await mirrorDays({ data, store, service, origin, rules: undefined, progress });
    return [`${counted(days, 'day')} more, up to ${snapshot}, came out of ${dist}, where they were built.`];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const lock = takeLock(dist, 'HUB_DIST', 'restore');
    rmSync(join(dist, CURRENT), { force: true });
    lock.release();
    return [`The next build makes the whole tree in ${dist} anew, which was of ${stamp.snapshot}: ${error.message}`];
  }
}
