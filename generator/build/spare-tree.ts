// The tree before the tree before: nobody reads it any more, so the next tree takes over its links instead of making them all again.
import { lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { STAMP } from '../../src/static-tree.ts';
import { isOurs, namesIn } from './own-folder.ts';
import { OwnersFile } from './owners-file.ts';
import { currentLink, readStamp, treeFolder } from './tree-layout.ts';

/** A server looks for a newer tree every second; after so long none is left that still reads an older one. */
const READERS_GONE_MS = 10_000;

/**
 * Makes the `models` folder of the tree `id`, out of that of a spare tree where there is one. Gives what it links
 * to: by owner the key of the owner's folder. The spare tree is none any more, whatever comes of this build.
 * `before` is the current tree when this build continues it: what it still uses must be known, or nothing is spare.
 */
export function takeModelsFolder(dist: string, id: string, before: string | undefined): OwnersFile {
  const models = join(treeFolder(dist, id), 'models');
  const spare = before === undefined ? undefined : spareTree(dist, id, before);
  if (spare === undefined) {
    mkdirSync(models);
    return OwnersFile.none;
  }
  const folder = treeFolder(dist, spare);
  const owners = OwnersFile.read(folder);
  rmSync(join(folder, STAMP));
  renameSync(join(folder, 'models'), models);
  return owners;
}

function spareTree(dist: string, id: string, before: string): string | undefined {
  if (Date.now() - lstatSync(currentLink(dist)).mtimeMs < READERS_GONE_MS) return undefined;
  return namesIn(dist, 'trees').find((tree) => {
    const isSpare = tree !== id && tree !== before && readStamp(treeFolder(dist, tree)) !== undefined;
    return isSpare && isOurs(dist, join('trees', tree, 'models'));
  });
}
