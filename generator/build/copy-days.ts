// Puts the objects of every archived day into the tree: catalogs, and what only an older day names.
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Address } from '../../src/address.ts';
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import type { ArchivedDay } from '../../src/dialects/discovery/hub-facts.ts';
import type { CatalogDay } from '../../src/dialects/oci/index-repository.ts';
import { objectPath } from '../../src/static-tree.ts';
import { type CatalogFile, openCatalog } from '../catalog-reader.ts';
import type { ObjectStore } from '../object-store.ts';
import type { Job, JobResult } from './jobs.ts';
import { compareCatalogs, filesOfRow } from './model-stream.ts';
import type { WorkerPool } from './worker-pool.ts';

const BATCH = 256;

/** Where a day's catalog is copied from and to. */
export interface DaysPass {
  dist: string;
  store: ObjectStore;
  pool: WorkerPool<Job, JobResult>;
  newest: CatalogFile;
  /** Days whose objects the tree holds already, newest first: a chain to its end. */
  copied: readonly ArchivedDay[];
}

/** The days of the archive; whoever walks the newest counts it. */
export interface CopiedDays {
  newest: CatalogDay;
  /** Newest first. */
  older: ArchivedDay[];
}

/** Copies the catalog objects of the whole chain and what they name. */
export async function copyDays(pass: DaysPass): Promise<CopiedDays> {
  const newest = await copyCatalog(pass, pass.newest);
  const older: ArchivedDay[] = [];
  for (let newer = pass.newest; newer.frame.prev; ) {
    const { prev }: { prev: Address | null } = newer.frame;
    // An address says what the whole chain behind it holds, so nothing behind a known day is read again.
    const known = pass.copied.findIndex(({ catalog }) => catalog === prev);
    if (known >= 0) return { newest, older: [...older, ...pass.copied.slice(known)] };
    const day = await openCatalog(pass.store.pathOf(prev!), prev!);
    older.push({ ...(await copyCatalog(pass, day)), ...(await copyNamed(pass, day, newer)) });
    newer = day;
  }
  return { newest, older };
}

async function copyCatalog(pass: DaysPass, { address, frame, path, size }: CatalogFile): Promise<CatalogDay> {
  const known = pass.copied.find(({ catalog }) => catalog === address);
  if (!known) copyFileWhole(path, join(pass.dist, objectPath(address)));
  return known ?? { date: frame.snapshot, catalog: address, sha256: await sha256Of(path), size };
}

/** Copies the objects that `day` names and `newer` does not; counts what `day` holds on the way. */
async function copyNamed(
  pass: DaysPass,
  day: CatalogFile,
  newer: CatalogFile,
): Promise<{ models: number; files: number }> {
  const counts = { models: 0, files: 0 };
  let addresses: Address[] = [];
  const running: Promise<unknown>[] = [];
  const send = async () => {
    const { done } = await pass.pool.start({ kind: 'objects', addresses });
    running.push(done);
    addresses = [];
  };
  for (const { before, after } of compareCatalogs(newer, day)) {
    if (!after) continue;
    counts.models++;
    counts.files += filesOfRow(after.row);
    if (before?.entry.equals(after.entry)) continue;
    const { entry } = parseEntryLine(after.entry.toString());
    addresses.push(entry.model, ...entry.sources);
    if (addresses.length >= BATCH) await send();
  }
  if (addresses.length > 0) await send();
  await Promise.all(running);
  return counts;
}

/** The SHA-256 of a file, which is its digest as a layer. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Copies a file so that it appears whole; one that is there already is the same object. */
function copyFileWhole(from: string, to: string): void {
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  const fresh = `${to}.${process.pid}`;
  try {
    copyFileSync(from, fresh);
    renameSync(fresh, to);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
