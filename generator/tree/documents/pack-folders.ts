// Packs the files that a build has written: documents, apps, the service's own repositories, the first answers of
// search, the pins.
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { DRAFTED, listKeyOf } from '../../../src/tree/static-tree.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import { filesBelow } from '../../keys/source-files.ts';
import type { PackStore } from '../../packs/dist-store.ts';
import { PackMaker } from '../../packs/pack-maker.ts';

/**
 * Packs the files below `draft`; gives each pack's entry for the list. Packs the compressed forms of a file in its
 * place, where it has some.
 */
export function packFolders(draft: string, packs: PackStore): Listed[] {
  const files = DRAFTED.flatMap((folder) => filesBelow(join(draft, folder)));
  const paths = files.map((file) => relative(draft, file).replaceAll(sep, '/'));
  const there = new Set(paths);
  const stored = paths.filter((path) => !there.has(`${path}.br`));
  return [...Map.groupBy(stored, (path) => listKeyOf(path)!)].map(([key, members]) => {
    const maker = new PackMaker();
    for (const path of members) maker.put(path.slice(key.length + 1), readFileSync(join(draft, path)));
    return packs.putListed(key, maker.bytes());
  });
}
