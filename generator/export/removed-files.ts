// Removes files of earlier exports that no route serves any more.
import { SEARCH_FOLDER, SEARCH_INDEX_FILE } from '../../src/search/remote/export-files.ts';
import { modelOfKey } from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import type { ExportRecord } from './export-record.ts';
import { foldersOf } from './models/export-models.ts';
import { searchFolders } from './models/search-files.ts';

/**
 * Removes old files from the folder or bucket. Call it once the record has all files of the present export. `listed` is
 * the whole list of the tree.
 */
export function removeOthers({ before, after, place }: ExportRecord, listed: readonly Listed[]): void {
  // The folders of an old search index are removed as a whole, not file by file.
  const kept = new Set([SEARCH_INDEX_FILE, ...(after.search ? searchFolders(after.search) : [])]);
  const old = place.pathsIn(SEARCH_FOLDER).filter((path) => !kept.has(path));
  for (const folder of old) place.remove(folder);
  for (const path of before.files.keys())
    if (!after.files.has(path) && !old.some((folder) => path.startsWith(`${folder}/`))) place.remove(path);
  const models = new Set(listed.map(({ key }) => key));
  for (const key of before.packs.keys())
    if (!models.has(key)) for (const folder of foldersOf(modelOfKey(key)!)) place.remove(folder);
}
