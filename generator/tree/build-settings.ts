// What a build of the tree is told, and what it tells.

import type { DayOrigin } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';
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
  /** How the days of the chain came to be, by the address of their catalog, as far as that is known. */
  origins?: Readonly<Record<string, DayOrigin>>;
  baseUrl: string;
  /** Tokens of the sources in order of preference. */
  sourceOrder: string[];
  /** The URL base of the hub that models come from. */
  origin: string;
  /** What documents tell beside the catalog; the tree has none unless given. */
  documents?: DocumentInputs;
  /** The apps to publish; none unless given. */
  spaces?: readonly BuiltSpace[];
  /** The hub has a key that signs its log. */
  isSigned?: boolean;
  /** The website that makes the pages of models; the tree has none unless given. */
  pages?: PageSettings | undefined;
  /** Where leaves of the models that are written go, for the log; nowhere unless given. */
  leaves?: LeafPlace;
  threads?: number;
  /** Milliseconds that a tree stays after it was current; a day unless given. */
  stay?: number;
  /** Told after every batch how many models are done, of how many rows when that is known. */
  onProgress?: (models: number) => void;
  /** Told, in one sentence each, what whoever builds should know of a model that was written. */
  onNotice?: (sentence: string) => void;
}

export interface BuildReport extends Written {
  /** False: the tree that stands is the one asked for, nothing was done. */
  changed: boolean;
  stamp: Stamp;
}
