// Records that a day is in force, but later steps of `model-hub day` are missing. The next run then starts after the
// index step.
import { hash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPointer } from '../days/pointer.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { indexRulesFile } from '../process/package-paths.ts';

const FORMAT = 'hub.model-hub.day/v1';
const NAME = 'day.json';

interface Note {
  day: string;
  /** The address of the day's catalog. */
  catalog: string;
  /** The SHA-256 of the requested ids and of the rules. */
  asked: string;
}

/** A request, as `DayRequest` has it. */
interface Asked {
  day: string;
  ids: readonly string[];
  rules: string | undefined;
}

/** Records that the day in force in `data` was made for this request. */
export function noteUnfinished(data: string, asked: Asked): void {
  const note: Note = { day: asked.day, catalog: readPointer(data)!.catalog, asked: askedHash(asked) };
  writeJsonNote(join(data, NAME), { format: FORMAT, ...note });
}

/**
 * Gives the address of the catalog in force if an unfinished earlier run made it for the same request; otherwise
 * undefined.
 */
export function unfinishedDay(data: string, asked: Asked): string | undefined {
  const note = readJsonNote<Note>(join(data, NAME), FORMAT);
  const inForce = readPointer(data)?.catalog;
  const isSame = note?.day === asked.day && note.asked === askedHash(asked);
  return isSame && note.catalog === inForce ? inForce : undefined;
}

/** Removes the record when the day is finished, so that the next request for the same day makes it again. */
export function forgetUnfinished(data: string): void {
  rmSync(join(data, NAME), { force: true });
}

const askedHash = ({ ids, rules = indexRulesFile }: Asked) =>
  hash('sha256', JSON.stringify([ids, readFileSync(rules, 'utf8')]));
