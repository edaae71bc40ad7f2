// Detects that somebody has set the pointer of HUB_DATA back to an earlier day: a day that was published later is then
// missing from its chain.
import { LogDamage } from '../../src/log/log-paths.ts';
import { newestDay } from '../../src/log/proof/make-proof.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import { type CatalogFile, dayIn } from '../days/catalog-reader.ts';
import { daysBack } from '../days/days-back.ts';
import { storeOf } from '../days/object-store.ts';
import type { Pointer } from '../days/pointer.ts';
import { readPurged } from '../days/purged.ts';
import { damagedLog, filesIn, placesOf } from '../log/log-folder.ts';
import { Failure } from '../process/failure.ts';

type Places = Pick<Config, 'data' | 'dist' | 'objects'>;

/**
 * Throws a Failure if somebody has set the pointer back. The message names the command for going back, `model-hub
 * rollback`.
 */
export async function refusePutBack(config: Places, pointer: Pointer): Promise<void> {
  const left = await dayLeftOut(config, pointer);
  if (!left) return;
  const { snapshot } = pointer;
  throw new Failure(
    `The pointer in HUB_DATA names ${snapshot} again, and ${left.frame.snapshot} was published since: days only go ` +
      `forward. "model-hub rollback ${snapshot}" publishes ${snapshot} once more, under today\u2019s date.`,
  );
}

/**
 * Returns the last published day if the chain of `pointer` lacks that day and continues from an earlier published day.
 * Returns undefined if the chain has that day, or if the store lacks the day's catalog, as another HUB_DATA does.
 * Rejects with a Failure if the log is damaged.
 */
export async function dayLeftOut(config: Places, pointer: Pointer): Promise<CatalogFile | undefined> {
  const { own, published } = placesOf(config);
  const logs = await Promise.all([own, published].map((folder) => newestDay(filesIn(folder)))).catch((error) => {
    throw error instanceof LogDamage ? damagedLog({ own, published }, error) : error;
  });
  const logged = logs.sort((a, b) => (b?.size ?? 0) - (a?.size ?? 0))[0]?.day;
  const address = logged && parseAddress(logged.catalog);
  const store = storeOf(config);
  if (!address || address === pointer.catalog || !store.has(address)) return undefined;
  /** Returns the newest day that is not after `day` in the chain that ends at `newest`. */
  const dayBy = async (newest: CatalogFile['address'], day: string) => {
    for await (const file of daysBack({ store, purged: readPurged(config.data) }, newest))
      if (file.frame.snapshot <= day) return file;
    return undefined;
  };
  const mine = await dayBy(pointer.catalog, logged.day);
  // A day may be made again until the next day follows it, so another catalog of the same date is no fault.
  if (!mine || mine.frame.snapshot === logged.day) return undefined;
  return (await dayBy(address, mine.frame.snapshot))?.address === mine.address ? dayIn(store, address) : undefined;
}
