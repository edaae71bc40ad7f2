// Opens the store of published objects in a folder.
import type { ObjectsPort } from '../../ports/ports.ts';
import { FolderBytes } from '../bytes/folder-bytes.ts';
import { type ObjectStoreSettings, publishedObjects } from './object-store.ts';

/**
 * Opens the store in `folder`. The folder is made when an object is first published. Anything else than a plain file is
 * reported once, left in place, and never read.
 */
export function openObjectFolder(folder: string, settings: ObjectStoreSettings): ObjectsPort {
  const told = new Set<string>();
  const onStrange = (what: string) => {
    if (!told.has(what)) settings.onDamage(`Among the published objects, ${what}: it is not served. Move it away.`);
    told.add(what);
  };
  return publishedObjects(new FolderBytes(folder, onStrange), { ...settings, isOlder: true });
}
