// Declares the jobs that builds pass to their threads.
import type { ProbeFile } from '../../src/catalog/source-holdings.ts';
import type { Pin } from '../../src/shapes/discovery.ts';
import type { Listed, Shard } from '../../src/tree/tree-list.ts';
import type { ChangesTask } from '../days/day-changes.ts';
import type { NamedObjects } from '../days/named-objects.ts';
import { WorkerPool } from './worker-pool.ts';

/** The folders that a thread reads and writes, and facts about the former build. */
export interface ThreadSettings {
  dist: string;
  /** The folders of the object store, the writable one first. */
  stores: [string, ...string[]];
  /** The tokens of the sources in order of preference. */
  sourceOrder: string[];
  /** The base URL of the hub from which the models come. */
  origin: string;
  /** The folder for rows of `/hashes/` that threads write. */
  spool: string;
  /** True if some file may be damaged, so that existing files are written again. */
  mend: boolean;
}

/** Starts the threads that do the jobs of builds. */
export function openPool(settings: ThreadSettings, threads: number): WorkerPool<Job, JobResult> {
  return new WorkerPool(new URL('./worker.ts', import.meta.url), threads, settings);
}

export interface SitemapTask {
  /** The folder for unpacked files of the tree. */
  draft: string;
  baseUrl: string;
  /** The day of the tree, as YYYY-MM-DD. */
  snapshot: string;
  /** Addresses to list before those of the models, as complete URLs. */
  pages: string[];
  /** The path of the catalog object, and the byte offset of its list of models. */
  path: string;
  modelsStart: number;
  /** The maximum number of addresses in one file of the sitemap. */
  limit: number;
}

/** A model to write, with its lines in the new and in the old catalog. */
export interface ModelJob {
  id: string;
  /**
   * The model's entry line and row in the new catalog. They are absent if the model is gated, or if it is gone and only
   * its rows of `/hashes/` are removed.
   */
  entry?: string;
  row?: string;
  gated?: true;
  /**
   * The model's entry line in the old catalog, unless the new catalog has a line with the same objects. The rows of the
   * old objects are removed from `/hashes/`.
   */
  oldEntry?: string;
  /**
   * The list entry of the model's former pack, if its unchanged answers can be reused. They need not be compressed
   * again.
   */
  before?: Listed;
  /** True if the model's objects are unchanged, so that their rows of `/hashes/` exist already. */
  sameObjects?: true;
  /** True to make only the answers that depend on the model's row, and to take the others from the former pack. */
  rowOnly?: true;
}

export type Job =
  | { kind: 'models'; models: ModelJob[] }
  | ({ kind: 'copy-objects' } & NamedObjects)
  | { kind: 'flush' }
  | { kind: 'sitemap'; task: SitemapTask }
  | { kind: 'changes'; task: ChangesTask }
  | { kind: 'shards'; buckets: string[]; before: readonly Shard[] };

/** The number of models, files and bytes that a thread has written for a batch. */
export interface Written {
  /** The number of models whose pack was written. Gated models do not count. */
  models: number;
  /** The number of files that were written below <dist>/packs. */
  files: number;
  bytes: number;
}

/** A model that was written. A model that is gone has no entry, and a gated one only that. */
export interface WrittenModel {
  listed: Listed | null;
  /** The pin of a model that is pinned on IPFS. */
  pin?: Pin | undefined;
  /** The small files for probes of sources, each with the token of a source that has it. */
  probeFiles?: [token: string, file: ProbeFile][];
  /** Sentences for the operator. */
  notices?: string[];
}

/** The result of a job. */
export interface JobResult {
  written?: Written;
  models?: WrittenModel[];
  /** The list entry of each bucket; null if the bucket has no files. */
  buckets?: (Listed | null)[];
  /** The number of bytes by which the models of the job make the indexed files grow; it may be negative. */
  indexedBytes?: number;
}
