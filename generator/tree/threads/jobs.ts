// Types the jobs that the build and the check give to their threads.
import type { ProbeFile } from '../../../src/catalog/probe-file.ts';
import type { Address } from '../../../src/nouns/address.ts';
import type { Pin } from '../../../src/shapes/discovery.ts';
import type { Listed, Shard } from '../../../src/tree/tree-list.ts';
import type { ChangesTask } from '../../days/day-changes.ts';
import type { NamedObjects } from '../../days/named-objects.ts';
import type { TornFault } from '../../packs/torn-note.ts';

export interface SitemapTask {
  /** The tree. */
  folder: string;
  baseUrl: string;
  /** YYYY-MM-DD. */
  snapshot: string;
  /** Absolute addresses to put before the models. */
  pages: string[];
  /** The catalog object, and where its models begin. */
  catalog: string;
  modelsStart: number;
  /** Addresses of one file. */
  limit: number;
}

/** A model to write: its lines in the new catalog, or `gated`; and its line in the old one when it was there. */
export interface ModelJob {
  id: string;
  /** The model's line and row in the new catalog; absent: it is gone, only its hash rows are taken back. */
  entry?: string;
  row?: string;
  gated?: true;
  /** The model's line in the old catalog, when the objects it names are others now: their hash rows are taken back. */
  oldEntry?: string;
  /** Its former pack, if worth a look: unchanged answers need not be compressed again. */
  before?: Listed;
  /** The objects are unchanged, so their hash rows exist already. */
  sameObjects?: true;
  /** Only answers that depend on the browse row are made; the others come from the former pack. */
  rowOnly?: true;
}

/** Objects of a day that the next one does not name, by their kinds; and how the days differ in the models they have. */
export interface DayObjects {
  models: Address[];
  sources: Address[];
  cards: Address[];
  /** Model objects that the next day has instead. */
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
  /** Models that are served and whose pack was written; gated ones are not. */
  models: number;
  /** Files under <dist>/packs. */
  files: number;
  bytes: number;
}

/** The result of a job. */
export interface JobResult {
  written?: Written;
  /** The entry for the list of each model of the batch, or of each bucket; null for one without files. */
  listed?: (Listed | null)[];
  /** By how much the bytes of all files indexed grew (or shrank) with the models of the job. */
  indexedBytes?: number;
  /** Models of the batch that are pinned, by id. */
  pins?: [id: string, pin: Pin][];
  /** Small files of the batch at sources, by the source's token. */
  probeFiles?: [token: string, file: ProbeFile][];
  /** The faults that a check found. */
  faults?: TornFault[];
  /** Cards that days name and nobody has here. */
  goneCards?: Address[];
  /** Sentences about written models that the builder should read. */
  notices?: string[];
}
