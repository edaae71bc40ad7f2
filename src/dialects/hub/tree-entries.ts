// Writes the tree listings of the root and of every folder, for the three values of `recursive` (decision 0019).

import { defined } from '../../basics/defined.ts';
import { firstWhere } from '../../basics/first-where.ts';
import { byPath, compareBytewise } from '../../nouns/file-path.ts';
import type { ModelFile, SourceObject } from '../../shapes/objects.ts';
import type { DirectoryEntry, FileEntry } from '../../shapes/tree.ts';
import type { FileTree, Folder } from './file-tree.ts';
import { pointerSize } from './lfs-pointer.ts';

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
