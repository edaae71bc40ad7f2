// Writes the index as plain files at its addresses, for any file server. Writes only the files that changed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { letThrough } from '../../functions/stores/bytes/close-data.ts';
import { readably } from '../../functions/stores/bytes/file-modes.ts';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { indexFolder } from '../../src/log/model-index.ts';
import { LOG_FOLDER } from '../../src/log/tiles.ts';
import { exportedRows, MOST_EXPORTED, SEARCH_FILE } from '../../src/search/writer/exported-rows.ts';
import { type Environment, readConfig } from '../../src/service/config.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { fileOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import {
  holdsAnswers,
  modelOfKey,
  SEARCH_INDEX,
  SITE_ASSETS,
  SITE_ASSETS_BEFORE,
  SITE_CLIENT,
} from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import { onDisk } from '../files/full-disk.ts';
import { filesBelow, pathBelow } from '../files/own-folder.ts';
import { takeOutFirst } from '../hub/take-out-first.ts';
import { keyOf } from '../keys/code-key.ts';
import { copyLog, type LogTarget } from '../log/copy-log.ts';
import { filesIn } from '../log/log-folder.ts';
import { currentStamp } from '../packs/tree-layout.ts';
import { Failure } from '../process/failure.ts';
import { hostsFolder } from '../process/package-paths.ts';
import type { Progress } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';
import { compareModels, exportChanged } from './changed-models.ts';
import { copyObjects } from './copied-objects.ts';
import type { ExportCount } from './export-folder.ts';
import { type ExportedFile, type MadeFile, pageFiles } from './export-pages.ts';
import type { ExportJob, ExportRecord } from './export-record.ts';
import { writeState } from './export-state.ts';
import { hashFiles } from './hash-files.ts';
import { foldersOf, layerFiles, packFiles } from './model-files.ts';
import { type ExportSettings, type OpenExport, openExport } from './open-export.ts';

export interface ExportReport extends ExportCount {
  /** The number of models that were written. */
  models: number;
  /** The day that the folder holds now. */
  snapshot: string;
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
  const { settings, tree, listed, log, record } = opened;
  const { to } = settings;
  const { changed, same } = await compareModels(tree, listed, record.before);
  for (const [key, pack] of same) record.after.packs.set(key, pack);
  const write = () => writeTree(opened, changed, progress);
  if (log) await copyLog(log, logTarget(opened), write);
  else await write();
  for (const path of log ? record.folder.pathsIn(`${LOG_FOLDER}/models`) : [])
    if (`${path}/` !== `${LOG_FOLDER}/${indexFolder(log!.head.size)}`) record.folder.remove(path);
  removeOthers(record, listed);
  writeState(to, record.after);
  const { snapshot } = tree;
  return { ...record.folder.count, models: changed.length, snapshot };
}

/** The log of the export, as a place to which the log of HUB_DIST is copied. */
const logTarget = ({ settings: { to }, record: { folder } }: OpenExport): LogTarget => ({
  name: to,
  read: filesIn(join(to, LOG_FOLDER)),
  put: (path, bytes) => folder.put({ path: `${LOG_FOLDER}/${path}`, bytes }),
  end() {},
});

/** Writes everything but the log, whose checkpoint names the tree and so comes after it. */
async function writeTree(opened: OpenExport, changed: readonly ExportJob[], progress: Progress): Promise<true> {
  const { settings, record, site } = opened;
  const { dist, website = dist } = settings;
  writeState(settings.to, record.during(changed));
  copyObjects(opened, progress);
  for (const file of websiteFiles(website)) record.put(file);
  const models = progress.start('Models', changed.length);
  for await (const written of exportChanged(opened, changed)) {
    record.addModels(written);
    models.advance(written.models);
  }
  models.done();
  for (const file of searchFile(opened)) await record.putMade(file);
  writeRules(opened);
  record.put(await site.nowhere());
  await exportDocuments(opened, progress);
  return true;
}

/**
 * Removes old files from the folder. Call it once the record has all files of the present export. `listed` is
 * the whole list of the tree.
 */
function removeOthers({ before, after, folder }: ExportRecord, listed: readonly Listed[]): void {
  // Earlier versions recorded the files of the log, which stay even if it is no longer exported.
  for (const path of before.files.keys())
    if (!after.files.has(path) && !path.startsWith(`${LOG_FOLDER}/`)) folder.remove(path);
  const models = new Set(listed.map(({ key }) => key));
  for (const key of before.packs.keys())
    if (!models.has(key)) for (const path of foldersOf(modelOfKey(key)!)) folder.remove(path);
}

const HOME = fileOf(routes.home, {}, 'html');

/**
 * Writes the changed files that are not about a single model: hash shards, documents and pages, the front page
 * last.
 */
async function exportDocuments(opened: OpenExport, progress: Progress): Promise<void> {
  const { settings, list, listed, record } = opened;
  const task = progress.start('Documents and pages');
  const layers = listed.filter(({ key }) => holdsAnswers(key)).map((one) => layerFiles(settings.dist, list, one));
  for (const files of [hashFiles(list), ...layers])
    for (const file of files) {
      await record.putMade(file);
      task.advance();
    }
  let home: ExportedFile | undefined;
  async function* butHome() {
    for await (const file of documents(opened)) {
      if (file.path === HOME) home = file;
      else yield file;
    }
  }
  await record.putAll(butHome(), () => task.advance());
  if (home) record.put(home);
  task.done();
}

async function* documents({ settings, listed, record, site, ask }: OpenExport): AsyncGenerator<ExportedFile> {
  const key = site.attestations?.publicKey;
  if (key !== undefined) yield { path: fileOf(routes.attestationKey, {}), bytes: Buffer.from(key) };
  for (const one of listed) if (holdsAnswers(one.key)) yield* packFiles(settings.dist, one);
  yield* pageFiles(ask, record.after.files.keys());
}

/** Lists styles, scripts and pictures of the website. */
function* websiteFiles(dist: string): Generator<ExportedFile> {
  const client = join(dist, SITE_CLIENT);
  for (const from of filesBelow(client).sort()) {
    const path = pathBelow(client, from).replace(`${SITE_ASSETS_BEFORE}/`, `${SITE_ASSETS}/`);
    if (!/\.(br|gz)$/.test(path)) yield { path, bytes: readOwnFile(from) };
  }
}

/** Gives the file of all rows; nothing if the models are too many for a browser. */
function searchFile({ tree, listed }: Pick<OpenExport, 'tree' | 'listed'>): MadeFile[] {
  if (tree.models > MOST_EXPORTED) return [];
  const of = keyOf(...listed.filter(({ key }) => key === SEARCH_INDEX).map(({ sha256 }) => sha256));
  const make = async () => {
    const search = await tree.search();
    const page = await search.search({ sort: 'downloads', ascending: false, limit: MOST_EXPORTED });
    if (page.kind !== 'page') throw new Error('a search without a cursor has a page');
    const rows = (await search.rows(page.rows)).map((row) => JSON.parse(Buffer.from(row).toString()) as ModelRow);
    // Ids are ASCII, so this is the order of their bytes.
    rows.sort((one, other) => (one.id < other.id ? -1 : 1));
    return Buffer.from(exportedRows(rows));
  };
  return [{ path: SEARCH_FILE, of, make }];
}

/** The names under which hosts look for their rules. */
const [HEADERS, REDIRECTS] = ['_headers', '_redirects'] as const;

/** Writes the rule files. A line with `{source}` stands for one of each source. */
function writeRules({ settings, record }: OpenExport): void {
  const lines = readFileSync(join(hostsFolder, REDIRECTS), 'utf8').trimEnd().split('\n');
  const rules = lines.flatMap((line) =>
    line.includes('{source}') ? settings.service.sources.map(({ token }) => line.replace('{source}', token)) : [line],
  );
  record.put({ path: HEADERS, bytes: readFileSync(join(hostsFolder, HEADERS)) });
  record.put({ path: REDIRECTS, bytes: Buffer.from(`${rules.join('\n')}\n`) });
}

interface ExportRequest {
  /** The folder to write. */
  to: string;
  /** True if the export writes attestations too, signed with HUB_ATTESTATION_KEY. */
  isAttested?: boolean;
}

/**
 * Exports the tree of HUB_DIST. Rejects with a Failure if the tree is missing or was built for another address, if the
 * disk is full, or if the folder has files that no export wrote.
 */
export async function runExport(env: Environment, request: ExportRequest, progress: Progress): Promise<ExportReport> {
  const config = readConfig(env);
  const service = readService(config);
  if (request.isAttested && config.attestationKey === undefined)
    throw new Failure('Attestations are signed with HUB_ATTESTATION_KEY, which is not set: name the key there.');
  const attestationKey = request.isAttested ? config.attestationKey : undefined;
  const built = currentStamp(config.dist)?.stamp.baseUrl;
  const wanted = config.baseUrl ?? service.baseUrl;
  if (built !== undefined && wanted !== undefined && built !== wanted)
    throw new Failure(
      `The tree in ${config.dist} was built for ${built}, which its files name: run "model-hub build" with HUB_BASE_URL=${wanted} first.`,
    );
  await takeOutFirst(config, progress);
  const settings = { ...request, dist: config.dist, service, attestationKey };
  const advice = 'Make room and export again; what was there before is served.';
  letThrough(request.to, config.data);
  return readably(() => onDisk([{ folder: request.to }], advice, () => exportHub(settings, progress)));
}
