// Removes what no tree uses any more: old trees, and folders that the current tree and the one before it do not share.
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HASH_SHARDS } from '../../src/static-tree.ts';
import { OwnersFile, SUPERSEDED_FILE } from './owners-file.ts';
import { readLinks } from './roster.ts';
import { readStamp, treeFolder } from './tree-layout.ts';

/**
 * What can go now that `current` is current: every other tree but `before`, and the folders that `before` had
 * superseded, unless `current` uses them again. Readers that still have `before` open lose nothing. Two lists: what
 * several can remove at the same time, and what is left around it.
 */
export function unusedPaths(dist: string, current: string, before: string | undefined): [string[], string[]] {
  const trees = names(join(dist, 'trees'))
    .filter((id) => id !== current && id !== before)
    .map((id) => treeFolder(dist, id));
  const superseded = before === undefined ? [] : supersededPaths(treeFolder(dist, before), treeFolder(dist, current));
  return [[...trees.flatMap(shardFiles), ...superseded.map((path) => join(dist, path))], trees];
}

/** What the tree `before` no longer used and `tree` doesn't use either. */
function supersededPaths(before: string, tree: string): string[] {
  const list = join(before, SUPERSEDED_FILE);
  const paths = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
  const owners = OwnersFile.read(tree);
  const isUsed = (path: string) => {
    const [kind, owner = '', name = '', key = ''] = path.split('/');
    return kind === 'owners' ? owners.keyOf(owner) === name : linkedKey(tree, owner, name) === key;
  };
  return paths.filter((path) => path !== '' && !isUsed(path));
}

/** After a build that was cut short: removes every folder that no finished tree uses. Walks everything. */
export function sweep(dist: string, keep: string[]): void {
  const trees = keep.filter((id) => readStamp(treeFolder(dist, id)) !== undefined);
  for (const id of names(join(dist, 'trees'))) if (!trees.includes(id)) remove(dist, join('trees', id));
  const used = new Set<string>();
  for (const id of trees)
    for (const [owner, key] of readLinks(join(treeFolder(dist, id), 'models'))) {
      if (used.has(`owners/${owner}/${key}`)) continue;
      used.add(`owners/${owner}/${key}`);
      for (const [name, model] of readLinks(join(dist, 'owners', owner, key)))
        used.add(`shelf/${owner}/${name}/${model}`);
    }
  const check = (path: string) => used.has(path) || remove(dist, path);
  for (const owner of names(join(dist, 'owners')))
    for (const key of names(join(dist, 'owners', owner))) check(`owners/${owner}/${key}`);
  for (const owner of names(join(dist, 'shelf')))
    for (const name of names(join(dist, 'shelf', owner)))
      for (const key of names(join(dist, 'shelf', owner, name))) check(`shelf/${owner}/${name}/${key}`);
}

/** The key of a model's folder in a tree; undefined when the tree lacks the model. */
function linkedKey(tree: string, owner: string, name: string): string | undefined {
  try {
    return basename(readlinkSync(join(tree, 'models', owner, name)));
  } catch {
    return undefined;
  }
}

const shardFiles = (tree: string) => names(join(tree, HASH_SHARDS)).map((name) => join(tree, HASH_SHARDS, name));
const names = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
const remove = (dist: string, path: string) => rmSync(join(dist, path), { recursive: true, force: true });
