// Notes a day whose index is in force while later steps are missing: the next run starts after the index.
import { hash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPointer } from '../days/pointer.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { indexRulesFile } from '../process/package-paths.ts';
import type { DayRequest } from './day-step.ts';

const FORMAT = 'hub.model-hub.day/v1';
const NAME = 'day.json';

interface Note {
  format: string;
  day: string;
  /** The address of its catalog. */
  catalog: string;
  /** The SHA-256 of the request. */
  asked: string;
}

type Asked = Pick<DayRequest, 'day' | 'ids' | 'rules'>;

/** Notes that the day in force in `data` is the requested one. */
export function noteUnfinished(data: string, asked: Asked): void {
  const { catalog } = readPointer(data)!;
  writeJsonNote(join(data, NAME), { format: FORMAT, day: asked.day, catalog, asked: askedHash(asked) } satisfies Note);
}

/**
 * Gives the address of the catalog in force if an earlier run made it for the same request and did not finish; otherwise
 * undefined.
 */
export function unfinishedDay(data: string, asked: Asked): string | undefined {
  const note = readJsonNote<Note>(join(data, NAME), FORMAT);
  const inForce = readPointer(data)?.catalog;
  const isSame = note?.day === asked.day && note.asked === askedHash(asked);
  return isSame && note.catalog === inForce ? inForce : undefined;
}

/** Forgets the note of a finished day: the next request for it makes it anew. */
export function forgetUnfinished(data: string): void {
  rmSync(join(data, NAME), { force: true });
}

const askedHash = ({ ids, rules = indexRulesFile }: Asked) =>
  hash('sha256', JSON.stringify([ids, readFileSync(rules, 'utf8')]));
