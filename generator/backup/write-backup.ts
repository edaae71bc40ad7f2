// Writes a backup while the hub runs. A file that names other files is copied before them, so that no file in the
// backup names one that is missing.

import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { privately } from '../../functions/stores/bytes/file-modes.ts';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { CheckedTiles } from '../../src/log/checked-tiles.ts';
import { CHECKPOINT, LogDamage } from '../../src/log/log-paths.ts';
import { formatVerifierKey } from '../../src/log/note.ts';
import { newTiles, tilePath } from '../../src/log/tiles.ts';
import { type Address, parseObjectName } from '../../src/nouns/address.ts';
import { instantOf } from '../../src/nouns/calendar.ts';
import type { Config } from '../../src/service/config.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { daysBack } from '../days/days-back.ts';
import { countNamed, namedAddresses } from '../days/named-objects.ts';
import { storeOf } from '../days/object-store.ts';
import { type Pointer, readPointer, writePointer } from '../days/pointer.ts';
import { readPurged } from '../days/purged.ts';
import { onDisk } from '../files/full-disk.ts';
import { writeTarFile } from '../files/tar-file.ts';
import { filesIn, type Head, keysIn, readHead } from '../log/log-folder.ts';
import { placesOf } from '../log/open-log.ts';
import { readSigners } from '../log/signers.ts';
import { asSentence, Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import {
  BACKUP_FORMAT,
  type BackupHead,
  DATABASES,
  type Elsewhere,
  HEAD_FILE,
  LISTS,
  objectEntry,
} from './backup-layout.ts';
import { copyDatabase, databasePath } from './copied-database.ts';
import { type AskedElsewhere, findElsewhere } from './elsewhere.ts';
import { refuseDamage } from './published-files.ts';
import { SummedEntries } from './summed-entries.ts';

export interface BackupReport {
  file: string;
  /** The size of the backup in bytes. */
  bytes: number;
  snapshot: string | null;
  days: number;
  objects: number;
  published: number;
  databases: string[];
  /** The number of entries (leaves) in the log. */
  leaves: number;
  /** The stores that a backup can't hold. */
  elsewhere: AskedElsewhere[];
}

/**
 * Writes the backup of `config` to the file `to`, which appears only when it is complete. Throws a Failure if a part of
 * the hub is missing or damaged, or if the disk is full.
 */
export async function writeBackup(config: Config, to: string, progress: Progress): Promise<BackupReport> {
  if (existsSync(to) && !statSync(to).isFile()) throw new Failure(`${to} is no file: name another for the backup.`);
  if (!existsSync(config.data))
    throw new Failure(`HUB_DATA (${config.data}) is missing, so there is nothing to back up: name it in HUB_DATA.`);
  const elsewhere = await findElsewhere(config);
  const parts = `${resolve(to)}.parts`;
  return privately(async () => {
    // A backup that was killed may have left this folder.
    rmSync(parts, { recursive: true, force: true });
    try {
      return await onDisk([{ folder: resolve(to, '..') }], 'Make room and write it again.', () => {
        mkdirSync(parts);
        return writeTarFile(to, (add) =>
          writeEntries({ config, entries: new SummedEntries(add, parts), parts, progress }, elsewhere),
        ).then((report) => ({ file: to, bytes: statSync(to).size, ...report, elsewhere }));
      });
    } finally {
      rmSync(parts, { recursive: true, force: true });
    }
  });
}

/** The arguments of every step of a backup. */
interface BackupWork {
  config: Config;
  entries: SummedEntries;
  /** The folder for temporary copies. */
  parts: string;
  progress: Progress;
}

/**
 * Writes the entries. Reads the log before the pointer, so that every day that the log names is among the pointer's
 * days.
 */
async function writeEntries(
  work: BackupWork,
  elsewhere: readonly Elsewhere[],
): Promise<Omit<BackupReport, 'file' | 'bytes' | 'elsewhere'>> {
  const { config, entries } = work;
  const made = instantOf(Date.now());
  const { own } = placesOf(config);
  const log = await undamaged(own, () => readHead(own));
  const pointer = readPointer(config.data);
  const head: BackupHead = {
    ...{ format: BACKUP_FORMAT, made },
    ...(pointer && { snapshot: pointer.snapshot }),
    ...(log && { log: { origin: log.origin, size: log.size, keys: keysOf(config, log) } }),
    elsewhere: elsewhere.map(({ variable, place, save, load }) => ({ variable, place, save, load })),
  };
  await entries.put(HEAD_FILE, Buffer.from(`${JSON.stringify(head, null, 1)}\n`));
  const databases = await addDatabases(work);
  await addSmallFiles(work, pointer);
  if (log) await undamaged(own, () => addLog(entries, own, log));
  const counts = pointer ? await addObjects(work, pointer.catalog).catch(namingCopies) : { days: 0, objects: 0 };
  const published = await addPublished(work);
  await entries.end();
  return { snapshot: pointer?.snapshot ?? null, ...counts, published, databases, leaves: log?.size ?? 0 };
}

/** Does `work` on the log in `folder`. Rejects with a Failure that names the fix if the log is damaged. */
async function undamaged<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    throw new Failure(
      `The log in ${folder} is damaged, and the file was not written. ${error.message} "model-hub build" makes it again from ` +
        'its other copy, if that is whole.',
    );
  }
}

/** Gives the public keys of the log: the keys that it publishes, and the keys that sign now. */
function keysOf(config: Config, { origin }: Head): string[] {
  const keys = [...keysIn(placesOf(config).published), ...readSigners(config).map(({ key }) => key)];
  return [...new Set(keys.filter(({ name }) => name === origin).map(formatVerifierKey))];
}

async function addDatabases({ config, entries, parts }: BackupWork): Promise<string[]> {
  const names = DATABASES.filter((name) => existsSync(databasePath(config, name)));
  for (const name of names) {
    const copy = join(parts, name);
    copyDatabase(databasePath(config, name), copy);
    await entries.file(name, copy);
    rmSync(copy);
  }
  return names;
}

async function addSmallFiles({ config, entries, parts }: BackupWork, pointer: Pointer | undefined): Promise<void> {
  if (pointer) {
    writePointer(parts, pointer);
    await entries.file('index.json', join(parts, 'index.json'));
  }
  for (const name of LISTS) {
    const path = join(config.data, name);
    if (existsSync(path)) await entries.put(name, readOwnFile(path));
  }
}

/** Adds the checkpoint and every tile of the log, each checked against the root. */
async function addLog(entries: SummedEntries, folder: string, head: Head): Promise<void> {
  await entries.put(`log/${CHECKPOINT}`, Buffer.from(head.text));
  const checked = new CheckedTiles([filesIn(folder)], head);
  for (const tile of newTiles(0, head.size)) await entries.put(`log/${tilePath(tile)}`, await checked.bytesOf(tile));
}

/**
 * Adds every object of every day, the newest day first. Throws an ObjectError when an object is missing or damaged.
 */
async function addObjects(
  { config, entries, progress }: BackupWork,
  newest: Address,
): Promise<{ days: number; objects: number }> {
  const store = storeOf(config);
  const purged = readPurged(config.data);
  const hasCard = (card: Address) => store.has(card);
  const days: CatalogFile[] = [];
  for await (const day of daysBack({ store, purged }, newest)) days.push(day);
  const objects = countNamed(days, purged, hasCard);
  const task = progress.start('Objects', objects);
  for (const [at, day] of days.entries()) {
    await entries.file(objectEntry('objects', day.address), day.path, day.size);
    for (const address of namedAddresses(days[at - 1], day, purged, hasCard)) {
      await entries.put(objectEntry('objects', address), store.getBytes(address));
      task.advance();
    }
  }
  task.done();
  return { days: days.length, objects: objects + days.length };
}

/** Adds every published object on the disk, and tests each one. */
async function addPublished({ config: { published }, entries }: BackupWork): Promise<number> {
  let count = 0;
  if ('folder' in published)
    for await (const { name } of new FolderBytes(published.folder).list('')) {
      const address = parseObjectName(name);
      if (!address) continue;
      await refuseDamage(new FolderBytes(published.folder), address);
      await entries.file(objectEntry('published', address), join(published.folder, name));
      count++;
    }
  return count;
}

function namingCopies(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  const fix = 'Nothing was written: "model-hub archive verify" says where a whole copy of it is.';
  throw new Failure(`${asSentence(error.message)} ${fix}`, { cause: error });
}
