// Writes the index as plain files in the shape of its addresses, which any file server can send: what changed since the last time.
import type { Progress } from '../process/progress.ts';
import { copyObjects } from './copied-objects.ts';
import { exportDocuments } from './document-files.ts';
import { writeLog } from './exported-log.ts';
import { websiteFiles } from './files-of-dist.ts';
import { modelBatches } from './model-batches.ts';
import { compareModels } from './models/changed-models.ts';
import { type ExportSettings, type OpenExport, openExport } from './open-export.ts';
import type { ExportCount } from './places/destination.ts';
import { removeOthers } from './removed-files.ts';
import { writeRules } from './rule-files.ts';
import { writeSearch } from './search-files.ts';

export interface ExportReport extends ExportCount {
  /** Models written. */
  models: number;
  /** The day that the folder holds now. */
  snapshot: string;
  /** Files that could not be written, because a folder has their name, or a file that of their folder. */
  clashes: string[];
  /** Lists limits of hosts that the export exceeds, a sentence each. */
  limits: string[];
}

/**
 * Brings the folder up to the current tree. Replaces a file by a rename; files that never change come first, the front
 * page last and removals after it. Throws a Failure without a tree, or when the folder is somebody else's.
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
  const { settings, tree, listed, log, place, record, site } = opened;
  const { dist, isCompressed, isDry, website = dist } = settings;
  const { changed, same } = await compareModels(tree, listed, record.before);
  for (const [key, pack] of same) record.addPack(key, pack);
  if (!isDry) await place.note(record.during(changed));
  copyObjects(opened, progress);
  for (const file of websiteFiles(website, isCompressed)) record.put(file);
  await writeLog(log, record, isCompressed);
  await record.place.settled();
  const models = progress.start('Models', changed.length);
  for await (const written of modelBatches(opened, changed)) {
    record.addModels(written);
    models.advance(written.models);
  }
  models.done();
  if (!site.hasHub) {
    await writeSearch(opened, progress);
    await writeRules(opened);
    record.put(await site.nowhere());
  }
  await exportDocuments(opened, progress);
  await record.place.settled();
  // It names the tree, so it comes behind all of that.
  if (log) await record.putMade(log.checkpoint);
  removeOthers(record, listed);
  const clashes = record.retry();
  await record.place.finished();
  if (!isDry) await place.note(record.after);
  const { snapshot } = tree;
  return { ...record.place.count, models: changed.length, snapshot, clashes, limits: record.totals.limits() };
}
