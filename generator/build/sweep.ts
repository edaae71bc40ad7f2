// Removes what no tree uses any more: old trees, and folders that the current tree and the one before it do not share.
import { existsSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOwnFile } from '../../functions/hosts/plain-file.ts';
import { HASH_SHARDS, STAMP } from '../../src/static-tree.ts';
import { namesIn, removeIn } from './own-folder.ts';
import { OwnersFile, SUPERSEDED_FILE } from './owners-file.ts';
import { readLinks } from './roster.ts';
import { readStamp, treeFolder } from './tree-layout.ts';

/**
 * What can go now that `current` is current: every other tree but `before`, and the folders that `before` had
 * superseded, unless `current` uses them again. Readers that still have `before` open lose nothing. Two lists of paths
 * in `dist`: what several can remove at the same time, and what is left around it.
 */
export function unusedPaths(dist: string, current: string, before: string | undefined): [string[], string[]] {
  const trees = namesIn(dist, 'trees')
    .filter((id) => id !== current && id !== before)
    .map((id) => join('trees', id));
  const superseded = before === undefined ? [] : supersededPaths(treeFolder(dist, before), treeFolder(dist, current));
  return [[...trees.flatMap((tree) => shardFiles(dist, tree)), ...superseded, ...oldObjects(dist, before)], trees];
}

/** Objects as the first version of the tree kept them, without their kinds, once no tree of that version is left. */
function oldObjects(dist: string, before: string | undefined): string[] {
  if (before === undefined || readStamp(treeFolder(dist, before)) === undefined) return [];
  return namesIn(dist, 'objects')
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .map((name) => join('objects', name));
}

/** What the tree `before` no longer used and `tree` doesn't use either. */
function supersededPaths(before: string, tree: string): string[] {
  const list = join(before, SUPERSEDED_FILE);
  const paths = existsSync(list) ? readOwnFile(list).toString().split('\n') : [];
  const owners = OwnersFile.read(tree);
  const isUsed = (path: string) => {
    const [kind, owner = '', name = '', key = ''] = path.split('/');
    return kind === 'owners' ? owners.keyOf(owner) === name : linkedKey(tree, owner, name) === key;
  };
  return paths.filter((path) => /^(shelf|owners)\//.test(path) && !isUsed(path));
}

/** After a build that was cut short: removes every folder that no finished tree uses. Walks everything. */
export function sweep(dist: string, keep: string[]): void {
  // One of another version has its stamp too, and may be what is served until this version has built.
  const trees = keep.filter((id) => existsSync(join(treeFolder(dist, id), STAMP)));
  for (const id of namesIn(dist, 'trees')) if (!trees.includes(id)) removeIn(dist, join('trees', id));
  const used = new Set<string>();
  for (const id of trees)
    for (const [owner, key] of readLinks(join(treeFolder(dist, id), 'models'))) {
      if (used.has(`owners/${owner}/${key}`)) continue;
      used.add(`owners/${owner}/${key}`);
      for (const [name, model] of readLinks(join(dist, 'owners', owner, key)))
        used.add(`shelf/${owner}/${name}/${model}`);
    }
  const check = (path: string) => used.has(path) || removeIn(dist, path);
  for (const owner of namesIn(dist, 'owners'))
    for (const key of namesIn(dist, `owners/${owner}`)) check(`owners/${owner}/${key}`);
  for (const owner of namesIn(dist, 'shelf'))
    for (const name of namesIn(dist, `shelf/${owner}`))
      for (const key of namesIn(dist, `shelf/${owner}/${name}`)) check(`shelf/${owner}/${name}/${key}`);
}

/** The key of a model's folder in a tree; undefined when the tree lacks the model. */
function linkedKey(tree: string, owner: string, name: string): string | undefined {
  try {
    return basename(readlinkSync(join(tree, 'models', owner, name)));
  } catch {
    return undefined;
  }
}

const shardFiles = (dist: string, tree: string) =>
  namesIn(dist, join(tree, HASH_SHARDS)).map((name) => join(tree, HASH_SHARDS, name));
