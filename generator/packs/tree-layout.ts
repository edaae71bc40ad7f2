// The layout of trees on disk: every file has the SHA-256 of its bytes as its name, and one small file names the current
// tree.
//
// <dist>/current the name of a tree, swapped by rename: readers see the old tree or the new one <dist>/packs/<2>/<62>
// packs, the shards of lists that name them, and the stamps of trees that name those <dist>/objects/<kind>/ every object by
// its kind, never removed <dist>/left.json the times at which trees left `current`: they stay a while, for readers that
// still use them <dist>/draft/ unpacked files of a running build
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchivedDay } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Withdrawal } from '../../src/service/withdrawals.ts';
import { CURRENT, formatCurrent, parseCurrent, TREE_FORMAT } from '../../src/tree/store.ts';
import type { Shard } from '../../src/tree/tree-list.ts';
import { writeDurably } from '../files/durability.ts';
import { readPacked } from './dist-store.ts';

/** The stamp of a finished tree. Its name is the SHA-256 of this text. */
export interface Stamp {
  format: typeof TREE_FORMAT;
  /** The hash of everything that the tree was made from. */
  id: string;
  catalog: string;
  /** The catalog of the day, if withdrawn models were taken out of it; otherwise absent. */
  takenFrom?: string;
  snapshot: string;
  /** Offsets of the catalog object's two lists, so that readers need not search. */
  modelsStart: number;
  rowsStart: number;
  /** Ids of gated models, which are refused. */
  gated: string[];
  /** Withdrawn models; absent if there are none. */
  withdrawn?: readonly Withdrawal[];
  /** The days, newest first. */
  days: ArchivedDay[];
  /** The service's own repositories. */
  repositories: string[];
  baseUrl: string;
  /** The hash of the code that makes the answers of models: other code makes other packs. */
  code: string;
  /** The hash of the code that compresses answers. */
  twins: string;
  /** True if the hub had a key that signs its log; otherwise absent. */
  signed?: true;
  /** The key of the models' pages; absent if the tree has none. */
  pages?: string;
  counts: TreeCounts;
  /** The cursor of the page after the built first page; absent if there is none. */
  nextPage?: string;
  /** The shards of the list of everything in the tree. */
  list: readonly Shard[];
}

export interface TreeCounts {
  /** The number of models served, with thin ones. */
  models: number;
  /** The number of models on the browse list. */
  listed: number;
}

/** A tree on the disk. */
interface NamedStamp {
  /** The SHA-256 of the stamp. */
  name: string;
  stamp: Stamp;
}

/** Reads the tree with this name; undefined when it is missing, or of another version. */
export function readStamp(dist: string, name: string): Stamp | undefined {
  try {
    const stamp = JSON.parse(readPacked(dist, name).toString()) as Stamp;
    return stamp.format === TREE_FORMAT ? stamp : undefined;
  } catch {
    return undefined;
  }
}

/** Gives the name of the current tree, even of a damaged one; undefined if there is none. */
export function currentName(dist: string): string | undefined {
  try {
    return parseCurrent(readFileSync(join(dist, CURRENT), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Gives the current tree; undefined if there is none of this version. */
export function currentStamp(dist: string): NamedStamp | undefined {
  const name = currentName(dist);
  const stamp = name === undefined ? undefined : readStamp(dist, name);
  return stamp && { name: name!, stamp };
}

/** Makes the tree with this name current in one step. */
export function makeCurrent(dist: string, name: string): void {
  writeDurably(join(dist, CURRENT), formatCurrent(name));
}
