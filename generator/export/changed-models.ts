// Writes the models of an export whose pack has changed, or whose downloads or likes have changed enough. Many models
// are written by several threads.
import { availableParallelism } from 'node:os';
import type { StoredTree } from '../../functions/stores/tree/tree.ts';
import type { ModelFigures } from '../../src/model/model-figures.ts';
import type { Service } from '../../src/service/service.ts';
import { modelOfKey } from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import { WorkerPool } from '../tree/worker-pool.ts';
import { ExportFolder } from './export-folder.ts';
import type { ExportJob, ModelsWritten } from './export-record.ts';
import type { ExportSite } from './export-site.ts';
import type { ExportState, WrittenPack } from './export-state.ts';
import { foldersOf, modelFiles } from './model-files.ts';
import type { OpenExport } from './open-export.ts';

/** The folder, and the website and the tree whose files are written. */
interface ModelExport {
  to: string;
  /** The website of an export of `tree`. */
  site: ExportSite;
  tree: Pick<StoredTree, 'pack'>;
  /** The folders that exist, as far as this thread knows. */
  folders: Set<string>;
}

/**
 * Finds the models of `tree` that are new or changed since `before`. Gives the entry of every other model in `before`,
 * by its key.
 */
export async function compareModels(
  tree: Pick<StoredTree, 'search'>,
  all: readonly Listed[],
  before: ExportState,
): Promise<{ changed: ExportJob[]; same: ExportState['packs'] }> {
  const search = await tree.search();
  const changed: ExportJob[] = [];
  const same: ExportState['packs'] = new Map();
  for (const listed of all) {
    const id = modelOfKey(listed.key);
    if (id === undefined) continue;
    const figures = (await search.figuresOf(id)) ?? {};
    const known = before.packs.get(listed.key);
    if (known?.[0] === listed.sha256 && !hasMoved(known, figures)) same.set(listed.key, known);
    else changed.push({ listed, id, figures, isKnown: known !== undefined });
  }
  return { changed, same };
}

/** A change of the downloads or likes by at most this number does not count. */
const FEW = 100;

/** True if the downloads or likes are new or gone, or if they changed by more than a tenth and by more than FEW. */
const hasMoved = ([, downloads, likes]: WrittenPack, now: ModelFigures) =>
  isFar(downloads, now.downloads ?? null) || isFar(likes, now.likes ?? null);

const isFar = (was: number | null, now: number | null) =>
  was === null || now === null ? was !== now : Math.abs(now - was) > Math.max(was / 10, FEW);

/** The number of models in a batch, and the smallest number of batches for which threads save time. */
const [BATCH, FEW_BATCHES] = [50, 8];

/** The settings that start a thread. */
export interface ModelSettings {
  to: string;
  dist: string;
  service: Service;
  /** The name of the tree. */
  tree: string;
  /** The folder of the built website, if not `dist`. */
  website: string | undefined;
  /** The secret of the key that attests; undefined if nothing is attested. */
  attestationKey: string | undefined;
}

/** Writes the models of `changed`. Gives the result of each batch as soon as it and those before it are written. */
export async function* exportChanged(
  { settings, tree, site }: OpenExport,
  changed: readonly ExportJob[],
): AsyncGenerator<ModelsWritten> {
  const { dist, to, service, website, pages } = settings;
  const batches = Array.from({ length: Math.ceil(changed.length / BATCH) }, (_, at) =>
    changed.slice(at * BATCH, (at + 1) * BATCH),
  );
  // A thread loads the website itself, because `pages` can't be passed to a thread.
  if (batches.length < FEW_BATCHES || pages !== undefined) {
    const folders = new Set<string>();
    for (const batch of batches) yield await exportModels({ to, site, tree, folders }, batch);
    return;
  }
  const attestationKey = settings.attestationKey?.reveal();
  const shared: ModelSettings = { to, dist, service, website, attestationKey, tree: tree.name };
  const size = availableParallelism();
  const thread = new URL('./model-thread.ts', import.meta.url);
  const pool = new WorkerPool<readonly ExportJob[], ModelsWritten>(thread, size, shared);
  try {
    const started: Promise<ModelsWritten>[] = [];
    for (const batch of batches) {
      started.push((await pool.start(batch)).done);
      if (started.length > size) yield await started.shift()!;
    }
    for (const done of started) yield await done;
  } finally {
    await pool.close();
  }
}

/** Writes the files of a batch of models. */
export async function exportModels(by: ModelExport, jobs: readonly ExportJob[]): Promise<ModelsWritten> {
  const folder = new ExportFolder(by.to, by.folders);
  const packs: ModelsWritten['packs'] = [];
  for (const job of jobs) packs.push([job.listed.key, await exportModel(by, job, folder)]);
  return { models: jobs.length, packs, count: folder.count };
}

async function exportModel(
  { site, tree }: ModelExport,
  { listed, id, figures, isKnown }: ExportJob,
  folder: ExportFolder,
): Promise<WrittenPack> {
  const written = new Set<string>();
  // The tree keeps this pack in memory, because `site` asks for it again.
  const pack = (await tree.pack(listed.key))!;
  for await (const file of modelFiles(site, id, pack, figures)) {
    folder.put(file);
    written.add(file.path);
  }
  if (isKnown) removeBut(folder, id, written);
  return [listed.sha256, figures.downloads ?? null, figures.likes ?? null];
}

/** Removes old files about a model that were not written now. */
function removeBut(folder: ExportFolder, id: string, written: ReadonlySet<string>): void {
  for (const above of foldersOf(id))
    for (const path of folder.files(above)) if (!written.has(path)) folder.remove(path);
}
