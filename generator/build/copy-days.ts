// Puts the objects of every archived day into the tree: catalogs, and what only an older day names.
import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Address } from '../../src/address.ts';
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
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
  /** Catalogs whose objects the tree holds already. */
  copied: ReadonlySet<string>;
}

/** Copies the catalog objects of the whole chain and what they name; gives the days, newest first. */
export async function copyDays(pass: DaysPass): Promise<{ date: string; catalog: string }[]> {
  const days: { date: string; catalog: string }[] = [];
  let newer: CatalogFile | undefined;
  for (let day: CatalogFile | undefined = pass.newest; day; ) {
    days.push({ date: day.frame.snapshot, catalog: day.address });
    if (!pass.copied.has(day.address)) {
      copyFileWhole(day.path, join(pass.dist, objectPath(day.address)));
      if (newer) await copyNamed(pass, day, newer);
    }
    newer = day;
    const { prev }: { prev: Address | null } = day.frame;
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

/** Copies a file so that it appears whole; one that is there already is the same object. */
function copyFileWhole(from: string, to: string): void {
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, `${to}.${process.pid}`);
  renameSync(`${to}.${process.pid}`, to);
}
