// Declares the settings of a push, and lists what a bucket has.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bytes, Stored } from '../../src/tree/store.ts';
import { Digests } from '../packs/digests.ts';
import { sha256Of } from '../packs/dist-store.ts';

export interface PushSettings {
  dist: string;
  bucket: Bytes;
  /** The number of milliseconds for which a tree stays after it was replaced. */
  stay: number;
  /** The number of requests at the same time. */
  parallel: number;
  /** True for a dry run, which uploads nothing and only counts. */
  isDry: boolean;
  /** True to send all files again, even those that the bucket has. */
  repairs?: boolean;
  /** The number of milliseconds by which the store's listing may be late; by default two seconds. */
  lag?: number;
}

/**
 * Lists what the bucket has below `prefix` with the same size as on this disk, as far as it `stays`; nothing if the push
 * `repairs`. An incomplete file counts as missing. Returns a function that is true for these names.
 */
export async function thereBelow(
  { bucket, dist, repairs }: PushSettings,
  prefix: string,
  stays: (one: Stored) => boolean = () => true,
): Promise<(name: string) => boolean> {
  const there = new Digests();
  const isAsHere = ({ name, size }: Stored) => statSync(join(dist, name), { throwIfNoEntry: false })?.size === size;
  if (!repairs)
    for await (const one of bucket.list(prefix)) if (stays(one) && isAsHere(one)) there.add(sha256Of(one.name));
  return (name) => there.has(sha256Of(name));
}
