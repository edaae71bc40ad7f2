// Builds the static tree of the catalog that the pointer names: what changed is written, the rest is linked, then one link moves.
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Address, parseAddress } from '../../src/address.ts';
import type { ArchivedDay } from '../../src/dialects/discovery/hub-facts.ts';
import { INDEX_REPOSITORY } from '../../src/dialects/oci/index-repository.ts';
import { HASH_SHARDS, objectPath, STAMP } from '../../src/static-tree.ts';
import { type CatalogFile, openCatalog } from '../catalog-reader.ts';
import { syncTree } from '../durability.ts';
import { openObjectStore } from '../object-store.ts';
import { codeKey } from './code-key.ts';
import { copyDays } from './copy-days.ts';
import { buckets } from './hash-shards.ts';
import { SpooledRows } from './hash-spool.ts';
import type { Job, JobResult, Written } from './jobs.ts';
import { filesOfRow } from './model-stream.ts';
import { removeIn } from './own-folder.ts';
import { OwnersFile } from './owners-file.ts';
import type { PageSettings } from './page-renderer.ts';
import { readPins, writePins } from './pins-file.ts';
import { removePaths } from './removal.ts';
import { takeModelsFolder } from './spare-tree.ts';
import { sweep, unusedPaths } from './sweep.ts';
import {
  currentTreeId,
  keyOf,
  makeCurrent,
  readStamp,
  type Stamp,
  TREE_FORMAT,
  type TreeCounts,
  treeFolder,
} from './tree-layout.ts';
import type { WorkerSettings } from './worker.ts';
import { WorkerPool } from './worker-pool.ts';
import { writeChanges } from './write-changes.ts';
import { type DocumentInputs, documentsKey, writeDocuments } from './write-documents.ts';
import { type TreeBefore, writeModels } from './write-models.ts';
import { writeIndexRepository } from './write-repository.ts';
import { SearchWriter } from './write-search.ts';
import { type BuiltSpace, spacesKey, writeSpaces } from './write-spaces.ts';

/** Buckets of hash shards in one job. */
const BATCH = 16;

/** The module that the threads of a build and of a check run. */
export const WORKER = new URL('./worker.ts', import.meta.url);

export interface BuildSettings {
  dist: string;
  /** Roots of the object store, the writable one first. */
  stores: [string, ...string[]];
  /** The catalog to build. */
  catalog: Address;
  baseUrl: string;
  /** Tokens of the sources in order of preference. */
  sourceOrder: string[];
  /** The URL base of the hub that models come from. */
  origin: string;
  /** What documents tell beside the catalog; the tree has none unless given. */
  documents?: DocumentInputs;
  /** The apps to publish; none unless given. */
  spaces?: readonly BuiltSpace[];
  /** The website that makes the pages of models; the tree has none unless given. */
  pages?: PageSettings | undefined;
  threads?: number;
  /** Told after every batch how many models are done, of how many rows when that is known. */
  onProgress?: (models: number) => void;
  /** Told, in one sentence each, what whoever builds should know of a model that was written. */
  onNotice?: (sentence: string) => void;
}

export interface BuildReport extends Written {
  /** False: the tree that stands is the one asked for, nothing was done. */
  changed: boolean;
  stamp: Stamp;
}

/**
 * Brings `<dist>/current` to the catalog asked for. Ends with the new tree whole and current, or throws with the
 * old one untouched. Objects are re-hashed as they are read; a damaged one is named and stops the build.
 */
export async function buildTree(settings: BuildSettings): Promise<BuildReport> {
  const { dist, spaces = [], documents: inputs } = settings;
  const begun = Date.now();
  const code = keyOf(codeKey(), settings.origin);
  const id = treeId(settings, code);
  const beforeId = currentTreeId(dist);
  const beforeStamp = beforeId === undefined ? undefined : readStamp(treeFolder(dist, beforeId));
  if (beforeStamp && beforeId === id) return { changed: false, stamp: beforeStamp, models: 0, files: 0, bytes: 0 };

  const folder = startTree(dist, id, beforeId);
  const store = openObjectStore(...settings.stores);
  const catalog = await openCatalog(store.pathOf(settings.catalog), settings.catalog);
  const before = beforeStamp?.code === code ? treeBefore(dist, beforeStamp) : undefined;
  const links = takeModelsFolder(dist, id, before && beforeId);
  const pool = startPool(settings, folder);
  let clearing: Promise<void> | undefined;
  try {
    const days = copyDays({ dist, store, pool, newest: catalog, copied: before?.days ?? [] });
    const known = before ? [catalog, before.catalog] : [catalog];
    const changes = days.then((all) =>
      inputs ? writeChanges({ dist, folder, days: [all.newest, ...all.older], known, code, pool }) : {},
    );
    // Whoever awaits it further down hears of a failure, unless another comes first and is told instead.
    changes.catch(() => {});
    const walk = { settings, folder, catalog, before, links, pool, code };
    const { written, counts, files, pins, nextPage } = await walkModels(walk);
    const clear = () => removePaths(dist, ...unusedPaths(dist, id, beforeId === id ? undefined : beforeId));
    // With the spare tree taken over, nobody reads what only that one had: it goes while documents are made.
    if (links !== OwnersFile.none) clearing = clear();
    clearing?.catch(() => {});
    const { newest, older } = await days;
    const archived: ArchivedDay[] = [{ ...newest, models: counts.models, files }, ...older];
    writeIndexRepository(folder, archived);
    const apps = writeSpaces(folder, spaces);
    const made: Omit<Stamp, 'documents'> = {
      format: TREE_FORMAT,
      id,
      catalog: catalog.address,
      snapshot: catalog.frame.snapshot,
      modelsStart: catalog.modelsStart,
      rowsStart: catalog.rowsStart,
      gated: catalog.frame.gated,
      days: archived,
      repositories: [INDEX_REPOSITORY, ...apps.repositories],
      baseUrl: settings.baseUrl,
      code,
      ...(settings.pages ? { pages: settings.pages.key } : {}),
      counts,
      ...(nextPage === undefined ? {} : { nextPage }),
    };
    const pass = { folder, catalog, stamp: made, spaces, pins: writePins(folder, pins), pool };
    // First: the API description shows documents that are written by now.
    const told = await changes;
    const documents = inputs ? await writeDocuments({ ...pass, inputs }) : {};
    const stamp: Stamp = { ...made, documents: { ...told, ...documents, ...apps.files } };
    finishTree(dist, folder, stamp, begun);
    await (clearing ?? clear());
    // Last: a build that is killed while it clears up leaves word that there is more to clear.
    rmSync(unfinishedMark(dist));
    return { changed: true, stamp, ...written };
  } catch (error) {
    await clearing?.catch(() => {});
    // First: nobody may write any more while what was written goes.
    await pool.close();
    clearUp(dist);
    throw error;
  } finally {
    await pool.close();
  }
}

/** After a build that failed: gives back the room it took, so that a full disk is as full as before. */
function clearUp(dist: string): void {
  try {
    const current = currentTreeId(dist);
    sweep(dist, current === undefined ? [] : [current]);
    rmSync(unfinishedMark(dist));
  } catch {
    // The next build finds the mark, and does it.
  }
}

/** Names a tree by everything it is made of. */
function treeId(settings: BuildSettings, code: string): string {
  const { catalog, baseUrl, sourceOrder, spaces = [], documents, pages } = settings;
  const said = documents ? documentsKey(documents) : '';
  return keyOf(catalog, baseUrl, code, sourceOrder.join(), spacesKey(spaces), said, pages?.key ?? '');
}

/** Stands while a build is under way, and after one that was cut short. */
const unfinishedMark = (dist: string) => join(dist, 'building');

/** Makes the folder of the tree `id`, after clearing up behind a build that was cut short. */
function startTree(dist: string, id: string, beforeId: string | undefined): string {
  mkdirSync(join(dist, 'trees'), { recursive: true });
  const unfinished = unfinishedMark(dist);
  if (existsSync(unfinished)) sweep(dist, beforeId === undefined ? [] : [beforeId]);
  writeFileSync(unfinished, id);
  const folder = treeFolder(dist, id);
  removeIn(dist, join('trees', id));
  mkdirSync(folder);
  symlinkSync(join('..', '..', 'objects'), join(folder, 'objects'), 'junction');
  for (const part of [HASH_SHARDS, 'search', 'spool']) mkdirSync(join(folder, part));
  return folder;
}

interface Walk {
  settings: BuildSettings;
  folder: string;
  catalog: CatalogFile;
  before: TreeBefore | undefined;
  links: OwnersFile;
  pool: WorkerPool<Job, JobResult>;
  code: string;
}

/** Writes what is told model by model, and what is gathered on the way: search, hashes, counts, pins. */
async function walkModels({ settings, folder, catalog, before, links, pool, code }: Walk) {
  const search = new SearchWriter(before?.path);
  const counts: TreeCounts = { models: 0, listed: 0 };
  const pins = readPins(before?.path);
  let files = 0;
  let done = 0;
  const written = await writeModels({
    ...{
      dist: settings.dist,
      path: folder,
      catalog,
      before,
      links,
      pool,
      code,
      pins,
      pages: settings.pages?.key ?? '',
    },
    onModel(step) {
      search.add(step);
      counts.models++;
      if (!step.after!.row.includes('"listed":false')) counts.listed++;
      files += filesOfRow(step.after!.row);
    },
    onWritten(batch) {
      done += batch.models;
      settings.onProgress?.(done);
    },
    onNotice: (sentence) => settings.onNotice?.(sentence),
  });
  const shards = writeHashShards(pool, folder, before?.path);
  const nextPage = search.finish(folder, catalog.path, catalog.rowsStart);
  await shards;
  return { written, counts, files, pins, nextPage };
}

/** Puts the stamp into the tree, everything on disk, the link in place. */
function finishTree(dist: string, folder: string, stamp: Stamp, begun: number): void {
  rmSync(join(folder, 'spool'), { recursive: true, force: true });
  writeFileSync(join(folder, STAMP), `${JSON.stringify(stamp, null, 1)}\n`);
  syncTree(dist, begun);
  makeCurrent(dist, stamp.id);
}

function startPool(settings: BuildSettings, folder: string): WorkerPool<Job, JobResult> {
  const { dist, stores, sourceOrder, origin, pages } = settings;
  const data: WorkerSettings = { dist, stores, sourceOrder, origin, pages, folder, spool: join(folder, 'spool') };
  return new WorkerPool(WORKER, settings.threads ?? availableParallelism(), data);
}

interface StandingTree extends TreeBefore {
  catalog: TreeBefore['catalog'] & { address: Address };
  days: ArchivedDay[];
}

/** The tree that stands, when its catalog is still at hand to be compared with. */
function treeBefore(dist: string, stamp: Stamp): StandingTree | undefined {
  const address = parseAddress(stamp.catalog);
  const path = address && join(dist, objectPath(address));
  if (!address || !path || !existsSync(path)) return undefined;
  const { modelsStart, rowsStart, gated, pages = '' } = stamp;
  const catalog = { address, path, modelsStart, rowsStart, gated };
  return { path: treeFolder(dist, stamp.id), catalog, pages, days: stamp.days };
}

async function writeHashShards(
  pool: WorkerPool<Job, JobResult>,
  folder: string,
  before: string | undefined,
): Promise<void> {
  const spooled = new SpooledRows(join(folder, 'spool'));
  const wanted = before ? buckets : buckets.filter((bucket) => spooled.has(bucket));
  const running: Promise<unknown>[] = [];
  for (let i = 0; i < wanted.length; i += BATCH) {
    const { done } = await pool.start({ kind: 'shards', buckets: wanted.slice(i, i + BATCH), folder, before });
    running.push(done);
  }
  await Promise.all(running);
}
