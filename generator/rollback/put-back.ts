// Detects that somebody has set the pointer of HUB_DATA back to an earlier day: a day that was published later is then
// missing from its chain.
import { LogDamage } from '../../src/log/log-paths.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import type { LoggedDay } from '../../src/shapes/log.ts';
import { type CatalogFile, dayIn } from '../days/catalog-reader.ts';
import { type Chain, daysBack } from '../days/days-back.ts';
import { storeOf } from '../days/object-store.ts';
import type { Pointer } from '../days/pointer.ts';
import { readPurged } from '../days/purged.ts';
import { readHead } from '../log/log-folder.ts';
import { damagedLog, placesOf } from '../log/open-log.ts';
import { dayAt } from '../log/publish-log.ts';
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
  const logged = await newestLogged(config);
  const address = logged && parseAddress(logged.catalog);
  const store = storeOf(config);
  if (!address || address === pointer.catalog || !store.has(address)) return undefined;
  const chain = { store, purged: readPurged(config.data) };
  const mine = await dayBy(chain, pointer.catalog, logged.day);
  // A day may be made again until the next day follows it, so another catalog of the same date is no fault.
  if (!mine || mine.frame.snapshot === logged.day) return undefined;
  const left = await dayIn(store, address);
  const shared = await dayBy(chain, address, mine.frame.snapshot);
  return shared?.address === mine.address ? left : undefined;
}

/** Returns the newest day that is not after `day` in the chain that ends at `newest`; undefined if there is none. */
async function dayBy(chain: Chain, newest: CatalogFile['address'], day: string): Promise<CatalogFile | undefined> {
  for await (const file of daysBack(chain, newest)) if (file.frame.snapshot <= day) return file;
  return undefined;
}

/** Returns the last day that the log names, read from the longer of its two copies; undefined if there is no log. */
async function newestLogged(config: Places): Promise<LoggedDay | undefined> {
  const { own, published } = placesOf(config);
  try {
    const heads = [own, published].flatMap((folder) => {
      const head = readHead(folder);
      return head ? [{ folder, size: head.size }] : [];
    });
    const longest = heads.sort((a, b) => b.size - a.size)[0];
    return longest && (await dayAt(longest.folder, longest.size));
  } catch (error) {
    throw error instanceof LogDamage ? damagedLog(own, error) : error;
  }
}
