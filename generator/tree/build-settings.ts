// Types for the input and the report of a tree's build.

import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Withdrawal } from '../../src/service/withdrawals.ts';
import type { LeafPlace } from '../log/made-leaves.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import type { DocumentInputs } from './documents/write-documents.ts';
import type { BuiltSpace } from './documents/write-spaces.ts';
import type { PageSettings } from './models/page-renderer.ts';
import type { Written } from './threads/jobs.ts';

export interface BuildSettings {
  dist: string;
  /** Roots of the object store, the writable one first. */
  stores: [string, ...string[]];
  /** The catalog to build. */
  catalog: Address;
  /** The whole catalog of the day, if `catalog` lacks withdrawn models. */
  takenFrom?: Address | undefined;
  /** Withdrawn models; none by default. Neither the catalog nor any list of the tree names them. */
  withdrawn?: readonly Withdrawal[];
  /** Objects that were removed for good and that older days still name; none by default. */
  purged?: ReadonlySet<Address>;
  /** Records of how the days of the chain were made, by the address of the catalog, as far as that is known. */
  origins?: Readonly<Record<string, DayOrigin>>;
  baseUrl: string;
  /** Tokens of the sources in order of preference. */
  sourceOrder: string[];
  /** The base URL of the hub that models come from. */
  origin: string;
  /** The facts for documents that don't come from the catalog; if absent, the tree has no documents. */
  documents?: DocumentInputs;
  /** The apps to publish; none by default. */
  spaces?: readonly BuiltSpace[];
  /** True if the hub has a key that signs its log. */
  isSigned?: boolean;
  /** The website that makes the pages of models; if absent, the tree has no such pages. */
  pages?: PageSettings | undefined;
  /** The place for the log's leaves of the written models; if absent, no leaves are made. */
  leaves?: LeafPlace;
  threads?: number;
  /** Milliseconds for which a tree stays after it was replaced; a day by default. */
  stay?: number;
  /** Called after every batch with the number of models that it finished. */
  onProgress?: (models: number) => void;
  /** Called with sentences about written models that the operator should read. */
  onNotice?: (sentence: string) => void;
}

export interface BuildReport extends Written {
  /** False if the present tree was up to date. */
  changed: boolean;
  stamp: Stamp;
}
