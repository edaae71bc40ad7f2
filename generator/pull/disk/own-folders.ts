// Makes folders for files below the folder that a person named. Follows no link that leads out of that folder. Distinguishes
// faults of one path, after which only the file at that path fails, from faults of the disk, which end the run.
import { accessSync, constants, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isBelow } from '../../files/full-disk.ts';
import { Failure, systemSentence } from '../../process/failure.ts';

export class OwnFolders {
  /** The folder that a person named. It may itself be a symbolic link. */
  readonly #root: string;
  readonly #looked = new Set<string>();
  readonly #made = new Set<string>();

  constructor(root: string) {
    this.#root = resolve(root);
  }

  /** Throws a PlaceFailure or an error of the operating system if no file can be put at `target`. Makes no folder. */
  look(target: string): void {
    if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory())
      throw Object.assign(new Error(), { code: 'EISDIR' });
    const folder = dirname(target);
    if (this.#looked.has(folder)) return;
    const there = this.#thereAbove(folder);
    if (!statSync(there).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(there, constants.W_OK);
    this.#looked.add(folder);
  }

  /** Makes `folder` and the missing folders above it. Throws as `look` does. */
  make(folder: string): void {
    if (!this.#made.has(folder)) this.#thereAbove(folder);
    mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
  }

  /**
   * Returns `folder`, or the lowest folder above it that exists. Throws a PlaceFailure if a link leads from there out of
   * the root: somebody else may have made the link, so that a pull would write to another folder of this user.
   */
  #thereAbove(folder: string): string {
    let at = resolve(folder);
    while (at !== this.#root && !lstatSync(at, { throwIfNoEntry: false })) at = dirname(at);
    if (at === this.#root) return at;
    // A link without a target is refused too, because its target may appear later anywhere.
    if (statSync(at, { throwIfNoEntry: false }) && isBelow(realpathSync(this.#root), realpathSync(at))) return at;
    throw new PlaceFailure(`${at} leads out of ${this.#root} by a link: remove it, or name its target with --to.`);
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
