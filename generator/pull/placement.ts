// Puts fetched files in place, in a folder by their paths. Follows no link that leads out of the folder that a person
// named. Distinguishes faults of one path, after which only the file at that path fails, from faults of the disk, which
// end the run.
import {
  accessSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { isBelow } from '../files/full-disk.ts';
import { localSha256 } from '../files/local-files.ts';
import { putWhole } from '../files/whole-file.ts';
import { Failure, systemSentence } from '../process/failure.ts';
import type { PlannedFile } from './plan.ts';

export type Placement = ReturnType<typeof inFolder>;

/** Matches paths inside the folder for unfinished files, even on file systems that ignore case. */
const OWN = /^\.cache\/model-hub(\/|$)/i;

/**
 * Puts files below `folder`. `root` is the folder that a person named; `folder` is the same folder or lies below it.
 */
export function inFolder(folder: string, root = folder) {
  const folders = new OwnFolders(root);
  const target = ({ path }: PlannedFile) => join(folder, path);
  // The work folder is below `.cache`, where download tools keep their own files: checks do not count these as model
  // files.
  const work = join(folder, '.cache', 'model-hub');
  return {
    folder,
    work,
    /** Makes the folder for the unfinished files of all runs. Throws a Failure if it can't be made. */
    begin: () => folders.make(work),
    /** Returns the SHA-256 of the file that is where `file` belongs; undefined if no file of the same size is there. */
    hashThere: (file: PlannedFile, onBytes: (count: number) => void) => hashAt(target(file), file.size, onBytes),
    /** Returns the reason why `file` can't be put in place. It is called before any byte is fetched. */
    fault: (file: PlannedFile) => (OWN.test(file.path) ? 'pull keeps its own files there' : folders.look(target(file))),
    /** Moves a complete file with the right hash from `path` to its place. Returns the reason if that fails. */
    put: (file: PlannedFile, path: string) => folders.put(target(file), (to) => renameSync(path, to)),
    /** Puts `file` in place with the bytes of `of`, which is in place already. Returns the reason if that fails. */
    copy: (file: PlannedFile, of: PlannedFile) =>
      folders.put(target(file), (to) => putWhole(to, (fresh) => copyFileSync(target(of), fresh))),
  };
}

async function hashAt(path: string, size: number, onBytes: (count: number) => void): Promise<string | undefined> {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    return there?.isFile() && there.size === size ? await localSha256(path, onBytes) : undefined;
  } catch (error) {
    // A file that can't be read counts as missing. The pull replaces it later, if the folder allows that.
    if (ownSentence(error, path) === undefined) throw error;
    return undefined;
  }
}

class OwnFolders {
  /** The folder that a person named. It may itself be a symbolic link. */
  readonly #root: string;
  readonly #made = new Set<string>();

  constructor(root: string) {
    this.#root = resolve(root);
  }

  /** Returns the reason if no file can be put at `target`. Makes no folder. */
  look(target: string): string | undefined {
    return ownFault(target, () => {
      if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory())
        throw Object.assign(new Error(), { code: 'EISDIR' });
      const there = this.#thereAbove(dirname(target));
      if (!statSync(there).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
      accessSync(there, constants.W_OK);
    });
  }

  /**
   * Makes the folder of `target`, and then calls `move` to put something at `target`. Replaces a file or a link, but
   * never a folder. Returns the reason if nothing can be put there.
   */
  put(target: string, move: (to: string) => void): string | undefined {
    return ownFault(target, () => {
      this.make(dirname(target));
      if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(target);
      move(target);
    });
  }

  /** Makes `folder` and the missing folders above it. Throws a PlaceFailure or an error of the operating system. */
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
const OF_ONE_PLACE = /^(EACCES|EBUSY|EEXIST|EINVAL|EISDIR|ELOOP|ENAMETOOLONG|ENOTDIR|ENOTEMPTY|EPERM)$/;

/** Does `work` at `place`. Returns a sentence about a fault of this path alone, and throws every other error. */
function ownFault(place: string, work: () => void): string | undefined {
  try {
    work();
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
  return OF_ONE_PLACE.test((error as NodeJS.ErrnoException).code ?? '') ? systemSentence(error, place) : undefined;
}

/** True if the file system of `folder` treats two names that differ only by case as one file. The folder must exist. */
export function ignoresCase(folder: string): boolean {
  const name = `case-of-names-${process.pid}`;
  const probe = join(folder, name);
  try {
    rmSync(probe, { force: true });
    writeFileSync(probe, '', { flag: 'wx' });
    return statSync(join(folder, name.toUpperCase()), { throwIfNoEntry: false }) !== undefined;
  } finally {
    rmSync(probe, { force: true });
  }
}
