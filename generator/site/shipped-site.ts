// Takes a website from beside the code, where none can be made: the image of a container has a read-only root.
import { join } from 'node:path';
import { SITE_ASSETS_BEFORE } from '../../src/tree/static-tree.ts';
import { putReadableCopy } from '../files/whole-file.ts';
import { packageFolder } from '../process/package-paths.ts';
import { isDamaged, listedFiles, seemsWhole } from './site-files.ts';

/** `build --website` wrote to this HUB_DIST when the image was made (deploy/container/make-root.sh). */
const SHIPPED = join(packageFolder, 'website');
/** Assets of the website before, which its builder kept for pages of its own. */
const KEPT = `client/${SITE_ASSETS_BEFORE}/`;

/**
 * Copies the website of this key to the folder `to`, without the folder kept from the website before it. Gives false
 * when there is none of this key, or it is damaged.
 */
export function takeShippedSite(key: string, to: string, shipped = SHIPPED): boolean {
  const folder = join(shipped, 'sites', key);
  const files = listedFiles(folder);
  if (!seemsWhole(folder) || files.some((file) => isDamaged(folder, file))) return false;
  for (const file of files.filter((path) => !path.startsWith(KEPT)))
    putReadableCopy(join(to, file), join(folder, file));
  return true;
}
