// Writes the index as plain files at its addresses, for any file server. Writes only the files that changed.
import { modelOfKey } from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import type { Progress } from '../process/progress.ts';
import { copyObjects } from './copied-objects.ts';
import { exportDocuments } from './document-files.ts';
import type { ExportRecord } from './export-record.ts';
import { writeLog } from './exported-log.ts';
import type { ExportCount } from './files/export-folder.ts';
import { websiteFiles } from './files-of-dist.ts';
import { modelBatches } from './model-batches.ts';
import { compareModels } from './models/changed-models.ts';
import { foldersOf } from './models/export-models.ts';
import { writeState } from './models/export-state.ts';
import { type ExportSettings, type OpenExport, openExport } from './open-export.ts';
import { writeRules } from './rule-files.ts';
import { searchFile } from './search-file.ts';

export interface ExportReport extends ExportCount {
  /** The number of models that were written. */
  models: number;
  /** The day that the folder holds now. */
  snapshot: string;
  /** Files that could not be written, because a folder has their name, or a file has the name of their folder. */
  clashes: string[];
  /** One sentence for each host's limit that the export exceeds. */
  limits: string[];
}

/**
 * Brings the folder up to the current tree. Writes files that never change first, and the front page and the
 * log's checkpoint last. Then removes old files. Throws a Failure if there is no tree, or if the folder has
 * files that no export wrote.
 */
export async function exportHub(settings: ExportSettings, progress: Progress): Promise<ExportReport> {
  const opened = await openExport(settings);
  try {
    return await writeAll(opened, progress);
  } finally {
    opened.close();
  }
}

async function writeAll(opened: OpenExport, progress: Progress): Promise<ExportReport> {
  const { settings, tree, listed, log, record, site } = opened;
  const { dist, to, isCompressed, isDry, website = dist } = settings;
  const { changed, same } = await compareModels(tree, listed, record.before);
  for (const [key, pack] of same) record.addPack(key, pack);
  if (!isDry) writeState(to, record.during(changed));
  copyObjects(opened, progress);
  for (const file of websiteFiles(website, isCompressed)) record.put(file);
  await writeLog(log, record, isCompressed);
  const models = progress.start('Models', changed.length);
  for await (const written of modelBatches(opened, changed)) {
    record.addModels(written);
    models.advance(written.models);
  }
  models.done();
  for (const file of searchFile(opened)) await record.putMade(file);
  await writeRules(opened);
  record.put(await site.nowhere());
  await exportDocuments(opened, progress);
  // The checkpoint names the tree, so it is written after all files of the tree.
  if (log) await record.putMade(log.checkpoint);
  removeOthers(record, listed);
  const clashes = record.retry();
  if (!isDry) writeState(to, record.after);
  const { snapshot } = tree;
  return { ...record.folder.count, models: changed.length, snapshot, clashes, limits: record.totals.limits() };
}

/**
 * Removes old files from the folder. Call it once the record has all files of the present export. `listed` is
 * the whole list of the tree.
 */
function removeOthers({ before, after, folder }: ExportRecord, listed: readonly Listed[]): void {
  for (const path of before.files.keys()) if (!after.files.has(path)) folder.remove(path);
  const models = new Set(listed.map(({ key }) => key));
  for (const key of before.packs.keys())
    if (!models.has(key)) for (const path of foldersOf(modelOfKey(key)!)) folder.remove(path);
}
