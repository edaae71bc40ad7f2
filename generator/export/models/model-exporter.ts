// Writes the files about models in batches: in a thread of an export, or in the export itself when there are few.
import type { DiskTree } from '../../../functions/stores/tree/node-tree.ts';
import type { Destination, ExportCount } from '../places/destination.ts';
import { ExportFolder } from '../places/export-folder.ts';
import type { ChangedModel } from './changed-models.ts';
import { foldersOf, modelFiles } from './export-models.ts';
import type { ExportSite } from './export-site.ts';
import type { WrittenPack } from './export-state.ts';
import { ExportWriter, type WaitingFile } from './export-writer.ts';

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

type Packs = Pick<DiskTree, 'pack'>;

/** Counts nothing: `shared` counts these files. */
const NOTHING: ExportCount = { files: 0, bytes: 0, removed: 0 };

export class ModelExporter {
  readonly #site: ExportSite;
  readonly #tree: Packs;
  readonly #settings: ExporterSettings;
  readonly #shared: Destination | undefined;

  /** `site` knows `tree`. `shared` receives and counts all files; by default they go to the folder `to`. */
  constructor(site: ExportSite, tree: Packs, settings: ExporterSettings, shared?: Destination) {
    this.#site = site;
    this.#tree = tree;
    this.#settings = settings;
    this.#shared = shared;
  }

  async write(jobs: readonly ExportJob[]): Promise<ModelsWritten> {
    const { to, isCompressed, isDry } = this.#settings;
    const folder = this.#shared ?? new ExportFolder(to, isDry);
    const writer = new ExportWriter(folder, isCompressed);
    const packs: ModelsWritten['packs'] = [];
    for (const job of jobs) packs.push([job.listed.key, await this.#writeModel(job, folder, writer)]);
    return { models: jobs.length, packs, count: this.#shared ? NOTHING : folder.count, waiting: writer.waiting };
  }

  async #writeModel(job: ExportJob, folder: Destination, writer: ExportWriter): Promise<WrittenPack> {
    const { listed, id, figures, isKnown } = job;
    const written = new Set<string>();
    let [files, bytes, largest] = [0, 0, 0];
    // `#site` reads the same pack again for its own files.
    const pack = (await this.#tree.pack(listed.key))!;
    for await (const file of modelFiles(this.#site, id, pack, figures)) {
      for (const path of writer.put(file, listed.key)) written.add(path);
      files++;
      bytes += file.bytes.length;
      largest = Math.max(largest, file.bytes.length);
    }
    if (isKnown) removeBut(folder, id, written);
    await folder.room();
    return [listed.sha256, figures.downloads ?? null, figures.likes ?? null, files, bytes, largest];
  }
}

/** Removes old files about a model that were not written now. */
function removeBut(folder: Destination, id: string, written: ReadonlySet<string>): void {
  for (const above of foldersOf(id))
    for (const path of folder.files(above)) if (!written.has(path)) folder.remove(path);
}
