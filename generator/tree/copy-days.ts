// Copies the catalogs of all days into the tree, and the objects that only older days name.
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PACKED, readPackedFile } from '../../functions/stores/bytes/packed-file.ts';
import type { ArchivedDay, DayContents } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { CatalogDay } from '../../src/dialects/oci/registry/own-repositories.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import { objectPath, objectsFolder } from '../../src/tree/static-tree.ts';
import { type CatalogFile, catalogBytes, dayIn } from '../days/catalog-reader.ts';
import type { StreamStep } from '../days/model-stream.ts';
import { namedObjects } from '../days/named-objects.ts';
import { dayBefore } from '../days/purged.ts';
import { filesOfRow } from '../days/row-line.ts';
import { putReadableCopy } from '../files/whole-file.ts';
import type { Build } from './build.ts';
import type { JobResult } from './jobs.ts';

/** The days for the archive. The newest day has no counts yet, because the walk over its models counts them. */
interface CopiedDays {
  newest: CatalogDay;
  /** Older days, newest first, each with its counts minus those of the next newer day. */
  older: { day: CatalogDay; difference: DayContents }[];
  /** The days before `older`, whose objects the tree had already. */
  known: readonly ArchivedDay[];
}

/**
 * Copies the catalogs of the whole chain into the tree, and the objects that they name. Reads no day that the tree has
 * already.
 */
export async function copyDays(build: Build): Promise<CopiedDays> {
  const { purged, before } = build;
  const copied = before?.days ?? [];
  const newest = copyCatalog(build, build.day);
  const older: CopiedDays['older'] = [];
  for (let newer = build.day, prev = dayBefore(newer, purged); prev; prev = dayBefore(newer, purged)) {
    // The address of a catalog is a hash that covers all earlier days, so a known day and the days before it are not
    // read again.
    const known = copied.findIndex(({ catalog }) => catalog === prev);
    if (known >= 0) return { newest, older, known: copied.slice(known).filter((day) => !isGone(day, purged)) };
    const day = await dayIn(build.store, prev);
    older.push({ day: copyCatalog(build, day), difference: await copyNamed(build, day, newer) });
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

function copyCatalog({ dist, before, mend }: Build, day: CatalogFile): CatalogDay {
  const { address, frame, size } = day;
  const known = before?.days.find(({ catalog }) => catalog === address);
  if (known) {
    const { date, catalog, sha256 } = known;
    return { date, catalog, sha256, size };
  }
  // A registry serves the catalog as a layer under this SHA-256.
  const hash = createHash('sha256');
  for (const chunk of catalogBytes(day)) hash.update(chunk);
  const sha256 = hash.digest('hex');
  const to = join(dist, objectPath('catalog', address));
  if (day.path.endsWith(PACKED)) copyPacked(dist, day.path, to);
  else if (mend || !existsSync(to)) putReadableCopy(to, catalogBytes(day));
  return { date: frame.snapshot, catalog: address, sha256, size };
}

/**
 * Puts the packed catalogs of the days before the newest of `days` in the place of those that are whole in the tree. The
 * tree before may still need its newest day, and finds it packed.
 */
export function packCopies({ dist, store }: Build, days: readonly ArchivedDay[]): void {
  for (const { catalog } of days.slice(1)) {
    const address = parseAddress(catalog)!;
    const to = join(dist, objectPath('catalog', address));
    const from = existsSync(to) ? store.pathOf(address) : '';
    if (from.endsWith(PACKED)) copyPacked(dist, from, to);
  }
}

/** Copies a packed catalog, and before it the key file that it is read with. Removes the whole one at `to`. */
function copyPacked(dist: string, from: string, to: string): void {
  const key = readPackedFile(from, (index) => index.key);
  const keyTo = join(dist, objectsFolder('catalog'), key + PACKED);
  if (key && !existsSync(keyTo)) putReadableCopy(keyTo, join(from, '../..', key + PACKED));
  putReadableCopy(to + PACKED, from);
  rmSync(to, { force: true });
}

/** Copies the objects that `day` names and `newer` does not. Returns the counts of `day` minus those of `newer`. */
async function copyNamed({ pool, purged }: Build, day: CatalogFile, newer: CatalogFile): Promise<DayContents> {
  const difference: DayContents = { models: 0, files: 0, bytes: 0 };
  const count = ({ before, after }: StreamStep) => {
    difference.models += (after ? 1 : 0) - (before ? 1 : 0);
    difference.files += (after ? filesOfRow(after.row) : 0) - (before ? filesOfRow(before.row) : 0);
  };
  const running: Promise<JobResult>[] = [];
  for (const objects of namedObjects(newer, day, purged, count))
    running.push((await pool.start({ kind: 'copy-objects', ...objects })).done);
  for (const { indexedBytes = 0 } of await Promise.all(running)) difference.bytes += indexedBytes;
  return difference;
}
