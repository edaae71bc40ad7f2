// Defines the layout of trees on disk. Every file of a tree has the SHA-256 of its bytes as its name, and one small
// file names the current tree.
//
//   <dist>/current: the name of the current tree; a rename replaces it, so that readers see the old tree or the new one
//   <dist>/packs/<2>/<62>: packs, the shards of lists that name packs, and the stamps of trees that name shards
//   <dist>/objects/<kind>/: every object by its kind; a build never removes one
//   <dist>/left/<tree>: an empty file, whose time says when that tree was replaced
//   <dist>/draft/: unpacked files of a running build
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchivedDay } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Withdrawal } from '../../src/service/withdrawals.ts';
import { CURRENT, formatCurrent, parseCurrent, TREE_FORMAT } from '../../src/tree/store.ts';
import type { Shard } from '../../src/tree/tree-list.ts';
import { writeDurably } from '../files/durability.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { readPacked } from './dist-store.ts';

/** The stamp of a finished tree. The name of the tree is the SHA-256 of the stamp's text. */
export interface Stamp {
  format: typeof TREE_FORMAT;
  /** The hash of everything that the tree was made from. */
  id: string;
  catalog: string;
  /** The address of the day's whole catalog, if `catalog` is a copy without withdrawn models; otherwise absent. */
  takenFrom?: string;
  snapshot: string;
  /** The byte offsets of the two lists in the catalog object, so that readers need not search for them. */
  modelsStart: number;
  rowsStart: number;
  /** Ids of gated models, which are refused. */
  gated: string[];
  /** Withdrawn models; absent if there are none. */
  withdrawn?: readonly Withdrawal[];
  /** The days, newest first. */
  days: ArchivedDay[];
  /** The names of the service's own repositories. */
  repositories: string[];
  baseUrl: string;
  /** The hash of the code that makes the answers of models. A build with other code makes all packs again. */
  code: string;
  /** True if the hub had a key that signs its log; otherwise absent. */
  signed?: true;
  counts: TreeCounts;
  /**
   * The cursor for the second page of the model list; absent if there is only one page. The build makes only the first
   * page.
   */
  nextPage?: string;
  /** The shards of the list that names everything in the tree. */
  list: readonly Shard[];
}

export interface TreeCounts {
  /** The number of all served models, including those that are not on the browse list. */
  models: number;
  /** The number of models on the browse list. */
  listed: number;
}

/** Reads the stamp of the tree with this name; undefined if it is missing, damaged or of another version. */
export function readStamp(dist: string, name: string): Stamp | undefined {
  try {
    const stamp = JSON.parse(readPacked(dist, name).toString()) as Stamp;
    return stamp.format === TREE_FORMAT ? stamp : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the name of the current tree, even if the tree is damaged; undefined if there is none. */
export function currentName(dist: string): string | undefined {
  try {
    return parseCurrent(readFileSync(join(dist, CURRENT), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the name and the stamp of the current tree; undefined if there is no tree that this version reads. */
export function currentStamp(dist: string) {
  const name = currentName(dist);
  const stamp = name === undefined ? undefined : readStamp(dist, name);
  return stamp && { name: name!, stamp };
}

/**
 * Notes that the tree `name` is replaced now. Call it before the replacement, so that the time is noted even if the
 * process crashes.
 */
export function noteLeaving(dist: string, name: string): void {
  mkdirSync(join(dist, 'left'), { recursive: true });
  writeDurably(join(dist, 'left', name), '');
}

/** Makes the tree with this name current in one step. */
export function makeCurrent(dist: string, name: string): void {
  writeDurably(join(dist, CURRENT), formatCurrent(name));
}

const FORMAT = 'hub.model-hub.stale/v1';
const NAME = 'stale.json';

interface StaleNote {
  /** The name of the tree that has the models. */
  tree: string;
  models: string[];
}

/** Returns the ids of the stale models in the tree `name`, in lower case. */
export function readStale(dist: string, name: string | undefined): ReadonlySet<string> {
  const note = readJsonNote<StaleNote>(join(dist, NAME), FORMAT);
  return new Set(note?.tree === name ? note?.models : []);
}

/** Adds a model of the current tree (its id in lower case) to the stale ones. Does nothing if there is no tree. */
export function noteStale(dist: string, model: string): void {
  const tree = currentName(dist);
  if (tree === undefined) return;
  const models = [...new Set([...readStale(dist, tree), model])].sort();
  writeJsonNote(join(dist, NAME), { format: FORMAT, tree, models });
}

/** Forgets the stale models, because a new tree is current. */
export function forgetStale(dist: string): void {
  rmSync(join(dist, NAME), { force: true });
}
