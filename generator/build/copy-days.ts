// Puts the objects of every archived day into the tree: catalogs, and what only an older day names.
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Address } from '../../src/address.ts';
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import type { CatalogDay } from '../../src/dialects/oci/index-repository.ts';
import { objectPath } from '../../src/static-tree.ts';
import { type CatalogFile, openCatalog } from '../catalog-reader.ts';
import type { ObjectStore } from '../object-store.ts';
import type { Job, JobResult } from './jobs.ts';
import { compareCatalogs } from './model-stream.ts';
import type { WorkerPool } from './worker-pool.ts';

const BATCH = 256;

/** Where a day's catalog is copied from and to. */
export interface DaysPass {
  dist: string;
  store: ObjectStore;
  pool: WorkerPool<Job, JobResult>;
  newest: CatalogFile;
  /** Days whose objects the tree holds already, newest first: a chain to its end. */
  copied: readonly CatalogDay[];
}

/** Copies the catalog objects of the whole chain and what they name; gives the days, newest first. */
export async function copyDays(pass: DaysPass): Promise<CatalogDay[]> {
  const days: CatalogDay[] = [];
  let newer: CatalogFile | undefined;
  for (let day: CatalogFile | undefined = pass.newest; day; ) {
    const { address } = day;
    copyFileWhole(day.path, join(pass.dist, objectPath(address)));
    days.push({ date: day.frame.snapshot, catalog: address, sha256: await sha256Of(day.path), size: day.size });
    if (newer) await copyNamed(pass, day, newer);
    newer = day;
    const { prev }: { prev: Address | null } = day.frame;
    // An address says what the whole chain behind it holds, so nothing behind a known day is read again.
    const known = pass.copied.findIndex(({ catalog }) => catalog === prev);
    if (known >= 0) return [...days, ...pass.copied.slice(known)];
    day = prev ? await openCatalog(pass.store.pathOf(prev), prev) : undefined;
  }
  return days;
}

/** Copies the objects that `day` names and `newer` does not. */
async function copyNamed(pass: DaysPass, day: CatalogFile, newer: CatalogFile): Promise<void> {
  let addresses: Address[] = [];
  const running: Promise<unknown>[] = [];
  const send = async () => {
    const { done } = await pass.pool.start({ kind: 'objects', addresses });
    running.push(done);
    addresses = [];
  };
  for (const { before, after } of compareCatalogs(newer, day)) {
    if (!after || before?.entry.equals(after.entry)) continue;
    const { entry } = parseEntryLine(after.entry.toString());
    addresses.push(entry.model, ...entry.sources);
    if (addresses.length >= BATCH) await send();
  }
  if (addresses.length > 0) await send();
  await Promise.all(running);
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
  copyFileSync(from, `${to}.${process.pid}`);
  renameSync(`${to}.${process.pid}`, to);
}
