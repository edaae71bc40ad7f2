// Keeps a list of a website's files, with which a build compares what is there.

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { own } from '../../src/basics/records.ts';
import { hasSha256, sha256OfFile } from '../files/file-bytes.ts';
import { readJsonNote } from '../files/json-note.ts';
import { filesBelow, pathBelow } from '../files/own-folder.ts';

const FORMAT = 'hub.model-hub.site/v1';
const LIST = 'files.json';
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

/** True if the website in `folder` is finished, and every file has the listed size. */
export function seemsWhole(folder: string): boolean {
  const files = readList(folder);
  return files !== undefined && Object.entries(files).every(([path, [size]]) => sizeOf(join(folder, path)) === size);
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

const readList = (folder: string) => readJsonNote<{ files: SiteFiles }>(join(folder, LIST), FORMAT)?.files;

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
