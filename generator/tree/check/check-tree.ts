// Checks the current tree. Hashes every object, renders every answer again and compares it, and names all damage.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, parseAddress } from '../../../src/nouns/address.ts';
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
import { SearchChecker } from './check-search.ts';

const BATCH = 64;

interface CheckSettings {
  dist: string;
  /** Tokens of the sources in order of preference. */
  sourceOrder: string[];
  /** The base URL of the hub that models come from. */
  origin: string;
  /** The website that makes pages of models. It is needed for a tree with pages, unless the website is damaged. */
  pages?: PageSettings | undefined;
  /** True if the website is damaged. The pages that it makes would differ, so no pages are compared. */
  isSiteTorn?: boolean;
  /** Objects and days that were removed for good; none by default. */
  purged?: ReadonlySet<Address>;
}

/**
 * Finds the faults of the tree under `<dist>/current`, a sentence each; none when it is undamaged. Notes them beside
 * the trees, so that the next build makes those parts again; a read-only folder gets no note.
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
    const faults = await new Check({ dist, stamp, purged, pool, onProgress }).all();
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
}

class Check {
  readonly #pass: CheckPass;
  readonly #results: Promise<JobResult>[] = [];
  readonly #faults: TornFault[] = [];

  constructor(pass: CheckPass) {
    this.#pass = pass;
  }

  async all(): Promise<TornFault[]> {
    const { dist, stamp, pool } = this.#pass;
    const newest = await this.#open(stamp.catalog);
    if (newest) {
      const search = await this.#checkModels(newest);
      await Promise.all(this.#results);
      await pool.broadcast({ kind: 'flush' });
      await this.#start({ kind: 'check-shards', buckets, list: stamp.list });
      await this.#checkOlderDays(newest);
      this.#faults.push(...search.check(new ListReader(dist, stamp.list)));
    }
    for (const { faults = [] } of await Promise.all(this.#results)) this.#faults.push(...faults);
    return [...this.#faults, ...checkPacks(dist, stamp.list)];
  }

  async #start(job: Job): Promise<void> {
    this.#results.push((await this.#pass.pool.start(job)).done);
  }

  /** Opens a day's catalog from the tree; if it is missing or damaged, adds a fault and gives undefined. */
  async #open(catalog: string): Promise<CatalogFile | undefined> {
    const { dist } = this.#pass;
    const address = parseAddress(catalog);
    const path = address && join(dist, objectPath('catalog', address));
    if (!address || !path || !existsSync(path)) {
      this.#faults.push({ said: `the catalog object ${catalog} is missing from ${dist}` });
      return undefined;
    }
    try {
      return await openCatalog(path, address);
    } catch (error) {
      this.#faults.push({ said: (error as Error).message });
      return undefined;
    }
  }

  /** Gives the models to the threads, and the rows to the checker of the search index, which it returns. */
  async #checkModels(catalog: CatalogFile): Promise<SearchChecker> {
    const search = new SearchChecker();
    let batch: ModelJob[] = catalog.frame.gated.map((id) => ({ id, gated: true }));
    for (const { id, after } of compareCatalogs(undefined, catalog)) {
      search.add(after!.row);
      batch.push({ id, entry: after!.entry.toString(), row: after!.row.toString() });
      if (batch.length < BATCH) continue;
      this.#pass.onProgress(batch.length);
      await this.#start({ kind: 'check', models: batch });
      batch = [];
    }
    await this.#start({ kind: 'check', models: batch });
    return search;
  }

  /** Checks objects that only older days name. The hub still serves every older day with all of its objects. */
  async #checkOlderDays(newest: CatalogFile): Promise<void> {
    const { purged } = this.#pass;
    for (let newer = newest, at = dayBefore(newest, purged); at; at = dayBefore(newer, purged)) {
      const day = await this.#open(at);
      if (!day) return;
      for (const objects of namedObjects(newer, day, purged)) await this.#start({ kind: 'check-objects', ...objects });
      newer = day;
    }
  }
}
