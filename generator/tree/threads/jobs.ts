// Types the jobs that the build and the check give to their threads.
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
  /** Absolute addresses to list before the models. */
  pages: string[];
  /** The path of the catalog object, and the offset of its models. */
  catalog: string;
  modelsStart: number;
  /** The most addresses in one file. */
  limit: number;
}

/** A model to write: its lines in the new catalog, or `gated`, and its line in the old one if it was there. */
export interface ModelJob {
  id: string;
  /** The model's line and row in the new catalog; absent if the model is gone, and only its hash rows are removed. */
  entry?: string;
  row?: string;
  gated?: true;
  /** The model's line in the old catalog, if it names other objects now: their hash rows are removed. */
  oldEntry?: string;
  /** Its former pack, if usable: unchanged answers need not be compressed again. */
  before?: Listed;
  /** The objects are unchanged, so their hash rows exist already. */
  sameObjects?: true;
  /** Makes only answers that depend on the browse row, and takes the others from the former pack. */
  rowOnly?: true;
}

/** The objects of a day that the next day does not name, by kind. */
export interface DayObjects {
  models: Address[];
  sources: Address[];
  cards: Address[];
  /** The model objects that replaced them in the next day. */
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

/** Counts a thread's writes for a batch of models. */
export interface Written {
  /** The number of served models whose pack was written; gated ones do not count. */
  models: number;
  /** The number of files under <dist>/packs. */
  files: number;
  bytes: number;
}

/** The result of a job. */
export interface JobResult {
  written?: Written;
  /** The list entry of each model of the batch, or of each bucket; null for one without files. */
  listed?: (Listed | null)[];
  /** The growth of all indexed files in bytes, which may be negative, by the models of the job. */
  indexedBytes?: number;
  /** The pinned models of the batch, by id. */
  pins?: [id: string, pin: Pin][];
  /** The models of the batch with other bytes at a source. */
  differing?: [id: string, sources: DifferingSources][];
  /** Small files of the batch at sources, by the source's token. */
  probeFiles?: [token: string, file: ProbeFile][];
  /** The faults that a check found. */
  faults?: TornFault[];
  /** Cards that days name and that are missing here. */
  goneCards?: Address[];
  /** Sentences about written models for the builder. */
  notices?: string[];
}
