// Looks whether a disk has room for what a pull will write.
import { statfsSync } from 'node:fs';
import { bytes } from '../../../src/model/figures.ts';
import { Failure } from '../../process/failure.ts';

/** Throws a Failure when the disk of `folder`, which must be there, has no room for `needed` bytes. */
export function needRoom(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (needed > free)
    throw new Failure(
      `${folder} has room for ${bytes(free)}, and ${bytes(needed)} are to come: make room, or name another folder with --to.`,
    );
}
