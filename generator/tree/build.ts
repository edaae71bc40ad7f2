// Declares the build of a tree: its input, what all its steps share, and its report.
import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Service } from '../../src/service/service.ts';
import type { Withdrawal } from '../../src/service/withdrawals.ts';
import type { DocsPage } from '../../src/site/docs-page.ts';
import type { Shard } from '../../src/tree/tree-list.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import type { ObjectStore } from '../days/object-store.ts';
import type { PackStore } from '../packs/dist-store.ts';
import type { ListReader } from '../packs/list-reader.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import type { Job, JobResult, Written } from './jobs.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { BuiltSpace } from './write-spaces.ts';

/** The facts that documents need besides the catalog. */
export interface DocumentInputs {
  service: Service;
  /**
   * Reads the pages of the documentation for the hub at the address `baseUrl`. It is called only if a tree is written.
   */
  docs: (baseUrl: string) => DocsPage[] | Promise<DocsPage[]>;
  /** The maximum number of addresses in one sitemap file; by default the limit of the sitemap protocol. */
  sitemapLimit?: number;
}

export interface BuildSettings {
  dist: string;
  /** The folders of the object store, the writable one first. */
  stores: [string, ...string[]];
  /** The address of the catalog from which the tree is built. */
  catalog: Address;
  /** The address of the day's whole catalog, if `catalog` is a copy without withdrawn models. */
  takenFrom?: Address | undefined;
  /** Withdrawn models; none by default. Neither the catalog `catalog` nor any list of the tree names them. */
  withdrawn?: readonly Withdrawal[];
  /** Objects that were removed for good, though older days still name them; none by default. */
  purged?: ReadonlySet<Address>;
  /** Records of how the days of the chain were made, by the address of the day's catalog. A day may lack a record. */
  origins?: Readonly<Record<string, DayOrigin>>;
  baseUrl: string;
  /** The tokens of the sources in order of preference. */
  sourceOrder: string[];
  /** The base URL of the hub from which the models come. */
  origin: string;
  /** If absent, the tree has no documents. */
  documents?: DocumentInputs;
  /** The apps to publish; none by default. */
  spaces?: readonly BuiltSpace[];
  /** True if the hub has a key that signs its log. */
  isSigned?: boolean;
  threads?: number;
  /** The number of milliseconds for which a tree stays after it was replaced; a day by default. */
  stay?: number;
  /** Receives the number of models that each batch has finished. */
  onProgress?: (models: number) => void;
  /** Receives sentences that the operator should read. They are about the written models. */
  onNotice?: (sentence: string) => void;
}

/** The settings with their defaults. */
export type WholeSettings = BuildSettings &
  Required<Pick<BuildSettings, 'withdrawn' | 'purged' | 'origins' | 'spaces' | 'stay'>>;

/** The current tree, which the new tree continues, with the path of its catalog and its list. */
export interface TreeBefore extends Stamp {
  path: string;
  reader: ListReader;
}

/** A running build: its settings, and what all its steps share. */
export interface Build extends WholeSettings {
  /** The folder for unpacked files of the new tree. */
  draft: string;
  store: ObjectStore;
  /** The day from whose catalog the tree is built. */
  day: CatalogFile;
  /** If absent, every model is written. */
  before: TreeBefore | undefined;
  /** The shards of the current tree's list. The new tree may continue that tree or not. */
  known: readonly Shard[];
  /** Ids of models to make again although nothing in the catalog has changed. */
  stale: ReadonlySet<string>;
  /** True if any file that is left may be damaged, so that files are compared before reuse. */
  mend: boolean;
  pool: WorkerPool<Job, JobResult>;
  packs: PackStore;
}

export interface BuildReport extends Written {
  /** False if the present tree was up to date. */
  changed: boolean;
  stamp: Stamp;
}
