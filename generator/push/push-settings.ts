// The settings of a push, and how it checks a file that the bucket lists.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bucket, Stored } from '../../functions/stores/bytes/bucket.ts';

export interface PushSettings {
  dist: string;
  bucket: Bucket;
  /** Milliseconds that a tree stays after it was current. */
  stay: number;
  /** Requests at a time. */
  parallel: number;
  /** True to put nothing and count everything. */
  isDry: boolean;
  /** True to send the whole tree again. */
  repairs?: boolean;
  /** Milliseconds by which the listing of the store may lag behind; by default two seconds. */
  lag?: number;
}

/** True if a file has the same size as here: an incomplete one counts as missing. */
export const isAsHere = (folder: string, { name, size }: Pick<Stored, 'name' | 'size'>) =>
  statSync(join(folder, name), { throwIfNoEntry: false })?.size === size;
