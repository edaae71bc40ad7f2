// The static tree on disk: whole trees that share what did not change, and one link that says which is current.
//
//   <dist>/current               → trees/<id>, swapped by rename: readers see the old tree or the new one
//   <dist>/trees/<id>/           one tree: models/<owner> are links into owners/, objects a link to objects/
//   <dist>/owners/<owner>/<key>/ an owner's models, each a link into shelf/
//   <dist>/shelf/<owner>/<name>/<key>/  the answers of one model as one catalog tells them
//   <dist>/objects/<kind>/       every object by its kind, never removed
//
// A key is a hash of what the folder was made from, so equal input finds its folder already there.
import { createHash } from 'node:crypto';
import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOwnFile } from '../../functions/hosts/plain-file.ts';
import type { ArchivedDay } from '../../src/dialects/discovery/hub-facts.ts';
import { STAMP } from '../../src/static-tree.ts';

export const TREE_FORMAT = 'hub.model-hub.tree/v2';

/** What a finished tree says of itself; the last file written into it. */
export interface Stamp {
  format: typeof TREE_FORMAT;
  /** Hash of everything the tree was made from. */
  id: string;
  catalog: string;
  snapshot: string;
  /** Where the catalog object's two lists begin, so that readers need not look. */
  modelsStart: number;
  rowsStart: number;
  /** Ids that are refused as gated. */
  gated: string[];
  /** Newest first. */
  days: ArchivedDay[];
  /** The service's own repositories. */
  repositories: string[];
  baseUrl: string;
  /** Hash of the code that makes the answers of models: other code makes other folders. */
  code: string;
  /** Hash of what compresses answers. */
  twins: string;
  /** How often what a check found damaged was made again; absent when never. */
  repairs?: number;
  /** The key of the models' pages; absent when the tree has none. */
  pages?: string;
  counts: TreeCounts;
  /** Where the page after the built first page begins; absent when there is none. */
  nextPage?: string;
  /** SHA-256 of every document, by its path in the tree. */
  documents: Record<string, string>;
  /** SHA-256 of the other files that nothing else vouches for. */
  files: Record<string, string>;
}

export interface TreeCounts {
  /** Every model served, thin ones included. */
  models: number;
  /** Those on the browse list. */
  listed: number;
}

/** The stamp of the tree at `folder`; undefined when there is no finished tree of this version. */
export function readStamp(folder: string): Stamp | undefined {
  try {
    const stamp = JSON.parse(readOwnFile(join(folder, STAMP)).toString()) as Stamp;
    return stamp.format === TREE_FORMAT ? stamp : undefined;
  } catch {
    return undefined;
  }
}

export const currentLink = (dist: string) => join(dist, 'current');
export const treeFolder = (dist: string, id: string) => join(dist, 'trees', id);

/** The id of the current tree; undefined when there is none. */
export function currentTreeId(dist: string): string | undefined {
  try {
    return basename(readlinkSync(currentLink(dist)));
  } catch {
    return undefined;
  }
}

/** Makes `id` the current tree in one step. */
export function makeCurrent(dist: string, id: string): void {
  const fresh = join(dist, `current.${process.pid}`);
  rmSync(fresh, { force: true });
  symlinkSync(join('trees', id), fresh, 'junction');
  renameSync(fresh, currentLink(dist));
}

/** A short hash of `parts`, for the names of folders. */
export function keyOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}
