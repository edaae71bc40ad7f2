// Walks the days that a mirror takes: from the wanted one back to a day that is here already, or to the first.
import type { Address } from '../../src/nouns/address.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import type { Pointer } from '../days/pointer.ts';
import { Failure } from '../process/failure.ts';
import type { MirroredObjects } from './mirrored-objects.ts';
import type { ToldDay } from './object-origin.ts';

export interface MirroredChain {
  /** The new days, oldest first: each follows the one before it. */
  fresh: CatalogFile[];
  /** The day here that the oldest new day follows; undefined if the new days begin a chain. */
  base: CatalogFile | undefined;
}

/**
 * Takes the catalogs of the days from `wanted` back to a day that is here. Throws a Failure when the chain contradicts
 * the origin's list, or does not continue the chain of `own`. The newest day here may be another than the origin's: a
 * day may be imported again until the next one follows it.
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
