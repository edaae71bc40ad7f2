// What the build and the check ask of their threads.
import type { Address } from '../../src/address.ts';
import type { Pin } from '../../src/wire/pins.ts';
import type { ChangesTask } from './day-changes.ts';
import type { SitemapTask } from './write-sitemap.ts';

/** A model to write: its lines in the new catalog, or `gated`; and its line in the old one when it was there. */
export interface ModelJob {
  id: string;
  key: string;
  /** The model's line and row in the new catalog; absent: it is gone, only its hash rows are taken back. */
  entry?: string;
  row?: string;
  gated?: true;
  /** The model's line in the old catalog. */
  oldEntry?: string;
  /** The key of its folder before, when only the browse row changed: the other answers are linked from there. */
  sameObjects?: string;
}

export type Job =
  | { kind: 'models'; models: ModelJob[] }
  | { kind: 'check'; models: ModelJob[] }
  | { kind: 'objects'; addresses: Address[] }
  | { kind: 'flush' }
  | { kind: 'sitemap'; task: SitemapTask }
  | { kind: 'changes'; task: ChangesTask }
  | { kind: 'shards'; buckets: string[]; folder: string; before: string | undefined }
  | { kind: 'check-shards'; buckets: string[]; folder: string };

/** What a thread wrote for a batch of models. */
export interface Written {
  models: number;
  files: number;
  bytes: number;
}

/** What a job gives back. */
export interface JobResult {
  written?: Written;
  /** Models of the batch that are pinned, by id. */
  pins?: [id: string, pin: Pin][];
  /** SHA-256 of the documents written, by their paths in the tree. */
  documents?: Record<string, string>;
  /** What a check found wrong, a sentence each. */
  faults?: string[];
  /** What whoever builds should know of the models written, a sentence each. */
  notices?: string[];
}
