// Reads the current tree back: every object re-hashed, every answer compared with a fresh rendering, every torn place named.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAddress } from '../../src/address.ts';
import { objectPath } from '../../src/static-tree.ts';
import { openCatalog } from '../catalog-reader.ts';
import { Failure } from '../failure.ts';
import { WORKER } from './build-tree.ts';
import { checkDocuments } from './check-documents.ts';
import { buckets } from './hash-shards.ts';
import type { Job, JobResult, ModelJob } from './jobs.ts';
import { compareCatalogs } from './model-stream.ts';
import type { PageSettings } from './page-renderer.ts';
import { currentLink, readStamp, type Stamp } from './tree-layout.ts';
import type { WorkerSettings } from './worker.ts';
import { WorkerPool } from './worker-pool.ts';

const BATCH = 64;

export interface CheckSettings {
  dist: string;
  /** Tokens of the sources in order of preference. */
  sourceOrder: string[];
  /** The URL base of the hub that models come from. */
  origin: string;
  /** The website; a tree with pages can't be checked without. */
  pages?: PageSettings | undefined;
}

/** What is wrong with the tree under `<dist>/current`, a sentence a fault; none when it is whole. */
export async function checkTree(
  { dist, sourceOrder, origin, pages }: CheckSettings,
  onProgress: (models: number) => void,
): Promise<string[]> {
  const stamp = readStamp(currentLink(dist));
  if (!stamp) throw new Failure(`There is no finished tree in ${dist}: run "model-hub build".`);
  if (stamp.pages !== undefined && stamp.pages !== pages?.key)
    return [`the pages of the models are not those of the website in ${dist}: run "model-hub build"`];
  const spool = mkdtempSync(join(tmpdir(), 'model-hub-check-'));
  const data: WorkerSettings = {
    dist,
    stores: [join(dist, 'objects')],
    sourceOrder,
    origin,
    pages: stamp.pages === undefined ? undefined : pages,
    folder: currentLink(dist),
    spool,
  };
  const pool = new WorkerPool<Job, JobResult>(WORKER, availableParallelism(), data);
  try {
    return await checkAll(dist, stamp, pool, onProgress);
  } finally {
    await pool.close();
    rmSync(spool, { recursive: true, force: true });
  }
}

async function checkAll(
  dist: string,
  stamp: Stamp,
  pool: WorkerPool<Job, JobResult>,
  onProgress: (models: number) => void,
): Promise<string[]> {
  const address = parseAddress(stamp.catalog);
  const path = address && join(dist, objectPath(address));
  if (!address || !path || !existsSync(path)) return [`the catalog object ${stamp.catalog} is missing from ${dist}`];
  const catalog = await openCatalog(path, address);
  const results: Promise<JobResult>[] = [];
  const start = async (job: Job) => void results.push((await pool.start(job)).done);
  let batch: ModelJob[] = catalog.frame.gated.map((id) => ({ id, key: '', gated: true }));
  for (const { id, after } of compareCatalogs(undefined, catalog)) {
    batch.push({ id, key: '', entry: after!.entry.toString(), row: after!.row.toString() });
    if (batch.length < BATCH) continue;
    onProgress(batch.length);
    await start({ kind: 'check', models: batch });
    batch = [];
  }
  await start({ kind: 'check', models: batch });
  await Promise.all(results);
  await pool.broadcast({ kind: 'flush' });
  await start({ kind: 'check-shards', buckets, folder: currentLink(dist) });
  const faults = (await Promise.all(results)).flatMap((result) => result.faults ?? []);
  return [...faults, ...checkDocuments(currentLink(dist), stamp.documents)];
}
