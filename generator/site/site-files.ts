// Keeps a list of a website's files. A build compares the sizes, to see at once whether every file exists; a check
// compares the hashes.
import { realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { own } from '../../src/basics/own.ts';
import { hasSha256, sha256OfFile } from '../files/file-bytes.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { filesBelow, pathBelow } from '../keys/source-files.ts';
import { unlessReadOnly } from '../packs/torn-note.ts';

const FORMAT = 'hub.model-hub.site/v1';
const LIST = 'files.json';
/**
 * The file that names damage found by a check. It is inside the website's folder, so that both are replaced together.
 */
const NOTE = 'torn.json';

/** Size in bytes and SHA-256 of every file, by the path of the file in the website's folder. */
type SiteFiles = Readonly<Record<string, readonly [size: number, sha256: string]>>;

/** Lists the files of the website at `folder`. The build calls it last, so a website without a list is unfinished. */
export function listSiteFiles(folder: string): void {
  const files = Object.fromEntries(
    filesBelow(folder)
      .sort()
      .map((file) => [pathBelow(folder, file), [statSync(file).size, sha256OfFile(file)]]),
  );
  writeFileSync(join(folder, LIST), `${JSON.stringify({ format: FORMAT, files })}\n`);
}

/** True if the website at `folder` is finished, if every file has its size, and if no check has found damage. */
export function seemsWhole(folder: string): boolean {
  const files = readList(folder);
  return (
    files !== undefined &&
    sizeOf(join(folder, NOTE)) === undefined &&
    Object.entries(files).every(([path, [size]]) => sizeOf(join(folder, path)) === size)
  );
}

/**
 * Gives the paths of all files of the website at `folder`, as its list has them; empty if the website is unfinished.
 */
export function listedFiles(folder: string): string[] {
  return Object.keys(readList(folder) ?? {});
}

/** True if a file of the website at `folder` differs from its list; unlisted files don't count. */
export function isDamaged(folder: string, path: string): boolean {
  const listed = own(readList(folder) ?? {}, path);
  return listed !== undefined && !hasSha256(join(folder, path), listed[1]);
}

/**
 * Finds the faults of the website under `<dist>/site`, a sentence each; none when every file has the hash in the list.
 * Notes the damage for the next build, or removes the note when there is none; does neither in a read-only folder.
 */
export function checkSite(dist: string): string[] {
  let folder: string;
  try {
    folder = realpathSync(join(dist, 'site'));
  } catch {
    return [`there is no website in ${dist}: run "model-hub build"`];
  }
  const files = readList(folder);
  if (!files) return [`${join(folder, LIST)} is missing or differs`];
  const torn = Object.entries(files)
    .filter(([path, [, sha256]]) => !hasSha256(join(folder, path), sha256))
    .map(([path]) => path);
  const note = join(folder, NOTE);
  unlessReadOnly(() => {
    if (torn.length > 0) writeJsonNote(note, { format: FORMAT, files: torn });
    else rmSync(note, { force: true });
  });
  return torn.map((path) => `${join(folder, path)} is missing or differs`);
}

const readList = (folder: string) => readJsonNote<{ files: SiteFiles }>(join(folder, LIST), FORMAT)?.files;

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
