// Writes the parts of a tree that are made from models, and collects search rows, hashes, counts and pins meanwhile.
import { join } from 'node:path';
import { DIFFERING, type DifferingSources } from '../../src/catalog/differing-files.ts';
import type { DayContents } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Pin } from '../../src/shapes/discovery.ts';
import type { Listed, Shard } from '../../src/tree/tree-list.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import type { MovedStep } from '../days/moved-figures.ts';
import { filesOfRow, isListedRow } from '../days/row-line.ts';
import type { PackStore } from '../packs/dist-store.ts';
import { ListReader } from '../packs/list-reader.ts';
import type { TreeCounts } from '../packs/tree-layout.ts';
import type { BuildSettings } from './build-settings.ts';
import { buckets, isFolded, standingShards, writeHashChanges } from './documents/hash-shards.ts';
import { SpooledRows } from './documents/hash-spool.ts';
import { KeptProbeFiles } from './documents/probe-files.ts';
import { SearchWriter } from './documents/write-search.ts';
import { PINS_FILE, readByModel, writeByModel } from './models/kept-by-model.ts';
import { type ModelsPass, writeModels } from './models/write-models.ts';
import type { StandingTree } from './standing-tree.ts';
import type { Job, JobResult, Written } from './threads/jobs.ts';
import type { WorkerPool } from './threads/worker-pool.ts';

/** The number of buckets of `/hashes/` in one job. */
const BATCH = 16;

export interface Walk {
  settings: BuildSettings;
  /** The folder for files of the new tree before they are packed. */
  folder: string;
  catalog: CatalogFile;
  /** The current tree, if the new tree continues it. If absent, every model is written. */
  before: StandingTree | undefined;
  /** The shards of the current tree's list. The new tree may continue that tree or not. */
  known: readonly Shard[];
  pool: WorkerPool<Job, JobResult>;
  packs: PackStore;
  /** Ids of models to make again although nothing in the catalog has changed. */
  stale: ReadonlySet<string>;
}

export interface Walked {
  written: Written;
  counts: TreeCounts;
  contents: DayContents;
  pins: ReadonlyMap<string, Pin>;
  /** The cursor of the second page of search; undefined if there is none. */
  nextPage: string | undefined;
  /** The list entries of the packs of `/hashes/`. */
  shards: Listed[];
  /** The list entry of the search index. */
  searchFile: Listed;
}

/** Writes all models of the catalog, or only those that have changed since the tree that the new one continues. */
export async function walkModels(walk: Walk & Pick<ModelsPass, 'onListed'>): Promise<Walked> {
  const { settings, folder, catalog, before, packs } = walk;
  const list = before && new ListReader(settings.dist, before.list);
  const search = new SearchWriter();
  const counter = new Counter(before);
  const pins = readByModel<Pin>(list, PINS_FILE);
  const differing = readByModel<DifferingSources>(list, DIFFERING);
  const probeFiles = new KeptProbeFiles(list);
  let done = 0;
  const { indexedBytes, ...written } = await writeModels({
    ...walk,
    dist: settings.dist,
    ...{ pins, differing, probeFiles },
    onStep(step) {
      search.add(step);
      counter.add(step);
    },
    onDone(models) {
      done += models;
      settings.onProgress?.(done);
    },
    onNotice: (sentence) => settings.onNotice?.(sentence),
  });
  probeFiles.write(folder);
  writeByModel(folder, DIFFERING, differing);
  const shards = writeHashShards(walk, list);
  const found = search.finish(folder, packs, catalog);
  return { written, ...counter.counted(indexedBytes), pins, ...found, shards: await shards };
}

/** Updates the former tree's counts by the changed rows, because unchanged rows are not read. */
class Counter {
  readonly #counts: TreeCounts;
  readonly #contents: DayContents;

  constructor(before: StandingTree | undefined) {
    this.#counts = { ...(before?.counts ?? { models: 0, listed: 0 }) };
    const { files, bytes } = before?.days[0] ?? { files: 0, bytes: 0 };
    this.#contents = { models: 0, files, bytes };
  }

  add({ before, after, same, moved }: MovedStep): void {
    if (same || moved) return;
    if (before) this.#count(before.row, -1);
    if (after) this.#count(after.row, 1);
  }

  #count(row: Buffer, by: 1 | -1): void {
    this.#counts.models += by;
    if (isListedRow(row)) this.#counts.listed += by;
    this.#contents.files += by * filesOfRow(row);
  }

  /** Returns the counts. `bytes` is the number of bytes by which the indexed files have grown. */
  counted(bytes: number): { counts: TreeCounts; contents: DayContents } {
    const { files, bytes: known } = this.#contents;
    return { counts: this.#counts, contents: { models: this.#counts.models, files, bytes: known + bytes } };
  }
}

/**
 * Writes the packs of `/hashes/`, and returns their list entries. While the changes are small, keeps the old packs and
 * adds a pack of changes. Otherwise makes new packs of all rows.
 */
async function writeHashShards({ pool, folder, packs }: Walk, list: ListReader | undefined): Promise<Listed[]> {
  const spooled = new SpooledRows(join(folder, 'spool'));
  const standing = list && standingShards(list);
  if (list && standing) {
    const { size } = spooled;
    if (size === 0) return [...standing.base, ...standing.changes];
    if (!isFolded(standing, size)) return writeHashChanges(packs, list, spooled);
  }
  const wanted = list ? buckets : buckets.filter((bucket) => spooled.has(bucket));
  const running: Promise<JobResult>[] = [];
  for (let i = 0; i < wanted.length; i += BATCH) {
    const before = list?.shards ?? [];
    const { done } = await pool.start({ kind: 'shards', buckets: wanted.slice(i, i + BATCH), before });
    running.push(done);
  }
  const results = await Promise.all(running);
  return results.flatMap(({ listed = [] }) => listed.filter((one) => one !== null));
}
