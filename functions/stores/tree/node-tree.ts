// Opens the tree on a Node host. Packs and objects are in a folder; they are read synchronously, and kept within
// limits. The search index is read in advance.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Config } from '../../../src/service/config.ts';
import { objectPath, SITE_CLIENT } from '../../../src/tree/static-tree.ts';
import { CURRENT, parseCurrent } from '../../../src/tree/store.ts';
import { type Listed, storedName } from '../../../src/tree/tree-list.ts';
import type { Tree } from '../../ports/ports.ts';
import { folderStore } from '../bytes/folder-store.ts';
import { NoPlainFile, readOwnFile } from '../bytes/plain-file.ts';
import { IndexMemory } from '../packs/index-memory.ts';
import { searchFiles } from '../packs/packed-search.ts';
import { openPackedTree, type PackedTree } from '../packs/packed-tree.ts';
import { SearchFiles } from './node-search.ts';

/** The maximum size in bytes of `current`, the file that names a tree. */
const MOST_CURRENT = 1000;

/** A tree that keeps files open. */
export interface DiskTree extends Tree {
  /** Returns the pack that the list has under `key`; undefined if there is none. */
  pack: PackedTree['pack'];
  /** Reads in advance everything for which requests would wait. Rejects if the tree is not complete. */
  load(): Promise<void>;
  /** Closes a tree that is no longer used. */
  close(): void;
}

/**
 * Returns a sentence which says that a hub's folder has no tree; undefined if it has a tree, or if the tree is remote.
 */
export function missingTree(tree: Config['tree']): string | undefined {
  if (!('folder' in tree) || existsSync(join(tree.folder, CURRENT))) return undefined;
  return `There is no tree in ${tree.folder}: run "model-hub build" first, or set HUB_DIST or HUB_TREE.`;
}

/**
 * Returns the name of the current tree in `dist`; undefined if there is none. Throws a sentence for a tree of another
 * version.
 */
export function currentTree(dist: string): string | undefined {
  let text: string;
  try {
    text = readOwnFile(join(dist, CURRENT), MOST_CURRENT).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    // In an earlier release, `current` was a link to a folder.
    if (!(error instanceof NoPlainFile)) throw error;
    text = '';
  }
  const name = parseCurrent(text);
  if (name === undefined)
    throw new Error(`${join(dist, CURRENT)} names no tree of this version; rebuild with "model-hub build"`);
  return name;
}

/**
 * Opens the tree of this name in `dist`, by default the current one; `memory` keeps its search index. Throws a sentence
 * if the tree is missing or has another version.
 */
export function openTree(dist: string, name = currentTree(dist), memory = new IndexMemory()): DiskTree {
  if (name === undefined) throw new Error(`there is no tree in ${dist}; build one with "model-hub build"`);
  const store = folderStore(dist);
  const settings = { store, site: folderStore(join(dist, SITE_CLIENT)), gunzip: gunzipSync };
  const tree = openPackedTree(settings, name) as PackedTree;
  const search = openSearchFiles(dist, tree, memory);
  const answers = tree.answers.bind(tree);
  return Object.assign(tree, {
    search: () => search.port(),
    answers: async () => search.isUsable && (await answers()),
    load: () => search.load(),
    close: () => search.close(),
  });
}

function openSearchFiles(dist: string, tree: PackedTree, memory: IndexMemory): SearchFiles {
  // The store is a folder, so it returns its files synchronously.
  const listed = searchFiles(tree) as Listed[];
  const files = listed.map(({ sha256 }) => ({ sha256, path: join(dist, storedName(sha256)) }));
  return new SearchFiles(files, join(dist, objectPath('catalog', tree.catalog)), tree.rowsStart, memory);
}
