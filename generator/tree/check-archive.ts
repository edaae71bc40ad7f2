// Checks all that can't be made again: the objects of every day, and the log.
import type { Address } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import { rootsOf } from '../days/object-store.ts';
import { currentPointer } from '../days/pointer.ts';
import { readPurged } from '../days/purged.ts';
import { checkLog } from '../log/check-log.ts';
import { placesOf } from '../log/log-folder.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { type CheckedStore, checkStore } from './check-store.ts';

interface CheckedArchive extends CheckedStore {
  snapshot: string;
  catalog: Address;
  models: number;
}

/** Reads and hashes the objects of all days, and the log. Throws a Failure if there is no day. */
export async function checkArchive(config: Config, progress: Progress): Promise<CheckedArchive> {
  const { dist, data } = config;
  const pointer = currentPointer(data);
  if (!pointer) throw new Failure('There is no day yet: run "model-hub import FILE" first.');
  const { catalog, snapshot, from } = pointer;
  const task = progress.start('Reading models');
  const check = { dist, stores: rootsOf(config), catalog, ships: from === 'seed', purged: readPurged(data) };
  let models = 0;
  const { faults, goneCards } = await checkStore(check, (count) => {
    models += count;
    task.advance(count);
  });
  task.done();
  return { snapshot, catalog, models, faults: [...faults, ...(await checkLog(placesOf(config)))], goneCards };
}
