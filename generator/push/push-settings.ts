// Declares the settings of a push, and compares a listed file with the one on this disk.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bytes, Stored } from '../../src/tree/store.ts';

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

/** True if the listed file has the same size as the file on this disk. An incomplete file counts as missing. */
export const isAsHere = (folder: string, { name, size }: Pick<Stored, 'name' | 'size'>) =>
  statSync(join(folder, name), { throwIfNoEntry: false })?.size === size;
