// Packs what a build has written as files: documents, apps, the service's own repositories, the first answers of search, the pins.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listKeyOf } from '../../../src/tree/static-tree.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import type { PackStore } from '../../packs/dist-store.ts';
import { PackMaker } from '../../packs/pack-maker.ts';

/** Folders of a draft that are packed. */
const FOLDERS = ['build', 'documents', 'registry', 'search', 'spaces'];

/** Packs the files below `draft`; gives what the list says of each pack. Where compressed forms stand beside a file, these are packed and it is not. */
export function packFolders(draft: string, packs: PackStore): Listed[] {
  const paths = FOLDERS.flatMap((folder) => filesIn(draft, folder));
  const there = new Set(paths);
  const stored = paths.filter((path) => !there.has(`${path}.br`));
  return [...Map.groupBy(stored, (path) => listKeyOf(path)!)].map(([key, members]) => {
    const maker = new PackMaker();
    for (const path of members) maker.put(path.slice(key.length + 1), readFileSync(join(draft, path)));
    return packs.putListed(key, maker.bytes());
  });
}

function filesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(root, path) : [path];
  });
}
