// Keeps a list of a website's files. A build compares their sizes with it, which is fast; a check compares their
// hashes.
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
 * The file that names the damage which a check has found. It is inside the website's folder, so it disappears when a
 * new website replaces the folder.
 */
const NOTE = 'torn.json';

/** The size in bytes and the SHA-256 of every file, by the file's path in the website's folder. */
type SiteFiles = Readonly<Record<string, readonly [size: number, sha256: string]>>;

/**
 * Writes the list of the website's files in `folder`. The build calls it last, so a website without a list is
 * unfinished.
 */
export function listSiteFiles(folder: string): void {
  const files = Object.fromEntries(
    filesBelow(folder)
      .sort()
      .map((file) => [pathBelow(folder, file), [statSync(file).size, sha256OfFile(file)]]),
  );
  writeFileSync(join(folder, LIST), `${JSON.stringify({ format: FORMAT, files })}\n`);
}

/** True if the website in `folder` is finished, every file has the listed size, and no check has found damage. */
export function seemsWhole(folder: string): boolean {
  const files = readList(folder);
  return (
    files !== undefined &&
    sizeOf(join(folder, NOTE)) === undefined &&
    Object.entries(files).every(([path, [size]]) => sizeOf(join(folder, path)) === size)
  );
}

/** Returns the paths of all listed files of the website in `folder`; empty if the website is unfinished. */
export function listedFiles(folder: string): string[] {
  return Object.keys(readList(folder) ?? {});
}

/** True if the file at `path` of the website in `folder` differs from the list; false for a file that is not listed. */
export function isDamaged(folder: string, path: string): boolean {
  const listed = own(readList(folder) ?? {}, path);
  return listed !== undefined && !hasSha256(join(folder, path), listed[1]);
}

/**
 * Returns a sentence for each damaged file of the website in `<dist>/site`; none if every file has the listed hash.
 * Notes the damage for the next build, or removes the note if there is no damage. Writes nothing in a read-only folder.
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
