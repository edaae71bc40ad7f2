// Tree listings: the three readings of `recursive`, at the root and in every folder (SPEC.md 4.3).
import type { ModelFile } from '../../catalog/model-object.ts';
import { compareBytewise } from '../../file-path.ts';
import type { DirectoryEntry, FileEntry, TreeEntry } from '../../wire/tree-entry.ts';
import type { FileTree, Folder } from './file-tree.ts';
import { pointerSize } from './lfs-pointer.ts';

/** How `recursive` was given: not at all, true, or false. */
export type Reading = 'flat' | 'true' | 'false';

/** One listing, ready to send. */
export interface Listing {
  /** The folder; '' is the root. */
  prefix: string;
  reading: Reading;
  json: string;
}

/** The entry of a file. */
export function fileEntry(file: ModelFile): FileEntry {
  const { sha256: oid, size, path } = file;
  return { type: 'file', oid, size, path, lfs: { oid, size, pointerSize: pointerSize(size) } };
}

/** The entry of a folder. */
export function directoryEntry(folder: Folder): DirectoryEntry {
  return { type: 'directory', oid: folder.oid, size: 0, path: folder.path };
}

/**
 * Every listing of a model. A folder without folders reads the same in all three ways, so only
 * its flat listing is given: `static-tree.ts` knows that the others are other names of it.
 */
export function* treeListings(tree: FileTree): Generator<Listing> {
  const lines = sortedLines(tree);
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

/** The entries for `paths`, files and folders alike; a path that is neither is left out (paths-info). */
export function entriesAt(tree: FileTree, paths: Iterable<string>): TreeEntry[] {
  const files = new Map(tree.files.map((file) => [file.path, file]));
  const folders = new Map(tree.folders.map((folder) => [folder.path, folder]));
  const entries: TreeEntry[] = [];
  for (const path of new Set(paths)) {
    const file = files.get(path);
    const folder = path === '' ? undefined : folders.get(path);
    if (file) entries.push(fileEntry(file));
    else if (folder) entries.push(directoryEntry(folder));
  }
  return entries;
}

/** An entry written once and reused by every listing that holds it. */
interface Line {
  path: string;
  file: boolean;
  json: string;
}

function sortedLines(tree: FileTree): Line[] {
  const lines = tree.files.map((file) => ({ path: file.path, file: true, json: JSON.stringify(fileEntry(file)) }));
  if (tree.folders.length === 1) return lines;
  for (const folder of tree.folders)
    if (folder.path !== '')
      lines.push({ path: folder.path, file: false, json: JSON.stringify(directoryEntry(folder)) });
  return lines.sort((a, b) => compareBytewise(a.path, b.path));
}

function linesBeneath(lines: Line[], prefix: string): Line[] {
  if (prefix === '') return lines;
  const start = lines.findIndex((line) => line.path.startsWith(`${prefix}/`));
  let end = start;
  while (end < lines.length && lines[end]!.path.startsWith(`${prefix}/`)) end++;
  return lines.slice(start, end);
}

const list = (lines: Line[]) => `[${lines.map((line) => line.json).join(',')}]`;
