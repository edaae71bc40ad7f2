// An owner's folder in the tree: a link for each of its models, shared by every tree in which nothing of the owner changed.
import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isOurs, removeIn } from './own-folder.ts';
import { keyOf } from './tree-layout.ts';

/**
 * The links in a folder: their names, and the last segments of their targets. Empty when there is no such folder. What
 * is no link was put there by somebody else, and is passed over.
 */
export function readLinks(folder: string): Map<string, string> {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const links = entries.filter((entry) => entry.isSymbolicLink());
  return new Map(links.map(({ name }) => [name, basename(readlinkSync(join(folder, name)))]));
}

/** A folder of an owner that nobody uses any more: its key, and what it links to. */
export interface SpareRoster {
  key: string;
  links: ReadonlyMap<string, string>;
}

/**
 * Makes the folder of `owner` with these models, sorted by name, unless it is there; gives its key. A spare
 * folder becomes the new one: most of its links are right already.
 */
export function writeRoster(
  dist: string,
  owner: string,
  models: ReadonlyMap<string, string>,
  spare: SpareRoster | undefined,
): string {
  const key = keyOf(...[...models].flat());
  const folder = join(dist, 'owners', owner, key);
  if (existsSync(folder)) {
    if (readLinks(folder).size === models.size) return key;
    // A build was cut short in it.
    removeIn(dist, join('owners', owner, key));
  }
  const taken = spare && isOurs(dist, join('owners', owner, spare.key)) ? spare : undefined;
  const draft = taken ? join(dist, 'owners', owner, taken.key) : folder;
  if (!taken) mkdirSync(draft, { recursive: true });
  for (const [name, modelKey] of taken?.links ?? []) if (models.get(name) !== modelKey) unlinkSync(join(draft, name));
  for (const [name, modelKey] of models)
    if (taken?.links.get(name) !== modelKey)
      symlinkSync(join('..', '..', '..', 'shelf', owner, name, modelKey), join(draft, name), 'junction');
  if (draft !== folder) renameSync(draft, folder);
  return key;
}

/** Links the owner's folder into a tree. */
export function linkRoster(treePath: string, owner: string, key: string): void {
  symlinkSync(join('..', '..', '..', 'owners', owner, key), join(treePath, 'models', owner), 'junction');
}
