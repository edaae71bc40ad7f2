// Describes the current tree for the build of the next one, which reuses its parts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchivedDay } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import type { TreeBefore } from './models/write-models.ts';

/** The current tree. */
export interface Standing {
  /** The name of the tree; undefined if there is none. */
  name: string | undefined;
  /** The stamp of the tree; undefined if it is damaged or of another version. */
  stamp: Stamp | undefined;
  /** Ids of models to make again although nothing in the catalog has changed. */
  stale: ReadonlySet<string>;
}

/** The current tree, which the new tree continues. */
export interface StandingTree extends TreeBefore {
  catalog: TreeBefore['catalog'] & { address: Address };
  counts: Stamp['counts'];
  days: ArchivedDay[];
  withdrawn: Stamp['withdrawn'];
}

/**
 * Returns the current tree as the one to continue; undefined if its catalog is missing, because then nothing can be
 * compared.
 */
export function standingTree(dist: string, stamp: Stamp): StandingTree | undefined {
  const address = parseAddress(stamp.catalog);
  const path = address && join(dist, objectPath('catalog', address));
  if (!address || !path || !existsSync(path)) return undefined;
  const { modelsStart, rowsStart, gated, counts, days, withdrawn, list } = stamp;
  return { catalog: { address, path, modelsStart, rowsStart, gated }, counts, days, withdrawn, list };
}
