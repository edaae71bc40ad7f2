// Removes files of earlier exports that no route serves any more.
import { modelOfKey } from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import type { ExportRecord } from './export-record.ts';
import { foldersOf } from './models/export-models.ts';

/**
 * Removes old files from the folder or bucket. Call it once the record has all files of the present export. `listed` is
 * the whole list of the tree.
 */
export function removeOthers({ before, after, place }: ExportRecord, listed: readonly Listed[]): void {
  for (const path of before.files.keys()) if (!after.files.has(path)) place.remove(path);
  const models = new Set(listed.map(({ key }) => key));
  for (const key of before.packs.keys())
    if (!models.has(key)) for (const folder of foldersOf(modelOfKey(key)!)) place.remove(folder);
}
