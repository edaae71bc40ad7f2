// The pins of a tree, kept in it: the next build starts from them and reads the source objects of changed models only.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Pin } from '../../../src/shapes/discovery.ts';
import type { ListReader } from '../../packs/list-reader.ts';

const PINS_FILE = 'build/pins.json';

/** The pins of the tree with this list, by model id; none without a tree. */
export function readPins(list: ListReader | undefined): Map<string, Pin> {
  const text = list?.read(PINS_FILE)?.toString();
  return new Map(text === undefined ? [] : Object.entries(JSON.parse(text) as Record<string, Pin>));
}

/** Writes them sorted by id into a draft, and gives them so. */
export function writePins(draft: string, pins: ReadonlyMap<string, Pin>): Record<string, Pin> {
  const sorted = Object.fromEntries([...pins].sort(([a], [b]) => (a < b ? -1 : 1)));
  mkdirSync(dirname(join(draft, PINS_FILE)), { recursive: true });
  writeFileSync(join(draft, PINS_FILE), JSON.stringify(sorted));
  return sorted;
}
