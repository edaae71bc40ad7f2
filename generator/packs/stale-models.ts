// Keeps the ids of models that the next build must make again although the catalog has not changed, since their card was
// taken down or is allowed again.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { currentName } from './tree-layout.ts';

const FORMAT = 'hub.model-hub.stale/v1';
const NAME = 'stale.json';

interface StaleNote {
  /** The name of the tree that has the models. */
  tree: string;
  models: string[];
}

/** Returns the ids of the stale models in the tree `name`. */
export function readStale(dist: string, name: string | undefined): ReadonlySet<string> {
  const note = readJsonNote<StaleNote>(join(dist, NAME), FORMAT);
  return new Set(note?.tree === name ? note?.models : []);
}

/** Adds a model of the current tree to the stale ones. Does nothing if there is no tree. */
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
