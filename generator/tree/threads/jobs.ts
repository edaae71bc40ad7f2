// Declares the jobs that builds and checks pass to their threads.
import type { DifferingSources } from '../../../src/catalog/differing-files.ts';
import type { ProbeFile } from '../../../src/catalog/probe-file.ts';
import type { Address } from '../../../src/nouns/address.ts';
import type { ObjectKind } from '../../../src/nouns/media-types.ts';
import type { Pin } from '../../../src/shapes/discovery.ts';
import type { Listed, Shard } from '../../../src/tree/tree-list.ts';
import type { ChangesTask } from '../../days/day-changes.ts';
import type { NamedObjects } from '../../days/named-objects.ts';

export interface SitemapTask {
  /** The folder for unpacked files of the tree. */
  folder: string;
  baseUrl: string;
  /** The day of the tree, as YYYY-MM-DD. */
  snapshot: string;
  /** Addresses to list before those of the models, as complete URLs. */
  pages: string[];
  /** The path of the catalog object, and the byte offset of its list of models. */
  catalog: string;
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

/** The objects, by kind, that a day names and the next day does not. */
export interface DayObjects {
  models: Address[];
  sources: Address[];
  cards: Address[];
  /** The model objects of the next day that replace those in `models`. */
  replacedBy: Address[];
}

export type Job =
  | { kind: 'models'; models: ModelJob[] }
  | { kind: 'objects'; objects: DayObjects }
  | ({ kind: 'check-objects' } & NamedObjects)
  | { kind: 'flush' }
  | { kind: 'sitemap'; task: SitemapTask }
  | { kind: 'changes'; task: ChangesTask }
  | { kind: 'shards'; buckets: string[]; before: readonly Shard[] };

export interface ObjectFault {
  said: string;
  kind: ObjectKind;
  address: Address;
}

/** The number of models, files and bytes that a thread has written for a batch. */
export interface Written {
  /** The number of models whose pack was written. Gated models do not count. */
  models: number;
  /** The number of files that were written below <dist>/packs. */
  files: number;
  bytes: number;
}

/** The result of a job. */
export interface JobResult {
  written?: Written;
  /** The list entry of each model of the batch, or of each bucket; null if the model or bucket has no files. */
  listed?: (Listed | null)[];
  /** The number of bytes by which the models of the job make the indexed files grow; it may be negative. */
  indexedBytes?: number;
  /** The models of the batch that are pinned on IPFS. */
  pins?: [id: string, pin: Pin][];
  /** The batch's models for which some source has other bytes. */
  differing?: [id: string, sources: DifferingSources][];
  /** The batch's small files for probes of sources, each with the token of a source that has it. */
  probeFiles?: [token: string, file: ProbeFile][];
  /** The damaged and missing objects, each with a sentence. */
  faults?: ObjectFault[];
  /** The addresses of cards that days name and that are missing. */
  goneCards?: Address[];
  /** Sentences for the operator about models that were written. */
  notices?: string[];
}
