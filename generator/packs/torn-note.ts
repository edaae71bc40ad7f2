// Keeps a note about damage that a check found in the current tree, so that the next build makes the damaged parts
// again.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../src/nouns/address.ts';
import type { ObjectKind } from '../../src/nouns/media-types.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { currentName } from './tree-layout.ts';

const FORMAT = 'hub.model-hub.torn/v1';
const NAME = 'torn.json';

/** A fault that a check has found. */
export interface TornFault {
  /** The fault as a sentence. */
  said: string;
  /** The model whose pack must be made again. */
  model?: string;
  /** The damaged file of the tree. If there is neither a model nor a file, the next build makes everything anew. */
  file?: string;
  /** The catalog object that is damaged or missing. */
  object?: { kind: ObjectKind; address: Address };
}

export interface TornNote {
  /** The id of the checked tree. */
  tree: string;
  /** Ids of the models whose packs are damaged. */
  models: string[];
  /** Damaged files that belong to no model. */
  files: string[];
  /** True if some damage belongs neither to a model nor to a file, so that the next build makes everything anew. */
  all: boolean;
}

/** Reads the note about the tree `id`; undefined if there is no note about that tree. */
export function readTornNote(dist: string, id: string | undefined): TornNote | undefined {
  const note = readJsonNote<TornNote>(join(dist, NAME), FORMAT);
  return note?.tree === id ? note : undefined;
}

/** Writes a note of the faults of the tree `id`. Removes the note if there are no faults. */
export function leaveTornNote(dist: string, id: string, faults: readonly TornFault[]): void {
  if (faults.length === 0) {
    removeTornNote(dist);
    return;
  }
  const note: TornNote = {
    tree: id,
    models: [...new Set(faults.flatMap(({ model }) => model ?? []))].sort(),
    files: [...new Set(faults.flatMap(({ file }) => file ?? []))].sort(),
    all: faults.some(({ model, file }) => model === undefined && file === undefined),
  };
  writeJsonNote(join(dist, NAME), { format: FORMAT, ...note });
}

/**
 * Adds a model of the current tree to the note, so that the next build makes the model's pack again. Does nothing if
 * there is no tree.
 */
export function noteTornModel(dist: string, model: string): void {
  const tree = currentName(dist);
  if (tree === undefined) return;
  const { models = [], files = [], all = false } = readTornNote(dist, tree) ?? {};
  const note: TornNote = { tree, models: [...new Set([...models, model])].sort(), files, all };
  writeJsonNote(join(dist, NAME), { format: FORMAT, ...note });
}

/** Removes the note, because the damage is repaired or the tree is no longer current. */
export function removeTornNote(dist: string): void {
  rmSync(join(dist, NAME), { force: true });
}

/** Does `work`, which writes a note. Ignores the error if HUB_DIST is read-only, because a check may run there too. */
export function unlessReadOnly(work: () => void): void {
  try {
    work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EROFS' && code !== 'EACCES' && code !== 'EPERM') throw error;
  }
}
