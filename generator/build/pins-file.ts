// The pins of a tree, kept in it: the next build starts from them and reads the source objects of changed models only.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from '../../functions/hosts/plain-file.ts';
import type { Pin } from '../../src/wire/pins.ts';

const PINS_FILE = 'pins.json';

/** The pins of the tree at `folder`, by model id; none without a tree. */
export function readPins(folder: string | undefined): Map<string, Pin> {
  if (folder === undefined) return new Map();
  return new Map(Object.entries(JSON.parse(readOwnFile(join(folder, PINS_FILE)).toString()) as Record<string, Pin>));
}

/** Writes them sorted by id, and gives them so. */
export function writePins(folder: string, pins: ReadonlyMap<string, Pin>): Record<string, Pin> {
  const sorted = Object.fromEntries([...pins].sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(folder, PINS_FILE), JSON.stringify(sorted));
  return sorted;
}
