// An owner's folder in the tree: a link for each of its models, shared by every tree in which nothing of the owner changed.
import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { keyOf } from './tree-layout.ts';

/** A model of an owner: its name and the key of its folder on the shelf. */
export interface RosterEntry {
  name: string;
  key: string;
}

/** The models of an owner's folder, by name. Empty when there is no such folder. */
export function readRoster(folder: string): Map<string, string> {
  const roster = new Map<string, string>();
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return roster;
  }
  for (const name of names) roster.set(name, basename(readlinkSync(join(folder, name))));
  return roster;
}

/** Makes the folder of `owner` with these models unless it is there, and gives its key. */
export function writeRoster(dist: string, owner: string, models: Map<string, string>): string {
  const key = keyOf(...[...models].sort(([a], [b]) => (a < b ? -1 : 1)).flat());
  const folder = join(dist, 'owners', owner, key);
  if (mkdirSync(folder, { recursive: true }) === undefined && readdirSync(folder).length === models.size) return key;
  for (const [name, modelKey] of models) {
    try {
      symlinkSync(join('..', '..', '..', 'shelf', owner, name, modelKey), join(folder, name), 'junction');
    } catch (error) {
      // A build that was cut short left this link: the folder's key says that it is the same one.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return key;
}

/** Links the owner's folder into a tree. */
export function linkRoster(treePath: string, owner: string, key: string): void {
  symlinkSync(join('..', '..', '..', 'owners', owner, key), join(treePath, 'models', owner), 'junction');
}
