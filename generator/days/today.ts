// Opens and checks the catalog in force, for commands that only read.
import type { Config } from '../../src/service/config.ts';
import { Failure } from '../process/failure.ts';
import { type CatalogFile, dayIn } from './catalog-reader.ts';
import { type ObjectStore, storeOf } from './object-store.ts';
import { currentPointer } from './pointer.ts';

export interface OpenDay {
  store: ObjectStore;
  catalog: CatalogFile;
  /** The place from which the pointer was read: HUB_DATA ('data'), or the shipped catalog ('seed'). */
  from: 'data' | 'seed';
}

/** Opens the newest day. Rejects with a Failure when there is none, and with an error when its catalog is damaged. */
export async function openToday(config: Config): Promise<OpenDay> {
  const pointer = currentPointer(config.data);
  if (!pointer) throw new Failure('There is no catalog yet: run "model-hub import FILE" first.');
  const store = storeOf(config);
  return { store, catalog: await dayIn(store, pointer.catalog), from: pointer.from };
}
