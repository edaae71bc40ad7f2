// Checks the current tree: hashes every object, renders every answer again and compares it, and names all damage.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, parseAddress } from '../../../src/nouns/address.ts';
import { SearchIndexBuilder } from '../../../src/search/writer/builder.ts';
import { objectPath, objectsFolder } from '../../../src/tree/static-tree.ts';
import { type CatalogFile, openCatalog } from '../../days/catalog-reader.ts';
import { compareCatalogs } from '../../days/model-stream.ts';
import { namedObjects } from '../../days/named-objects.ts';
import { dayBefore } from '../../days/purged.ts';
import { ListReader } from '../../packs/list-reader.ts';
import type { TornFault } from '../../packs/torn-note.ts';
import { leaveTornNote, unlessReadOnly } from '../../packs/torn-note.ts';
import { currentStamp, type Stamp } from '../../packs/tree-layout.ts';
import { Failure } from '../../process/failure.ts';
import { buckets } from '../documents/hash-shards.ts';
import { WORKER } from '../make-tree.ts';
import type { PageSettings } from '../models/page-renderer.ts';
import type { Job, JobResult, ModelJob } from '../threads/jobs.ts';
import { WorkerPool } from '../threads/worker-pool.ts';
import type { WorkerSettings } from '../worker.ts';
import { checkPacks } from './check-packs.ts';
import { checkSearch } from './check-search.ts';

const BATCH = 64;

interface CheckSettings {
  dist: string;
  /** The tokens of the sources in order of preference. */
  sourceOrder: string[];
  /** The base URL of the hub from which the models come. */
  origin: string;
  /**
   * The website that makes the pages of models. A check of a tree with pages needs it, unless the website is damaged.
   */
  pages?: PageSettings | undefined;
  /** True if the website is damaged. Pages made by it would differ from the tree's, so no pages are compared. */
  isSiteTorn?: boolean;
  /** Addresses of objects and catalogs that were removed for good; none by default. */
  purged?: ReadonlySet<Address>;
}

/**
 * Finds the faults of the current tree in `dist`, a sentence each; none if the tree is undamaged. Notes them in `dist`,
 * so that the next build makes the damaged parts again. Writes no note in a read-only folder.
 */
export async function checkTree(settings: CheckSettings, onProgress: (models: number) => void): Promise<string[]> {
  const { dist, sourceOrder, origin, pages, isSiteTorn = false, purged = new Set() } = settings;
  const current = currentStamp(dist);
  if (!current) throw new Failure(`There is no finished tree in ${dist}: run "model-hub build".`);
  const { name, stamp } = current;
  if (!isSiteTorn && stamp.pages !== undefined && stamp.pages !== pages?.key)
    return [`the pages of the models are not those of the website in ${dist}: run "model-hub build"`];
  const spool = mkdtempSync(join(tmpdir(), 'model-hub-check-'));
  const data: WorkerSettings = {
    dist,
    stores: [
      join(dist, objectsFolder('model')),
      join(dist, objectsFolder('source')),
      join(dist, objectsFolder('card')),
    ],
    sourceOrder,
    origin,
    pages: stamp.pages === undefined || isSiteTorn ? undefined : pages,
    list: stamp.list,
    spool,
    sameTwins: false,
    mend: false,
  };
  const pool = new WorkerPool<Job, JobResult>(WORKER, availableParallelism(), data);
  try {
    const faults = await allFaults({ dist, stamp, purged, pool, onProgress, results: [], faults: [] });
    unlessReadOnly(() => leaveTornNote(dist, name, faults));
    return faults.map(({ said }) => said);
  } finally {
    await pool.close();
    rmSync(spool, { recursive: true, force: true });
  }
}

interface CheckPass {
  dist: string;
  stamp: Stamp;
  purged: ReadonlySet<Address>;
  pool: WorkerPool<Job, JobResult>;
  onProgress: (models: number) => void;
  /** The results of all jobs so far, and the faults found without a job. */
  results: Promise<JobResult>[];
  faults: TornFault[];
}

async function allFaults(pass: CheckPass): Promise<TornFault[]> {
  const { dist, stamp, pool, results, faults } = pass;
  const newest = await openDay(pass, stamp.catalog);
  if (newest) {
    const search = await checkModels(pass, newest);
    await Promise.all(results);
    await pool.broadcast({ kind: 'flush' });
    await start(pass, { kind: 'check-shards', buckets, list: stamp.list });
    await checkOlderDays(pass, newest);
    faults.push(...checkSearch(new ListReader(dist, stamp.list), search));
  }
  for (const { faults: found = [] } of await Promise.all(results)) faults.push(...found);
  return [...faults, ...checkPacks(dist, stamp.list)];
}

async function start({ results, pool }: CheckPass, job: Job): Promise<void> {
  results.push((await pool.start(job)).done);
}

/** Opens the catalog of a day in the tree. If it is missing or damaged, adds a fault and resolves to undefined. */
async function openDay({ dist, faults }: CheckPass, catalog: string): Promise<CatalogFile | undefined> {
  const address = parseAddress(catalog);
  const path = address && join(dist, objectPath('catalog', address));
  if (!address || !path || !existsSync(path)) {
    faults.push({ said: `the catalog object ${catalog} is missing from ${dist}` });
    return undefined;
  }
  try {
    return await openCatalog(path, address);
  } catch (error) {
    faults.push({ said: (error as Error).message });
    return undefined;
  }
}

/** Passes the models to the threads, and the rows to a new search index, which it returns. */
async function checkModels(pass: CheckPass, catalog: CatalogFile): Promise<SearchIndexBuilder> {
  const search = new SearchIndexBuilder();
  let batch: ModelJob[] = catalog.frame.gated.map((id) => ({ id, gated: true }));
  for (const { id, after } of compareCatalogs(undefined, catalog)) {
    search.add(after!.row);
    batch.push({ id, entry: after!.entry.toString(), row: after!.row.toString() });
    if (batch.length < BATCH) continue;
    pass.onProgress(batch.length);
    await start(pass, { kind: 'check', models: batch });
    batch = [];
  }
  await start(pass, { kind: 'check', models: batch });
  return search;
}

/** Checks the objects that only older days name, because the hub serves every older day with all its objects. */
async function checkOlderDays(pass: CheckPass, newest: CatalogFile): Promise<void> {
  const { purged } = pass;
  for (let newer = newest, at = dayBefore(newest, purged); at; at = dayBefore(newer, purged)) {
    const day = await openDay(pass, at);
    if (!day) return;
    for (const objects of namedObjects(newer, day, purged)) await start(pass, { kind: 'check-objects', ...objects });
    newer = day;
  }
}
