// Lists a built tree's folders, files and links, and splits them so that each thread has about the same work.
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The part of one thread; paths are relative to the root. */
export interface TreePart {
  /** Parents come before their children. */
  folders: string[];
  files: string[];
  links: [path: string, target: string][];
}

/** Walks everything below `root` and splits it into `parts`. The files of one folder stay together. */
export function treeParts(root: string, parts: number): TreePart[] {
  const all = Array.from({ length: parts }, (): TreePart => ({ folders: [], files: [], links: [] }));
  walk(root, '', all);
  return all;
}

function walk(root: string, folder: string, all: TreePart[]): void {
  const part = all.reduce((least, one) => (one.files.length < least.files.length ? one : least));
  part.folders.push(folder);
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) walk(root, path, all);
    else if (entry.isSymbolicLink()) part.links.push([path, readlinkSync(join(root, path))]);
    else part.files.push(path);
  }
}
