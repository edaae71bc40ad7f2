// Removes what no tree uses any more: old trees, and folders that the current tree and the one before it do not share.
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readRoster } from './roster.ts';
import { readStamp, treeFolder } from './tree-layout.ts';
import { readOwners, SUPERSEDED_FILE } from './write-models.ts';

/**
 * After `current` was made current: removes every other tree but `before`, and with them the folders
 * that `before` had superseded, unless `current` uses them again. Readers that still have `before` open lose nothing.
 */
export function removeOldTrees(dist: string, current: string, before: string | undefined): void {
  if (before !== undefined) {
    const list = join(treeFolder(dist, before), SUPERSEDED_FILE);
    const paths = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
    const tree = treeFolder(dist, current);
    const owners = readOwners(tree);
    const isUsed = (path: string) => {
      const [kind, owner = '', name = '', key = ''] = path.split('/');
      return kind === 'owners' ? owners.get(owner) === name : linkedKey(tree, owner, name) === key;
    };
    for (const path of paths) if (path !== '' && !isUsed(path)) remove(dist, path);
  }
  for (const id of names(join(dist, 'trees'))) if (id !== current && id !== before) remove(dist, join('trees', id));
}

/** After a build that was cut short: removes every folder that no finished tree uses. Walks everything. */
export function sweep(dist: string, keep: string[]): void {
  const trees = keep.filter((id) => readStamp(treeFolder(dist, id)) !== undefined);
  for (const id of names(join(dist, 'trees'))) if (!trees.includes(id)) remove(dist, join('trees', id));
  const used = new Set<string>();
  for (const id of trees)
    for (const [owner, key] of readOwners(treeFolder(dist, id))) {
      if (used.has(`owners/${owner}/${key}`)) continue;
      used.add(`owners/${owner}/${key}`);
      for (const [name, model] of readRoster(join(dist, 'owners', owner, key)))
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

const names = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
const remove = (dist: string, path: string) => rmSync(join(dist, path), { recursive: true, force: true });
