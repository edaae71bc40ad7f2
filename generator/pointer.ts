// The pointer: the one small file that says which catalog is today's. It moves last, in one step.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, parseAddress } from '../src/address.ts';
import { isDay } from '../src/calendar.ts';
import { writeDurably } from './durability.ts';
import { Failure, systemSentence } from './failure.ts';
import { seedFolder } from './places.ts';

const POINTER_FORMAT = 'hub.model-hub.pointer/v1';
const NAME = 'index.json';

export interface Pointer {
  /** The newest day's catalog. */
  catalog: Address;
  /** Its day, YYYY-MM-DD. */
  snapshot: string;
}

/** The pointer in `folder`; undefined when there is none. Throws a sentence when it is damaged or of an unknown format. */
export function readPointer(folder: string): Pointer | undefined {
  const path = join(folder, NAME);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure(systemSentence(error, path) ?? String(error), { cause: error });
  }
  return parsePointer(text, path);
}

/** Points `folder` at another catalog. Every object it reaches must be on the disk by now. */
export function writePointer(folder: string, { catalog, snapshot }: Pointer): void {
  mkdirSync(folder, { recursive: true });
  writeDurably(join(folder, NAME), `${JSON.stringify({ format: POINTER_FORMAT, catalog, snapshot })}\n`);
}

/** The pointer in force: that of HUB_DATA, else that of the catalog that ships. */
export function currentPointer(
  data: string,
  seed: string = seedFolder,
): (Pointer & { from: 'data' | 'seed' }) | undefined {
  const own = readPointer(data);
  if (own) return { ...own, from: 'data' };
  const shipped = readPointer(seed);
  return shipped && { ...shipped, from: 'seed' };
}

function parsePointer(text: string, path: string): Pointer {
  let value: { format?: unknown; catalog?: unknown; snapshot?: unknown };
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    throw new Failure(`${path} is damaged: it is not JSON.`);
  }
  if (value?.format !== POINTER_FORMAT)
    throw new Failure(
      `${path} has the unknown format ${JSON.stringify(value?.format)}; this version reads ${POINTER_FORMAT}.`,
    );
  const catalog = typeof value.catalog === 'string' ? parseAddress(value.catalog) : undefined;
  if (!catalog || typeof value.snapshot !== 'string' || !isDay(value.snapshot))
    throw new Failure(`${path} is damaged: it must name a catalog and a snapshot day.`);
  return { catalog, snapshot: value.snapshot };
}
