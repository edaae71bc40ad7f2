// Lists the folders, files and links of a built tree, and splits them so that each thread has about the same work.
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The part of a tree for one thread. Paths are relative to the root. */
export interface TreePart {
  /** The folders to make; each comes after its parent. */
  folders: string[];
  files: string[];
  links: [path: string, target: string][];
}

/** Lists everything below `root`, and splits it into `parts` parts. The files of one folder stay together. */
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
