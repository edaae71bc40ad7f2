// Arranges a model's files as a tree, and writes the listings of the root and of every folder, for the three values of
// `recursive` (decision 0019).

import { defined, firstWhere } from '../../basics/records.ts';
import { sha1Hex } from '../../digests/sha.ts';
import { byPath, compareBytewise } from '../../nouns/file-path.ts';
import type { ModelFile, SourceObject } from '../../shapes/objects.ts';
import type { DirectoryEntry, FileEntry } from '../../shapes/tree.ts';

/** Returns the pointer of a file of `size` bytes with this SHA-256. */
export function lfsPointer(sha256: string, size: number): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`;
}

/** Returns the length in bytes of the pointer of a file of `size` bytes: 125, and one for each digit of `size`. */
export function pointerSize(size: number): number {
  return 125 + String(size).length;
}

/** A folder of the tree; the root's path is ''. */
interface Folder {
  path: string;
  /** The SHA-1 of the lines `path NUL sha256 LF` for all files below the folder, sorted by path (decision 0011). */
  oid: string;
  /** The sum of the sizes in bytes of all files below the folder. */
  size: number;
}

export interface FileTree {
  /** The files, sorted bytewise by path. */
  files: ModelFile[];
  /** The root, and then all other folders, sorted bytewise by path. */
  folders: Folder[];
}

/** Makes the folders for a list of files, which must be sorted bytewise by path. */
export function fileTree(files: ModelFile[]): FileTree {
  const below = new Map([['', { size: 0, lines: '' }]]);
  for (const { path, size, sha256 } of files)
    for (let end = 0; end >= 0; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end);
      const known = below.get(folder) ?? { size: 0, lines: '' };
      below.set(folder, { size: known.size + size, lines: `${known.lines}${path}\0${sha256}\n` });
    }
  // The root is never an entry of a listing, so its oid stays empty.
  const folders = [...below].map(([path, { size, lines }]) => ({ path, oid: path && sha1Hex(lines), size }));
  return { files, folders: folders.sort(byPath) };
}

/** Returns `{path, size}` of a folder. The root's path is `/`; other folders have no trailing slash. */
export function treeSize(folder: Folder): { path: string; size: number } {
  return { path: folder.path === '' ? '/' : folder.path, size: folder.size };
}

/** The value of the query parameter `recursive`; `flat` if it is absent. */
export type Reading = 'flat' | 'true' | 'false';

/** A listing of one folder as text. */
interface Listing {
  /** The path of the folder; '' for the root. */
  prefix: string;
  reading: Reading;
  json: string;
}

/** Returns the tokens of the sources that hold a file; undefined if each source of the model holds all files. */
type HoldersOf = (path: string) => string[] | undefined;

/** Makes a `HoldersOf` from the source objects of the model. */
export function holdersIn(sources: readonly Pick<SourceObject, 'source' | 'files'>[]): HoldersOf {
  const lists = sources.map(({ source, files }) => ({ source, some: files && new Set(files) }));
  if (lists.every(({ some }) => some === undefined)) return () => undefined;
  return (path) => lists.filter(({ some }) => some?.has(path) ?? true).map(({ source }) => source);
}

/**
 * Makes the entry of a file. `sources` are the tokens of the sources that hold the file; undefined if each source of
 * the model holds all files.
 */
export function fileEntry(
  file: Pick<ModelFile, 'path' | 'size' | 'sha256' | 'hashed'>,
  sources: string[] | undefined,
): FileEntry {
  const { sha256: oid, size, path, hashed } = file;
  const entry: FileEntry = { type: 'file', oid, size, path, lfs: { oid, size, pointerSize: pointerSize(size) } };
  return { ...entry, ...defined({ hashed, sources }) };
}

/** Makes the entry of a folder. */
export function directoryEntry(folder: Pick<Folder, 'path' | 'oid'>): DirectoryEntry {
  return { type: 'directory', oid: folder.oid, size: 0, path: folder.path };
}

/**
 * Makes every listing of a model. A folder without subfolders has the same listing for all values of `recursive`, so
 * only `flat` is made. `static-tree.ts` leads the other values to the same file.
 */
export function* treeListings(tree: FileTree, holdersOf: HoldersOf): Generator<Listing> {
  const lines = sortedLines(tree, holdersOf);
  for (const { path: prefix } of tree.folders) {
    const beneath = linesBeneath(lines, prefix);
    const files = beneath.filter((line) => line.file);
    yield { prefix, reading: 'flat', json: list(files) };
    if (files.length === beneath.length) continue;
    const from = prefix === '' ? 0 : prefix.length + 1;
    yield { prefix, reading: 'true', json: list(beneath) };
    yield { prefix, reading: 'false', json: list(beneath.filter((line) => line.path.indexOf('/', from) < 0)) };
  }
}

/** An entry of the tree as text. Every listing that contains the entry uses the same text. */
interface Line {
  path: string;
  file: boolean;
  json: string;
}

function sortedLines(tree: FileTree, holdersOf: HoldersOf): Line[] {
  const lines = tree.files.map((file) => ({
    ...{ path: file.path, file: true },
    json: JSON.stringify(fileEntry(file, holdersOf(file.path))),
  }));
  if (tree.folders.length === 1) return lines;
  for (const folder of tree.folders)
    if (folder.path !== '')
      lines.push({ path: folder.path, file: false, json: JSON.stringify(directoryEntry(folder)) });
  return lines.sort(byPath);
}

function linesBeneath(lines: Line[], prefix: string): Line[] {
  if (prefix === '') return lines;
  const beneath = `${prefix}/`;
  const start = firstWhere(0, lines.length, (at) => compareBytewise(lines[at]!.path, beneath) >= 0);
  let end = start;
  while (end < lines.length && lines[end]!.path.startsWith(beneath)) end++;
  return lines.slice(start, end);
}

const list = (lines: Line[]) => `[${lines.map((line) => line.json).join(',')}]`;
