// Checks a folder against the index or a checksum file, and lists right, wrong, missing and extra files.

import { join } from 'node:path';
import { totalSize } from '../../src/basics/bytes.ts';
import { defined } from '../../src/basics/records.ts';
import { type Comparison, compareFiles } from '../../src/dialects/hub/sha256sums.ts';
import { bytes, counted } from '../../src/model/figures.ts';
import { isCommit } from '../../src/nouns/model-id.ts';
import type { OpenDay } from '../days/days-back.ts';
import { type LocalFile, localFiles, localSha256, lookAt } from '../files/local-files.ts';
import { Failure } from '../process/failure.ts';
import type { Progress, Task } from '../process/progress.ts';
import { bestModel, type Expected, filesOfModel, idInPath, modelNamed, modelsOf } from './expected-files.ts';
import { causeOf } from './verify-file.ts';

export interface FolderReport extends Comparison {
  folder: string;
  /** Words about the origin of the expected hashes. */
  against: string;
  model?: { id: string; revision: string };
}

export interface FolderToVerify {
  folder: string;
  /**
   * The id of the expected model; by default the id in the path of the folder, or else the id of the model of which the
   * folder has the most bytes.
   */
  model?: string | undefined;
  /** The files to check against instead of the index. */
  given?: Expected | undefined;
  today(): Promise<OpenDay>;
  progress: Progress;
}

/** Checks the folder. Throws a Failure if there is nothing to compare it with. */
export async function verifyFolder(request: FolderToVerify): Promise<FolderReport> {
  const hashes = new Map<string, string>();
  const expected = await expectedOf(request, hashes);
  const folder = snapshotIn(request.folder, expected);
  const known = new Set(expected.files.map(({ path }) => path));
  const local = localFiles(folder, (path) => [...known].some((each) => each === path || each.startsWith(`${path}/`)));
  const task = hashingTask(
    request.progress,
    local.filter(({ path }) => known.has(path)),
  );
  const comparison = await compareFiles(expected.files, local, (file) => remembered(hashes, file, task));
  for (const file of comparison.wrong)
    Object.assign(file, defined({ cause: causeOf(join(folder, file.path), file.size, file.expected) }));
  task.done(`${comparison.right} right`);
  const { from, model } = expected;
  return { folder, against: from, ...defined({ model }), ...comparison };
}

async function expectedOf(request: FolderToVerify, hashes: Map<string, string>): Promise<Expected> {
  if (request.given) return request.given;
  const today = await request.today();
  const { snapshot } = today.catalog.frame;
  const id = request.model ?? idInPath(request.folder);
  if (id !== undefined) return filesOfModel(modelNamed(today, id), snapshot);
  const local = localFiles(request.folder, () => false);
  const task = hashingTask(request.progress, local);
  for (const file of local) await remembered(hashes, file, task);
  task.done(counted(local.length, 'file'));
  const search = request.progress.start('Looking for the model');
  const best = bestModel(
    modelsOf(
      today,
      () => true,
      () => search.advance(),
    ),
    hashes,
  );
  search.done(best?.id ?? 'none found');
  if (!best)
    throw new Failure(
      `No model in the catalog of ${snapshot} has a file of ${request.folder} by its path and hash; name it with --model owner/name.`,
    );
  return filesOfModel(best, snapshot);
}

/**
 * Returns the folder with the files of the model's revision. In the cache of the public hub's own client, this is a
 * folder below `snapshots`; elsewhere it is `folder` itself.
 */
function snapshotIn(folder: string, { model }: Expected): string {
  // Checks the form of the revision first, because a revision with slashes and dots could lead out of the folder.
  const snapshot = model && isCommit(model.revision) && join(folder, 'snapshots', model.revision);
  return snapshot && lookAt(snapshot)?.isDirectory() ? snapshot : folder;
}

function hashingTask(progress: Progress, files: readonly LocalFile[]): Task {
  return progress.start('Hashing', totalSize(files), bytes);
}

async function remembered(hashes: Map<string, string>, file: LocalFile, task: Task): Promise<string> {
  const known = hashes.get(file.path);
  if (known !== undefined) {
    task.advance(file.size);
    return known;
  }
  const hash = await localSha256(file.absolute, (count) => task.advance(count));
  hashes.set(file.path, hash);
  return hash;
}
