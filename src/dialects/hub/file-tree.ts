// Arranges a model's files as a tree. Each folder has its files and a stable id.

import { sha1Hex } from '../../digests/sha.ts';
import { byPath } from '../../nouns/file-path.ts';
import type { ModelFile } from '../../shapes/objects.ts';

/** A folder of the tree; the root's path is ''. */
export interface Folder {
  path: string;
  /** The SHA-1 of the lines `path NUL sha256 LF` for all files below the folder, sorted by path (decision 0011). */
  oid: string;
  /** The sum of the sizes in bytes of all files below the folder. */
  size: number;
  /** The files below the folder are `files[start]` up to, but not including, `files[end]`. */
  start: number;
  end: number;
}

export interface FileTree {
  /** The files, sorted bytewise by path. */
  files: ModelFile[];
  /** The root, and then all other folders, sorted bytewise by path. */
  folders: Folder[];
}

/** Makes the folders for a list of files, which must be sorted bytewise by path. */
export function fileTree(files: ModelFile[]): FileTree {
  const ranges = new Map<string, { start: number; end: number }>([['', { start: 0, end: files.length }]]);
  files.forEach(({ path }, index) => {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash);
      const range = ranges.get(folder);
      // Sorted paths with the same folder are neighbours, so the files of a folder are one range.
      if (range) range.end = index + 1;
      else ranges.set(folder, { start: index, end: index + 1 });
    }
  });
  const folders = [...ranges].map(([path, { start, end }]) => folder(path, files, start, end));
  return { files, folders: folders.sort(byPath) };
}

function folder(path: string, files: ModelFile[], start: number, end: number): Folder {
  let size = 0;
  // The root is never an entry of a listing, so its oid stays empty.
  let lines = '';
  for (let i = start; i < end; i++) {
    const file = files[i]!;
    size += file.size;
    if (path !== '') lines += `${file.path}\0${file.sha256}\n`;
  }
  return { path, oid: path === '' ? '' : sha1Hex(lines), size, start, end };
}

/** Returns `{path, size}` of a folder. The root's path is `/`; other folders have no trailing slash. */
export function treeSize(folder: Folder): { path: string; size: number } {
  return { path: folder.path === '' ? '/' : folder.path, size: folder.size };
}
