// Copies the catalogs of all days into the tree, and the objects that only older days name.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchivedDay, DayContents } from '../../../src/dialects/discovery/facts/hub-facts.ts';
import type { CatalogDay } from '../../../src/dialects/oci/registry/own-repositories.ts';
import type { Address } from '../../../src/nouns/address.ts';
import { objectPath } from '../../../src/tree/static-tree.ts';
import { type CatalogFile, catalogBytes, dayIn } from '../../days/catalog-reader.ts';
import { compareCatalogs, entryOf, type StreamStep } from '../../days/model-stream.ts';
import type { ObjectStore } from '../../days/object-store.ts';
import { dayBefore } from '../../days/purged.ts';
import { filesOfRow } from '../../days/row-line.ts';
import { hasSha256 } from '../../files/file-bytes.ts';
import { putReadableCopy } from '../../files/whole-file.ts';
import type { DayObjects, Job, JobResult } from '../threads/jobs.ts';
import type { WorkerPool } from '../threads/worker-pool.ts';

const BATCH = 256;

/** The settings for copying days from the store to `dist`. */
interface DaysPass {
  dist: string;
  store: ObjectStore;
  pool: WorkerPool<Job, JobResult>;
  newest: CatalogFile;
  /** The days whose objects the tree has already, newest first, to the end of the chain. */
  copied: readonly ArchivedDay[];
  /** Addresses of objects and catalogs that were removed for good. */
  purged: ReadonlySet<Address>;
  /** True to compare catalogs in the tree with those of the store, since some file of the tree is damaged. */
  mend: boolean;
}

/** The days for the archive. The newest day has no counts yet, because the walk over its models counts them. */
interface CopiedDays {
  newest: CatalogDay;
  /** Older days, newest first, each with its counts minus those of the next newer day. */
  older: { day: CatalogDay; difference: DayContents }[];
  /** The days before `older`, whose objects the tree had already. */
  known: readonly ArchivedDay[];
}

/** Copies the catalogs of the whole chain, and the objects that they name. */
export async function copyDays(pass: DaysPass): Promise<CopiedDays> {
  const newest = copyCatalog(pass, pass.newest);
  const older: CopiedDays['older'] = [];
  const { purged } = pass;
  for (let newer = pass.newest, prev = dayBefore(newer, purged); prev; prev = dayBefore(newer, purged)) {
    // The address of a catalog is a hash that covers all earlier days, so a known day and the days before it are not
    // read again.
    const known = pass.copied.findIndex(({ catalog }) => catalog === prev);
    if (known >= 0) return { newest, older, known: pass.copied.slice(known).filter((day) => !isGone(day, purged)) };
    const day = await dayIn(pass.store, prev);
    older.push({ day: copyCatalog(pass, day), difference: await copyNamed(pass, day, newer) });
    newer = day;
  }
  return { newest, older, known: [] };
}

/** True if a day was removed for good. */
export const isGone = ({ catalog }: ArchivedDay, purged: ReadonlySet<string>): boolean => purged.has(catalog);

/** Returns every day with its counts, newest first, computed from the counts of the newest day and the differences. */
export function countedDays({ newest, older, known }: CopiedDays, counts: DayContents): ArchivedDay[] {
  const days: ArchivedDay[] = [{ ...newest, ...counts }];
  for (const { day, difference } of older) {
    const { models, files, bytes } = days.at(-1)!;
    days.push({
      ...day,
      models: models + difference.models,
      files: files + difference.files,
      bytes: bytes + difference.bytes,
    });
  }
  return [...days, ...known];
}

function copyCatalog(pass: DaysPass, day: CatalogFile): CatalogDay {
  const { address, frame, size } = day;
  const known = pass.copied.find(({ catalog }) => catalog === address);
  if (known) {
    const { date, catalog, sha256 } = known;
    return { date, catalog, sha256, size };
  }
  // A registry serves the catalog as a layer under this SHA-256.
  const hash = createHash('sha256');
  for (const chunk of catalogBytes(day)) hash.update(chunk);
  const sha256 = hash.digest('hex');
  const to = join(pass.dist, objectPath('catalog', address));
  if (!existsSync(to) || (pass.mend && !hasSha256(to, sha256))) putReadableCopy(to, catalogBytes(day));
  return { date: frame.snapshot, catalog: address, sha256, size };
}

/** Copies the objects that `day` names and `newer` does not. Returns the counts of `day` minus those of `newer`. */
async function copyNamed(pass: DaysPass, day: CatalogFile, newer: CatalogFile): Promise<DayContents> {
  const difference: DayContents = { models: 0, files: 0, bytes: 0 };
  let objects: DayObjects = { models: [], sources: [], cards: [], replacedBy: [] };
  const running: Promise<unknown>[] = [];
  const send = async () => {
    const { done } = await pass.pool.start({ kind: 'objects', objects });
    const summed = done.then(({ indexedBytes = 0 }) => {
      difference.bytes += indexedBytes;
    });
    running.push(summed);
    objects = { models: [], sources: [], cards: [], replacedBy: [] };
  };
  for (const step of compareCatalogs(newer, day)) {
    if (step.sameEntry) continue;
    count(difference, step);
    name(objects, step, pass.purged);
    if (objects.models.length + objects.replacedBy.length >= BATCH) await send();
  }
  await send();
  await Promise.all(running);
  return difference;
}

function count(difference: DayContents, { before, after }: StreamStep): void {
  difference.models += (after ? 1 : 0) - (before ? 1 : 0);
  difference.files += (after ? filesOfRow(after.row) : 0) - (before ? filesOfRow(before.row) : 0);
}

function name(objects: DayObjects, { before, after }: StreamStep, purged: ReadonlySet<Address>): void {
  const entry = after && entryOf(after);
  if (entry && purged.has(entry.model)) return;
  const newer = before && entryOf(before).model;
  if (newer && !purged.has(newer)) objects.replacedBy.push(newer);
  if (!entry) return;
  objects.models.push(entry.model);
  objects.sources.push(...entry.sources.filter((source) => !purged.has(source)));
  if (entry.card) objects.cards.push(entry.card);
}
