// Declares the input and the report of a build of a tree.

import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Withdrawal } from '../../src/service/withdrawals.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import type { DocumentInputs } from './documents/write-documents.ts';
import type { BuiltSpace } from './documents/write-spaces.ts';
import type { Written } from './threads/jobs.ts';

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
  /** The facts that the documents need besides the catalog; if absent, the tree has no documents. */
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

export interface BuildReport extends Written {
  /** False if the present tree was up to date. */
  changed: boolean;
  stamp: Stamp;
}
