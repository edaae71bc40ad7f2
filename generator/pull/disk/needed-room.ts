// Checks whether a disk has room for what a pull will write.
import { statfsSync } from 'node:fs';
import { bytes } from '../../../src/model/figures.ts';
import { WriteFailure } from '../../files/full-disk.ts';

/** Throws a WriteFailure if the disk of `folder`, which must exist, has no room for `needed` bytes. */
export function needRoom(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (needed > free)
    throw new WriteFailure(
      `${folder} has room for ${bytes(free)}, and ${bytes(needed)} are needed: make room, or name another folder with --to.`,
    );
}
