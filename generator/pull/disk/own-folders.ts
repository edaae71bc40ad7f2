// Makes folders for files below the folder that a person named. Follows no link that leads out of that folder. Distinguishes
// faults of one path, after which only the file at that path fails, from faults of the disk, which end the run.
import { accessSync, constants, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isBelow } from '../../files/full-disk.ts';
import { Failure, systemSentence } from '../../process/failure.ts';

export class OwnFolders {
  /** The folder that a person named. It may itself be a symbolic link. */
  readonly #root: string;
  readonly #looked = new Set<string>();
  readonly #made = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Throws a PlaceFailure or an error of the operating system if no file can be put at `target`. Makes no folder. */
  look(target: string): void {
    if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory())
      throw Object.assign(new Error(), { code: 'EISDIR' });
    const folder = dirname(target);
    if (this.#looked.has(folder)) return;
    this.#refuseWayOut(folder);
    mayWriteBelow(folder);
    this.#looked.add(folder);
  }

  /** Makes `folder` and the missing folders above it. Throws as `look` does. */
  make(folder: string): void {
    if (!this.#made.has(folder)) this.#refuseWayOut(folder);
    mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
  }

  /**
   * Throws a PlaceFailure if a link on the way from the root to `folder` leads out of the root. Somebody else may have
   * made the link, so that a pull would write to another folder of this user.
   */
  #refuseWayOut(folder: string): void {
    let at = this.#root;
    for (const part of relative(at, folder).split(sep)) {
      at = join(at, part);
      const there = lstatSync(at, { throwIfNoEntry: false });
      if (!there) return;
      if (there.isSymbolicLink() && !this.#keepsInside(at))
        throw new PlaceFailure(
          `${at} is a link that leads out of ${resolve(this.#root)}: remove it, or name its target with --to.`,
        );
    }
  }

  #keepsInside(link: string): boolean {
    // A link without a target is refused too, because its target may appear later anywhere.
    return (
      statSync(link, { throwIfNoEntry: false }) !== undefined && isBelow(realpathSync(this.#root), realpathSync(link))
    );
  }
}

function mayWriteBelow(folder: string): void {
  for (let at = folder; ; at = dirname(at)) {
    const there = statSync(at, { throwIfNoEntry: false });
    if (!there) continue;
    if (!there.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(at, constants.W_OK);
    return;
  }
}

/** The error for a path where `pull` refuses to write, even if the operating system allows it. */
export class PlaceFailure extends Failure {}

/** Codes of errors that may be a fault of one path: another path on the same disk may work. */
const OF_ONE_PLACE = new Set([
  ...['EACCES', 'EBUSY', 'EEXIST', 'EINVAL', 'EISDIR', 'ELOOP'],
  ...['ENAMETOOLONG', 'ENOTDIR', 'ENOTEMPTY', 'EPERM'],
]);

/** Does `work` at `place`. Returns a sentence about a fault of this path alone, and throws every other error. */
export function ownFault(place: string, work: (place: string) => void): string | undefined {
  try {
    work(place);
    return undefined;
  } catch (error) {
    const said = ownSentence(error, place);
    if (said === undefined) throw error;
    return said;
  }
}

/** Returns a sentence about a fault of this path alone; undefined for every other error. */
export function ownSentence(error: unknown, place: string): string | undefined {
  if (error instanceof PlaceFailure) return error.message;
  return OF_ONE_PLACE.has((error as NodeJS.ErrnoException).code ?? '') ? systemSentence(error, place) : undefined;
}
