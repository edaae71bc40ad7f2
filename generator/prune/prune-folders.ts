// Removes unneeded files from HUB_DATA, HUB_DIST and the export in it.
import { existsSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseAddress, parseObjectName } from '../../src/nouns/address.ts';
import { OBJECT_KINDS } from '../../src/nouns/media-types.ts';
import { type Config, publicFolder } from '../../src/service/config.ts';
import { fileOf, OWN_FOLDER } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { objectsFolder } from '../../src/tree/static-tree.ts';
import { takeLock } from '../files/lock.ts';
import { namesIn } from '../files/own-folder.ts';
import type { StandingTrees } from '../packs/leave-trees.ts';
import { BUILD_LEAVINGS } from '../tree/build-tree.ts';
import type { NeededObjects } from './needed-objects.ts';
import { Removal, type Removed } from './removal.ts';

/** Temporary folders of interrupted imports, and of interrupted builds that leave models out of a day. */
const DATA_LEAVINGS = ['tmp', 'without'];

/**
 * Removes unneeded objects and temporary files from HUB_DATA and HUB_OBJECTS. The caller holds the lock of HUB_DATA.
 */
export function pruneData({ data, objects }: Config, needed: NeededObjects, isDry: boolean): Removed {
  const [beside, store] = [new Removal(data, isDry), new Removal(objects, isDry)];
  beside.remove('tmp');
  for (const name of DATA_LEAVINGS) store.remove(name);
  removeObjects(store, objects, '.', needed);
  const [a, b] = [beside.count, store.count];
  return { place: 'HUB_DATA', files: a.files + b.files, bytes: a.bytes + b.bytes };
}

/**
 * Removes unneeded objects, files of earlier trees, and the remains of interrupted builds from HUB_DIST. Keeps the
 * files of all trees if `trees` is undefined, because a tree can't be read. The caller holds the lock of HUB_DIST.
 */
export function pruneDist(
  dist: string,
  trees: StandingTrees | undefined,
  needed: NeededObjects,
  isDry: boolean,
): Removed {
  const removal = new Removal(dist, isDry);
  for (const path of trees?.unused ?? []) removal.remove(path);
  if (!isDry) trees?.forget();
  for (const name of BUILD_LEAVINGS) removal.remove(name);
  const site = basename(siteOf(dist));
  if (site !== '') for (const name of namesIn(dist, 'sites')) if (name !== site) removal.remove(`sites/${name}`);
  for (const kind of OBJECT_KINDS) removeObjects(removal, dist, objectsFolder(kind), needed);
  return { place: 'HUB_DIST', ...removal.count };
}

/** Returns the target of the link to the website's files; '' if there is no link. */
function siteOf(dist: string): string {
  try {
    return readlinkSync(join(dist, 'site'));
  } catch {
    return '';
  }
}

/**
 * Removes unneeded objects from a folder with a subfolder for the first two digits of each address. Also removes files
 * that are not named as objects: a killed process has left them.
 */
function removeObjects(removal: Removal, root: string, folder: string, needed: NeededObjects): void {
  for (const first of namesIn(root, folder).filter((name) => /^[0-9a-f]{2}$/.test(name)))
    for (const rest of namesIn(root, `${folder}/${first}`)) {
      const address = parseObjectName(`${first}/${rest}`);
      if (!address || !needed.has(address)) removal.remove(`${folder}/${first}/${rest}`);
    }
}

const OBJECTS = dirname(fileOf(routes.object, { id: '-' }));

/**
 * Removes unneeded objects from the export in HUB_DIST; undefined if there is none. Throws a Failure if another process
 * is writing to the export.
 */
export function pruneExport(config: Config, needed: NeededObjects, isDry: boolean): Removed | undefined {
  const to = publicFolder(config);
  if (!existsSync(join(to, OWN_FOLDER))) return undefined;
  const lock = isDry ? undefined : takeLock(join(to, OWN_FOLDER), to, 'prune');
  try {
    const removal = new Removal(to, isDry);
    for (const name of namesIn(to, OBJECTS)) {
      const address = parseAddress(name);
      if (!address || !needed.has(address)) removal.remove(`${OBJECTS}/${name}`);
    }
    return { place: to, ...removal.count };
  } finally {
    lock?.release();
  }
}
