// What changed between two catalogs, told by one pass over both: the lists are capped, so memory stays flat.
import { existsSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import type { ChangeCounts, DayChanges } from '../../src/shapes/changes.ts';
import { CHANGES_FORMAT } from '../../src/shapes/formats.ts';
import type { ModelObject } from '../../src/shapes/objects.ts';
import { writeDocumentFile } from '../files/document-file.ts';
import type { CatalogFile } from './catalog-reader.ts';
import { compareCatalogs, type ModelLines, type Step } from './model-stream.ts';
import type { ObjectStore } from './object-store.ts';
import { isListedRow } from './row-line.ts';

/** The most items of a list. */
export const LIST_LIMIT = 1000;

/** A catalog as far as it takes to walk it. */
export type WalkedCatalog = Pick<CatalogFile, 'address' | 'path' | 'modelsStart' | 'rowsStart'> & {
  /** Its day, YYYY-MM-DD. */
  date: string;
};

export interface ChangesTask {
  /** Absent for the first day of the archive, on which nothing is told to have changed. */
  before: WalkedCatalog | undefined;
  after: Pick<WalkedCatalog, 'address' | 'date'> & Partial<WalkedCatalog>;
  /** The file to write; it appears whole, after its twins. */
  to: string;
}

const NONE: ChangeCounts = {
  ...{ added: 0, removed: 0, unlisted: 0, relisted: 0 },
  ...{ revised: 0, rewritten: 0, rewritten_in_place: 0 },
};

/** Writes what changed, with the twins that pay. */
export function writeDayChanges(task: ChangesTask, store: Pick<ObjectStore, 'get'>): void {
  const text = `${JSON.stringify(dayChanges(task, store))}\n`;
  const draft = `${task.to}.draft`;
  writeDocumentFile(dirname(draft), basename(draft), text);
  for (const ending of ['.br', '.gz', '']) if (existsSync(draft + ending)) renameSync(draft + ending, task.to + ending);
}

/** Compares the catalogs of two days. Reads the model objects of those models whose object changed. */
export function dayChanges({ before, after }: Omit<ChangesTask, 'to'>, store: Pick<ObjectStore, 'get'>): DayChanges {
  const changes: DayChanges = {
    format: CHANGES_FORMAT,
    date: after.date,
    catalog: after.address,
    prev: before?.address ?? null,
    prev_date: before?.date ?? null,
    counts: { ...NONE },
    list_limit: LIST_LIMIT,
    ...{ added: [], removed: [], unlisted: [], relisted: [], revised: [], rewritten: [] },
  };
  if (!before) return changes;
  for (const step of compareCatalogs(before, after as WalkedCatalog))
    if (!step.same) note(changes, step, (entry) => modelOf(entry, store));
  return changes;
}

function modelOf(entry: Buffer, store: Pick<ObjectStore, 'get'>): ModelObject {
  return parseModelObject(store.get(parseEntryLine(entry.toString()).entry.model));
}

function note(changes: DayChanges, { id, before, after, sameEntry }: Step, read: (entry: Buffer) => ModelObject): void {
  if (!after) count(changes, 'removed', id);
  else if (!before) count(changes, 'added', id);
  else {
    noteListing(changes, id, [before, after]);
    if (!sameEntry) noteObject(changes, id, [read(before.entry), read(after.entry)]);
  }
}

function noteListing(changes: DayChanges, id: string, [before, after]: [ModelLines, ModelLines]): void {
  const [was, is] = [isListedRow(before.row), isListedRow(after.row)];
  if (was && !is) count(changes, 'unlisted', id);
  if (is && !was) count(changes, 'relisted', id);
}

function noteObject(changes: DayChanges, id: string, [old, fresh]: [ModelObject, ModelObject]): void {
  if (old.revision !== fresh.revision) count(changes, 'revised', { id, from: old.revision, to: fresh.revision });
  noteFiles(changes, old, fresh);
}

function noteFiles(changes: DayChanges, old: ModelObject, fresh: ModelObject): void {
  const hashes = new Map(old.files.map(({ path, sha256 }) => [path, sha256]));
  const inPlace = old.revision === fresh.revision;
  for (const { path, sha256 } of fresh.files) {
    const from = hashes.get(path);
    if (from === undefined || from === sha256) continue;
    count(changes, 'rewritten', { id: fresh.id, path, from, to: sha256, in_place: inPlace });
    if (inPlace) changes.counts.rewritten_in_place++;
  }
}

type ListName = 'added' | 'removed' | 'unlisted' | 'relisted' | 'revised' | 'rewritten';

function count<N extends ListName>(changes: DayChanges, list: N, item: DayChanges[N][number]): void {
  changes.counts[list]++;
  if (changes[list].length < LIST_LIMIT) (changes[list] as (typeof item)[]).push(item);
}
