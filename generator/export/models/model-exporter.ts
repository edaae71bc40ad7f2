// Writes the files about models in batches: in a thread of an export, or in the export itself when there are few.
import type { StoredTree } from '../../../functions/stores/tree/tree.ts';
import type { ModelFigures } from '../../../src/model/model-figures.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import { type ExportCount, ExportFolder, ExportWriter, type WaitingFile } from '../files/export-folder.ts';
import type { ExportSite } from './export-site.ts';
import type { WrittenPack } from './export-state.ts';
import { foldersOf, modelFiles } from './model-files.ts';

/** A model whose files an export writes. */
export interface ChangedModel {
  listed: Listed;
  id: string;
  figures: ModelFigures;
}

/** The maximum number of bytes that an export keeps of the tree, since it reads each pack once. */
export const TREE_MEMORY = 8 * 2 ** 20;

/** A model to write. */
export interface ExportJob extends ChangedModel {
  /** True if an earlier export wrote files about the model. Some of them may have to be removed. */
  isKnown: boolean;
}

/** The result of a batch. */
export interface ModelsWritten {
  models: number;
  packs: [key: string, pack: WrittenPack][];
  count: ExportCount;
  waiting: WaitingFile[];
}

export interface ExporterSettings {
  to: string;
  isCompressed: boolean;
  isDry: boolean;
}

/** The settings, and the website and the tree whose files are written. */
interface ModelExport extends ExporterSettings {
  /** The website of an export of `tree`. */
  site: ExportSite;
  tree: Pick<StoredTree, 'pack'>;
  /** The folders that exist, as far as this thread knows. */
  folders: Set<string>;
}

/** Writes the files of a batch of models. */
export async function exportModels(by: ModelExport, jobs: readonly ExportJob[]): Promise<ModelsWritten> {
  const { to, isCompressed, isDry, folders } = by;
  const folder = new ExportFolder(to, isDry, folders);
  const writer = new ExportWriter(folder, isCompressed);
  const packs: ModelsWritten['packs'] = [];
  for (const job of jobs) packs.push([job.listed.key, await exportModel(by, job, folder, writer)]);
  return { models: jobs.length, packs, count: folder.count, waiting: writer.waiting };
}

async function exportModel(
  { site, tree }: ModelExport,
  { listed, id, figures, isKnown }: ExportJob,
  folder: ExportFolder,
  writer: ExportWriter,
): Promise<WrittenPack> {
  const written = new Set<string>();
  let [files, bytes, largest] = [0, 0, 0];
  // The tree keeps this pack in memory, because `site` asks for it again.
  const pack = (await tree.pack(listed.key))!;
  for await (const file of modelFiles(site, id, pack, figures)) {
    for (const path of writer.put(file, listed.key)) written.add(path);
    files++;
    bytes += file.bytes.length;
    largest = Math.max(largest, file.bytes.length);
  }
  if (isKnown) removeBut(folder, id, written);
  return [listed.sha256, figures.downloads ?? null, figures.likes ?? null, files, bytes, largest];
}

/** Removes old files about a model that were not written now. */
function removeBut(folder: ExportFolder, id: string, written: ReadonlySet<string>): void {
  for (const above of foldersOf(id))
    for (const path of folder.files(above)) if (!written.has(path)) folder.remove(path);
}
