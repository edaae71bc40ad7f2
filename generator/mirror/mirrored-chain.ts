// Finds the days that a mirror takes: from the wanted day back to a day that HUB_DATA has already, or to the first day.
import type { Address } from '../../src/nouns/address.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import type { Pointer } from '../days/pointer.ts';
import { Failure } from '../process/failure.ts';
import type { MirroredObjects } from './mirrored-objects.ts';
import type { ToldDay } from './object-origin.ts';

export interface MirroredChain {
  /** The new days, oldest first. Each names the day before it. */
  fresh: CatalogFile[];
  /** The day in HUB_DATA that the oldest new day follows; undefined if the new days begin a chain. */
  base: CatalogFile | undefined;
}

/**
 * Takes the catalogs of the days from `wanted` back to a day that HUB_DATA has. Throws a Failure if the days contradict
 * the mirrored hub's list, or do not continue the days of `own`. The newest day in HUB_DATA may differ from the
 * mirrored day of that date, because a day may be imported again until the next day follows it.
 */
export async function takeChain(
  objects: MirroredObjects,
  wanted: ToldDay,
  own: Pointer | undefined,
): Promise<MirroredChain> {
  const here = own && (await objects.catalog(own.catalog));
  const isHere = (at: Address) => at === here?.address || at === here?.frame.prev;
  const fresh: CatalogFile[] = [];
  let at: Address | null = wanted.catalog;
  for (let later = wanted.date; at && !isHere(at); ) {
    const day: CatalogFile = await objects.catalog(at);
    const { snapshot, prev } = day.frame;
    if (fresh.length === 0 ? snapshot !== wanted.date : snapshot >= later)
      throw new Failure(`The catalog ${at} is of ${snapshot}, which can’t come before ${later}: the chain is broken.`);
    fresh.unshift(day);
    later = snapshot;
    at = prev;
  }
  if (!here) return { fresh, base: undefined };
  if (wanted.date < here.frame.snapshot && at !== here.address && fresh.length === 0)
    throw new Failure(`${wanted.date} lies before ${here.frame.snapshot}, the newest day here; a mirror goes forward.`);
  const follows = at === here.address || (at !== null && fresh[0]?.frame.snapshot === here.frame.snapshot);
  if (!follows && fresh.length > 0)
    throw new Failure(
      `HUB_DATA holds another chain of days, whose newest is ${here.frame.snapshot} (${here.address}): mirror into a HUB_DATA of its own.`,
    );
  return { fresh, base: at === null ? undefined : await objects.catalog(at) };
}
