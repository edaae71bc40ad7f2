// Types the input and the report of a build of the tree.

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
  /** The catalog of the day, if withdrawn models were taken out of it. */
  takenFrom?: Address | undefined;
  /** Withdrawn models, which neither the catalog nor any list of the tree names; none by default. */
  withdrawn?: readonly Withdrawal[];
  /** Objects that were removed for good, which older days name; none by default. */
  purged?: ReadonlySet<Address>;
  /** Records of how the days of the chain were made, by the address of their catalog, as far as known. */
  origins?: Readonly<Record<string, DayOrigin>>;
  baseUrl: string;
  /** Tokens of the sources in order of preference. */
  sourceOrder: string[];
  /** The URL base of the hub that models come from. */
  origin: string;
  /** The facts for documents beside the catalog; if absent, the tree has no documents. */
  documents?: DocumentInputs;
  /** The apps to publish; none by default. */
  spaces?: readonly BuiltSpace[];
  /** True if the hub has a key that signs its log. */
  isSigned?: boolean;
  /** The website that makes the pages of models; if absent, the tree has none. */
  pages?: PageSettings | undefined;
  /** The place for the log's leaves of written models; if absent, none are made. */
  leaves?: LeafPlace;
  threads?: number;
  /** Milliseconds that a tree stays after it was current; a day by default. */
  stay?: number;
  /** Called with the number of finished models after every batch. */
  onProgress?: (models: number) => void;
  /** Called with sentences about written models, for the builder. */
  onNotice?: (sentence: string) => void;
}

export interface BuildReport extends Written {
  /** False if the present tree was up to date. */
  changed: boolean;
  stamp: Stamp;
}
