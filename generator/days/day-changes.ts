// Finds the changes between two catalogs in one pass over both. The lists have a maximum length, so the memory does not
// grow with the changes.
import { existsSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { defined } from '../../src/basics/records.ts';
import { parseModelObject } from '../../src/catalog/catalog-object.ts';
import type { ChangeCounts, DayChanges } from '../../src/shapes/changes.ts';
import { CHANGES_FORMAT } from '../../src/shapes/formats.ts';
import type { ModelObject } from '../../src/shapes/objects.ts';
import { writeDocumentFile } from '../files/compress.ts';
import type { CatalogFile } from './catalog-reader.ts';
import { compareCatalogs, entryOf, type ModelLines, type StreamStep } from './model-stream.ts';
import { ObjectError, type ObjectStore } from './object-store.ts';
import { dayModelOf, isListedRow } from './row-line.ts';

/** The maximum number of items of each list of changes. */
export const LIST_LIMIT = 1000;

/** The parts of a catalog that a walk over it needs. */
export type WalkedCatalog = Pick<CatalogFile, 'address' | 'path' | 'modelsStart' | 'rowsStart'> & {
  /** The day of the catalog, YYYY-MM-DD. */
  date: string;
};

export interface ChangesTask {
  /** The day to compare with. Undefined for the first day of the archive, which has no changes. */
  before: WalkedCatalog | undefined;
  after: Pick<WalkedCatalog, 'address' | 'date'> & Partial<WalkedCatalog>;
  /** The file to write. It appears only when it is complete, and after its compressed forms. */
  to: string;
}

const NONE: ChangeCounts = {
  ...{ added: 0, removed: 0, unlisted: 0, relisted: 0 },
  ...{ revised: 0, rewritten: 0, rewritten_in_place: 0 },
};

/** Writes the changes, with compressed forms if the text is long enough. */
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
    ...{ added: [], removed: [], unlisted: [], relisted: [], revised: [], rewritten: [], models: {} },
  };
  if (!before) return changes;
  for (const step of compareCatalogs(before, after as WalkedCatalog))
    if (!step.same) note(changes, step, (model) => objectOf(model, store));
  return changes;
}

/** Gives the model object; undefined if it is not here, because it may have been removed for good. */
function objectOf(model: ModelLines, store: Pick<ObjectStore, 'get'>): ModelObject | undefined {
  try {
    return parseModelObject(store.get(entryOf(model).model));
  } catch (error) {
    if (error instanceof ObjectError && error.kind === 'missing') return undefined;
    throw error;
  }
}

function note(
  changes: DayChanges,
  { id, before, after, sameEntry }: StreamStep,
  read: (model: ModelLines) => ModelObject | undefined,
): void {
  if (!after) countModel(changes, 'removed', id, before!);
  else if (!before) countModel(changes, 'added', id, after);
  else {
    noteListing(changes, id, [before, after]);
    const [old, fresh] = sameEntry ? [] : [read(before), read(after)];
    if (old && fresh) noteObject(changes, [before, after], [old, fresh]);
  }
}

function noteListing(changes: DayChanges, id: string, [before, after]: [ModelLines, ModelLines]): void {
  const [was, is] = [isListedRow(before.row), isListedRow(after.row)];
  if (was && !is) countModel(changes, 'unlisted', id, before);
  if (is && !was) countModel(changes, 'relisted', id, after);
}

/** Counts a model, and adds facts from its row if a list names it. */
function countModel(changes: DayChanges, list: ModelList, id: string, { row }: ModelLines): void {
  // No object has a member with a slash, as every id has one.
  if (count(changes, list, id)) changes.models[id] = dayModelOf(row);
}

function noteObject(
  changes: DayChanges,
  [before, after]: [ModelLines, ModelLines],
  [old, fresh]: [ModelObject, ModelObject],
): void {
  const files = noteFiles(changes, old, fresh);
  if (old.revision === fresh.revision) return;
  if (changes.revised.length >= LIST_LIMIT) changes.counts.revised++;
  else {
    const [was, is] = [dayModelOf(before.row).copy_bytes, dayModelOf(after.row).copy_bytes];
    const sizes = defined({ copy_bytes: is, copy_bytes_before: was });
    count(changes, 'revised', { id: fresh.id, from: old.revision, to: fresh.revision, files, ...sizes });
  }
}

/** Records the files whose bytes differ; gives the numbers of new, changed and removed files. */
function noteFiles(changes: DayChanges, old: ModelObject, fresh: ModelObject): DayChanges['revised'][number]['files'] {
  const files = new Map(old.files.map((file) => [file.path, file]));
  const inPlace = old.revision === fresh.revision;
  let [kept, changed] = [0, 0];
  for (const { path, sha256, size } of fresh.files) {
    const from = files.get(path);
    if (from === undefined) continue;
    kept++;
    if (from.sha256 === sha256) continue;
    changed++;
    const [was, is] = [
      { from: from.sha256, size_before: from.size },
      { to: sha256, size },
    ];
    count(changes, 'rewritten', { id: fresh.id, path, ...was, ...is, in_place: inPlace });
    if (inPlace) changes.counts.rewritten_in_place++;
  }
  return { added: fresh.files.length - kept, changed, removed: old.files.length - kept };
}

type ModelList = 'added' | 'removed' | 'unlisted' | 'relisted';
type ListName = ModelList | 'revised' | 'rewritten';

/** Counts an item, and puts it on its list if there is room. Gives true if there was room. */
function count<N extends ListName>(changes: DayChanges, list: N, item: DayChanges[N][number]): boolean {
  changes.counts[list]++;
  const hasRoom = changes[list].length < LIST_LIMIT;
  if (hasRoom) (changes[list] as (typeof item)[]).push(item);
  return hasRoom;
}
