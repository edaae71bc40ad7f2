// The tree that is current when a build begins: what the new one may take over from it, and what it may not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchivedDay } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import type { TreeBefore } from './models/write-models.ts';
import type { RepairPlan } from './repair-plan.ts';

/** The tree that is current, and what a check has found wrong with it. */
export interface Standing {
  /** Undefined without a tree. */
  name: string | undefined;
  /** Undefined when it is of another version, or damaged. */
  stamp: Stamp | undefined;
  repair: RepairPlan | undefined;
}

/** The tree that is continued, and the days it holds. */
export interface StandingTree extends TreeBefore {
  catalog: TreeBefore['catalog'] & { address: Address };
  counts: Stamp['counts'];
  days: ArchivedDay[];
}

/** The tree that stands, when its catalog is still at hand to be compared with. */
export function standingTree(dist: string, stamp: Stamp): StandingTree | undefined {
  const address = parseAddress(stamp.catalog);
  const path = address && join(dist, objectPath('catalog', address));
  if (!address || !path || !existsSync(path)) return undefined;
  const { modelsStart, rowsStart, gated, pages = '', counts, days, list } = stamp;
  return { catalog: { address, path, modelsStart, rowsStart, gated }, pages, counts, days, list };
}
