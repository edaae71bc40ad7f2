// Writes the files about models, a batch at a time: what a thread of an export does, or the export itself where there are few.
import { packAt } from '../../packs/dist-store.ts';
import { type ExportCount, ExportFolder } from '../export-folder.ts';
import type { ExportSite } from '../export-site.ts';
import type { WrittenPack } from '../export-state.ts';
import { ExportWriter, type WaitingFile } from '../export-writer.ts';
import type { ChangedModel } from './changed-models.ts';
import { foldersOf, modelFiles } from './export-models.ts';

/** A model to write. */
export interface ModelJob extends ChangedModel {
  /** Files about it were written before, some of which may be gone. */
  isKnown: boolean;
}

/** What came of a batch. */
export interface ModelsWritten {
  models: number;
  packs: [key: string, pack: WrittenPack][];
  count: ExportCount;
  waiting: WaitingFile[];
}

export interface ExporterSettings {
  dist: string;
  to: string;
  isCompressed: boolean;
  isDry: boolean;
}

export class ModelExporter {
  readonly #site: ExportSite;
  readonly #settings: ExporterSettings;

  constructor(site: ExportSite, settings: ExporterSettings) {
    this.#site = site;
    this.#settings = settings;
  }

  async write(jobs: readonly ModelJob[]): Promise<ModelsWritten> {
    const { to, isCompressed, isDry } = this.#settings;
    const folder = new ExportFolder(to, isDry);
    const writer = new ExportWriter(folder, isCompressed);
    const packs: ModelsWritten['packs'] = [];
    for (const job of jobs) packs.push([job.listed.key, await this.#writeModel(job, folder, writer)]);
    return { models: jobs.length, packs, count: folder.count, waiting: writer.waiting };
  }

  async #writeModel(job: ModelJob, folder: ExportFolder, writer: ExportWriter): Promise<WrittenPack> {
    const { listed, id, figures, isKnown } = job;
    const written = new Set<string>();
    let [files, bytes, largest] = [0, 0, 0];
    for await (const file of modelFiles(this.#site, id, packAt(this.#settings.dist, listed), figures)) {
      for (const path of writer.put(file, listed.key)) written.add(path);
      files++;
      bytes += file.bytes.length;
      largest = Math.max(largest, file.bytes.length);
    }
    if (isKnown) removeBut(folder, id, written);
    return [listed.sha256, figures.downloads ?? null, figures.likes ?? null, files, bytes, largest];
  }
}

/** Files that stood about a model, and do so no more. */
function removeBut(folder: ExportFolder, id: string, written: ReadonlySet<string>): void {
  for (const above of foldersOf(id))
    for (const path of folder.files(above)) if (!written.has(path)) folder.remove(path);
}
