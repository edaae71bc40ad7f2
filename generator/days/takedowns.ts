// Reads and writes takedowns.json in HUB_DATA, the list of models whose cards were taken down. No import, crawl or
// mirror brings these cards back.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../src/nouns/address.ts';
import { readNoteText, writeJsonNote } from '../files/json-note.ts';
import { Failure } from '../process/failure.ts';

const FORMAT = 'hub.model-hub.takedowns/v1';
const NAME = 'takedowns.json';

/** A model that was taken off the list of takedowns, and its removed cards, which may now come back. */
export interface Lifted {
  model: string;
  cards: Address[];
}

interface Takedowns {
  /** The ids of the models, in lower case. */
  ids: Set<string>;
  lifted: Lifted[];
}

/**
 * Reads the list. Throws a Failure when the list is unreadable, because no card may be stored while the takedowns are
 * unknown.
 */
export function readTakedowns(data: string): Takedowns {
  const path = join(data, NAME);
  const text = readNoteText(path);
  if (text === undefined) return { ids: new Set(), lifted: [] };
  try {
    const { format, models, lifted = [] } = JSON.parse(text) as { format: string; models: string[]; lifted?: Lifted[] };
    if (format === FORMAT) return { ids: new Set(models.map((id) => id.toLowerCase())), lifted };
  } catch {
    // The error below reports a text that is no JSON.
  }
  throw new Failure(
    `${path} is no list of takedowns: put it back from a backup, or write {"format":"${FORMAT}","models":[]}.`,
  );
}

/** Replaces the list in one step. */
export function writeTakedowns(data: string, { ids, lifted }: Takedowns): void {
  mkdirSync(data, { recursive: true });
  const note = { format: FORMAT, models: [...ids].sort(), ...(lifted.length > 0 && { lifted }) };
  writeJsonNote(join(data, NAME), note);
}
