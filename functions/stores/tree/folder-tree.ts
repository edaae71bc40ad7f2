// The trees in a folder of this machine. Everything is read synchronously. `<dist>/current` names the current tree.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../src/service/config.ts';
import { tornAt } from '../../../src/tree/pack.ts';
import { objectPath, SITE_CLIENT } from '../../../src/tree/static-tree.ts';
import { CURRENT, parseCurrent } from '../../../src/tree/store.ts';
import { type Listed, storedName } from '../../../src/tree/tree-list.ts';
import { FolderBytes } from '../bytes/folder-bytes.ts';
import { PACKED, readPackedFile } from '../bytes/packed-file.ts';
import { NoPlainFile, readOwnFile } from '../bytes/plain-file.ts';
import { openStoredTree, type StoredTree, type TreeOptions } from './tree.ts';
import type { TreePlace } from './tree-follower.ts';

/** The milliseconds between two looks for a new tree. */
const LOOK_MS = 1000;
/** The maximum size in bytes of `current`, the file that names a tree. */
const MOST_CURRENT = 1000;

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
 * Opens the tree of this name in `dist`, by default the current one, with the options of `openStoredTree`. Throws a sentence if the tree is missing or has
 * another version.
 */
export function openTree(
  dist: string,
  name = currentTree(dist),
  more: Pick<TreeOptions, 'former' | 'memory'> = {},
): StoredTree {
  if (name === undefined) throw new Error(`there is no tree in ${dist}; build one with "model-hub build"`);
  const bytes = new DistBytes(dist);
  const site = new FolderBytes(join(dist, SITE_CLIENT));
  const tree = openStoredTree({ bytes, site, ...more }, name) as StoredTree;
  // The store keeps the files of the search open from now on, so that they can be read even if they are removed later.
  const { sha256 } = tree.indexEntry() as Listed;
  if (!bytes.range(storedName(sha256), 0, 0)) throw tornAt(sha256);
  if (!bytes.range(objectPath('catalog', tree.catalog), 0, 0))
    throw new Error(`torn tree ${tree.id}: ${tree.catalog} is missing; rebuild with "model-hub build"`);
  return tree;
}

/** The files in HUB_DIST, where the catalogs of earlier days are packed. They are read as if they were whole. */
class DistBytes extends FolderBytes {
  override get(name: string, most = Number.POSITIVE_INFINITY): Buffer | undefined {
    return super.get(name, most) ?? this.range(name, 0, most);
  }

  override range(name: string, start: number, end: number): Buffer | undefined {
    return super.range(name, start, end) ?? readPackedFile(this.#packed(name), (_, range) => range(start, end));
  }

  override size(name: string): number | undefined {
    return super.size(name) ?? readPackedFile(this.#packed(name), ({ size }) => size);
  }

  #packed(name: string): string {
    return join(this.address, name + PACKED);
  }
}

/** Returns the place of the trees in `dist`. */
export function folderPlace(dist: string, everyMs = LOOK_MS): TreePlace {
  return {
    everyMs,
    mostMs: everyMs,
    title: (name = CURRENT) => `the tree ${name}`,
    current() {
      const name = currentTree(dist);
      if (name === undefined) return undefined;
      const stats = statSync(join(dist, storedName(name)), { bigint: true, throwIfNoEntry: false });
      return { name, identity: `${name} ${stats?.ino} ${stats?.mtimeNs}` };
    },
    open: (name, former) => openTree(dist, name, { former }),
  };
}
