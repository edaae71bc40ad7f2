// The settings of a push, and how it checks a file that the bucket lists.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bucket, Stored } from '../../functions/stores/bytes/bucket.ts';

export interface PushSettings {
  dist: string;
  bucket: Bucket;
  /** Milliseconds for which a tree stays after it was replaced. */
  stay: number;
  /** The number of requests at the same time. */
  parallel: number;
  /** True for a dry run, which puts nothing and counts everything. */
  isDry: boolean;
  /** True to send all files again, even those that the bucket has. */
  repairs?: boolean;
  /** Milliseconds by which the store's listing may be late; by default two seconds. */
  lag?: number;
}

/** True if the object has the same size as the file here. An incomplete object counts as missing. */
export const isAsHere = (folder: string, { name, size }: Pick<Stored, 'name' | 'size'>) =>
  statSync(join(folder, name), { throwIfNoEntry: false })?.size === size;
