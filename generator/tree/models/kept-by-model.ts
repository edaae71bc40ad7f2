// Keeps facts about some models in the tree, so that the next build need not read the source objects of unchanged
// models.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sortedByKey } from '../../../src/basics/records.ts';
import type { ListReader } from '../../packs/list-reader.ts';

/** The file with the pins, as a path in the tree. */
export const PINS_FILE = 'build/pins.json';

/** Reads a file of facts by model id from the tree with the list `list`; empty if there is no tree or no such file. */
export function readByModel<T>(list: ListReader | undefined, name: string): Map<string, T> {
  const text = list?.read(name)?.toString();
  return new Map(text === undefined ? [] : Object.entries(JSON.parse(text) as Record<string, T>));
}

/** Writes a file of facts by model id into the folder `draft`, sorted by id. Returns the facts in this order. */
export function writeByModel<T>(draft: string, name: string, kept: ReadonlyMap<string, T>): Record<string, T> {
  const sorted = sortedByKey(kept);
  mkdirSync(dirname(join(draft, name)), { recursive: true });
  writeFileSync(join(draft, name), JSON.stringify(sorted));
  return sorted;
}
