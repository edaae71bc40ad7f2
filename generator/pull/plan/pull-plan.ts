// Declares the plan of a pull, and refuses files with names that the file system can't hold. The reader of the lock has
// refused names that lead out of the folder.
import { Failure } from '../../process/failure.ts';

export interface PlannedFile {
  /** The path in the folder, with slashes. */
  path: string;
  /** The size in bytes. */
  size: number;
  sha256: string;
  /** The URLs of the file, each with the source to which it belongs, the best one first. */
  urls: readonly { source: string; url: string }[];
}

export interface PullPlan {
  id: string;
  revision: string;
  files: readonly PlannedFile[];
}

/** Matches names of devices, characters and endings that Windows reserves. */
const OF_WINDOWS = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)|[<>:"|?*]|[. ]$/i;

interface FileSystemRules {
  isWindows: boolean;
  /** True if `A` and `a` name the same file. */
  ignoresCase: boolean;
}

/** Throws a Failure if any file of the plan can't be put in its place. Nothing of such a plan is fetched. */
export function refuseNames(
  files: readonly Pick<PlannedFile, 'path'>[],
  { isWindows, ignoresCase }: FileSystemRules,
): void {
  const fold = (path: string) => (ignoresCase ? path.normalize('NFC').toLowerCase() : path);
  const seen = new Map<string, string>();
  for (const { path } of files) {
    if (isWindows && path.split('/').some((part) => OF_WINDOWS.test(part)))
      throw new Failure(`Windows can't hold a file named ${JSON.stringify(path)}: leave it out with --exclude.`);
    const other = seen.get(fold(path));
    if (other !== undefined) throw clash(other, path);
    seen.set(fold(path), path);
  }
  for (const { path } of files)
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
      const other = seen.get(fold(path.slice(0, at)));
      if (other !== undefined) throw clash(other, path);
    }
}

const clash = (one: string, other: string) =>
  new Failure(
    `This file system can't hold both ${JSON.stringify(one)} and ${JSON.stringify(other)}: leave one out with --exclude.`,
  );
