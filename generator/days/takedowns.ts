// Reads and writes takedowns.json in HUB_DATA, the list of models whose cards were taken down. No import, crawl or
// mirror brings these cards back.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readNoteText, writeJsonNote } from '../files/json-note.ts';
import { Failure } from '../process/failure.ts';

const FORMAT = 'hub.model-hub.takedowns/v1';
const NAME = 'takedowns.json';

/**
 * Reads the ids of the models, in lower case. Throws a Failure when the list is unreadable, because no card may be stored while the takedowns are
 * unknown.
 */
export function readTakedowns(data: string): Set<string> {
  const path = join(data, NAME);
  const text = readNoteText(path);
  if (text === undefined) return new Set();
  try {
    const { format, models } = JSON.parse(text) as { format: string; models: string[] };
    if (format === FORMAT) return new Set(models.map((id) => id.toLowerCase()));
  } catch {
    // The error below reports a text that is no JSON.
  }
  throw new Failure(
    `${path} is no list of takedowns: put it back from a backup, or write {"format":"${FORMAT}","models":[]}.`,
  );
}

/** Replaces the list in one step. */
export function writeTakedowns(data: string, ids: ReadonlySet<string>): void {
  mkdirSync(data, { recursive: true });
  writeJsonNote(join(data, NAME), { format: FORMAT, models: [...ids].sort() });
}
