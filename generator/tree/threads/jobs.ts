// Types for the jobs that builds and checks give to their threads.
import type { DifferingSources } from '../../../src/catalog/differing-files.ts';
import type { ProbeFile } from '../../../src/catalog/probe-file.ts';
import type { Address } from '../../../src/nouns/address.ts';
import type { Pin } from '../../../src/shapes/discovery.ts';
import type { Listed, Shard } from '../../../src/tree/tree-list.ts';
import type { ChangesTask } from '../../days/day-changes.ts';
import type { NamedObjects } from '../../days/named-objects.ts';
import type { TornFault } from '../../packs/torn-note.ts';

export interface SitemapTask {
  /** The folder of the tree. */
  folder: string;
  baseUrl: string;
  /** YYYY-MM-DD. */
  snapshot: string;
  /** Addresses to list before those of the models, as complete URLs. */
  pages: string[];
  /** The path of the catalog object, and the offset of its list of models. */
  catalog: string;
  modelsStart: number;
  /** The maximum number of addresses in one file. */
  limit: number;
}

/** A model to write: its lines in the new catalog (or `gated`), and its line in the old catalog if it was there. */
export interface ModelJob {
  id: string;
  /**
   * The model's entry line and row in the new catalog. Absent if the model is gone, so that only its hash rows are
   * removed.
   */
  entry?: string;
  row?: string;
  gated?: true;
  /**
   * The model's entry line in the old catalog, if it names other objects now. The hash rows of the old objects are
   * removed.
   */
  oldEntry?: string;
  /** The entry of the model's former pack, if that can be used: unchanged answers then need not be compressed again. */
  before?: Listed;
  /** True if the objects are unchanged, so that their hash rows exist already. */
  sameObjects?: true;
  /** True to make only answers that depend on the browse row, and to take the others from the former pack. */
  rowOnly?: true;
}

/** The objects that a day names and the next day does not, by kind. */
export interface DayObjects {
  models: Address[];
  sources: Address[];
  cards: Address[];
  /** The model objects that took their place on the next day. */
  replacedBy: Address[];
}

export type Job =
  | { kind: 'models'; models: ModelJob[] }
  | { kind: 'check'; models: ModelJob[] }
  | { kind: 'objects'; objects: DayObjects }
  | ({ kind: 'check-objects' } & NamedObjects)
  | { kind: 'flush' }
  | { kind: 'sitemap'; task: SitemapTask }
  | { kind: 'changes'; task: ChangesTask }
  | { kind: 'shards'; buckets: string[]; before: readonly Shard[] }
  | { kind: 'check-shards'; buckets: string[]; list: readonly Shard[] };

/** The number of things that a thread has written for a batch of models. */
export interface Written {
  /** The number of served models whose pack was written. Gated models don't count. */
  models: number;
  /** The number of files that were written under <dist>/packs. */
  files: number;
  bytes: number;
}

/** The result of a job. */
export interface JobResult {
  written?: Written;
  /** The list entry of each model of the batch, or of each bucket; null if it has no files. */
  listed?: (Listed | null)[];
  /** The number of bytes by which the models of the job make the indexed files grow; may be negative. */
  indexedBytes?: number;
  /** The pinned models of the batch, by id. */
  pins?: [id: string, pin: Pin][];
  /** The models of the batch that have other bytes at a source. */
  differing?: [id: string, sources: DifferingSources][];
  /** Small files of the batch that sources have, by the token of the source. */
  probeFiles?: [token: string, file: ProbeFile][];
  /** The faults that a check found. */
  faults?: TornFault[];
  /** Cards that days name and that are missing here. */
  goneCards?: Address[];
  /** Sentences about written models that the operator should read. */
  notices?: string[];
}
