// The pins of a tree, kept in it, so that the next build only reads the source objects of changed models.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Pin } from '../../../src/shapes/discovery.ts';
import type { ListReader } from '../../packs/list-reader.ts';

const PINS_FILE = 'build/pins.json';

/** Reads the pins of the tree with this list, by model id; empty if there is no tree. */
export function readPins(list: ListReader | undefined): Map<string, Pin> {
  const text = list?.read(PINS_FILE)?.toString();
  return new Map(text === undefined ? [] : Object.entries(JSON.parse(text) as Record<string, Pin>));
}

/** Writes the pins sorted by id into a draft, and gives them in that order. */
export function writePins(draft: string, pins: ReadonlyMap<string, Pin>): Record<string, Pin> {
  const sorted = Object.fromEntries([...pins].sort(([a], [b]) => (a < b ? -1 : 1)));
  mkdirSync(dirname(join(draft, PINS_FILE)), { recursive: true });
  writeFileSync(join(draft, PINS_FILE), JSON.stringify(sorted));
  return sorted;
}
