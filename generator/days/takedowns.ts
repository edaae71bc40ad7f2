// The models whose cards were taken down: no import, crawl or mirror brings cards of this list in HUB_DATA back.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import type { Address } from '../../src/nouns/address.ts';
import { writeJsonNote } from '../files/json-note.ts';
import { Failure } from '../process/failure.ts';

const FORMAT = 'hub.model-hub.takedowns/v1';
const NAME = 'takedowns.json';

/** A model that left the list, with its removed cards: they may come back. */
export interface Lifted {
  model: string;
  cards: Address[];
}

interface Takedowns {
  /** In lower case. */
  ids: Set<string>;
  lifted: Lifted[];
}

/** Reads the list. Throws a Failure when it is unreadable: while the takedowns are unknown, no card may be kept. */
export function readTakedowns(data: string): Takedowns {
  const path = join(data, NAME);
  let text: string;
  try {
    text = readOwnFile(path).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { ids: new Set(), lifted: [] };
    throw new Failure(`${path} can't be read: ${(error as Error).message}.`, { cause: error });
  }
  try {
    const { format, models, lifted = [] } = JSON.parse(text) as { format: string; models: string[]; lifted?: Lifted[] };
    if (format === FORMAT) return { ids: new Set(models.map((id) => id.toLowerCase())), lifted };
  } catch {
    // The Failure below covers it.
  }
  throw new Failure(
    `${path} is no list of takedowns: put it back from a backup, or write {"format":"${FORMAT}","models":[]}.`,
  );
}

/** Replaces the list in one step. */
export function writeTakedowns(data: string, { ids, lifted }: Takedowns): void {
  mkdirSync(data, { recursive: true });
  const told = { format: FORMAT, models: [...ids].sort(), ...(lifted.length > 0 && { lifted }) };
  writeJsonNote(join(data, NAME), told);
}
