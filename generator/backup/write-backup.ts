// Writes a backup while the hub runs. A file that names other files is copied before them, so that no file in the
// backup names one that is missing.

import { createHash } from 'node:crypto';
import { closeSync, createReadStream, existsSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { privately } from '../../functions/stores/bytes/file-modes.ts';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { CHECKPOINT, LogDamage } from '../../src/log/tiles.ts';
import { counted } from '../../src/model/figures.ts';
import { type Address, objectName, parseObjectName } from '../../src/nouns/address.ts';
import { instantOf } from '../../src/nouns/calendar.ts';
import type { Config } from '../../src/service/config.ts';
import { type CatalogFile, catalogBytes } from '../days/catalog-reader.ts';
import { daysBack } from '../days/days-back.ts';
import { countNamed, namedAddresses } from '../days/named-objects.ts';
import { ObjectError, storeOf } from '../days/object-store.ts';
import { readPointer, writePointer } from '../days/pointer.ts';
import { readPurged } from '../days/purged.ts';
import { onDisk } from '../files/full-disk.ts';
import { writeTarFile } from '../files/tar-file.ts';
import { filesIn, placesOf, readHead, tilesSince } from '../log/log-folder.ts';
import { asSentence, Failure } from '../process/failure.ts';
import { grouped, type Progress } from '../process/progress.ts';
import {
  BACKUP_FORMAT,
  type BackupHead,
  copyDatabase,
  DATABASES,
  databasePath,
  elsewhereLines,
  findElsewhere,
  HEAD_FILE,
  hashing,
  LISTS,
  refuseDamage,
  SUMS_FILE,
  sumLine,
} from './backup-layout.ts';

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
  elsewhere: string[];
}

/** A file of the backup. */
interface Entry {
  name: string;
  size: number;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const ofBytes = (name: string, bytes: Uint8Array): Entry => ({ name, size: bytes.length, chunks: [bytes] });
const ofFile = (name: string, path: string): Entry => ({
  name,
  size: statSync(path).size,
  chunks: createReadStream(path),
});

/**
 * Writes the backup of `config` to the file `to`, which appears only when it is complete. Throws a Failure if a part of
 * the hub is missing or damaged, or if the disk is full.
 */
export async function writeBackup(config: Config, to: string, progress: Progress): Promise<BackupReport> {
  if (existsSync(to))
    throw new Failure(`${to} is there already, and no backup is written over another: name a new file, or remove it.`);
  const folder = resolve(to, '..');
  if (!existsSync(folder)) throw new Failure(`${folder} is missing: make this folder, or name another for the backup.`);
  if (!existsSync(config.data))
    throw new Failure(`HUB_DATA (${config.data}) is missing, so there is nothing to back up: name it in HUB_DATA.`);
  const elsewhere = findElsewhere(config);
  const told = { snapshot: null, days: 0, objects: 0, published: 0, databases: [], leaves: 0, elsewhere };
  const report: BackupReport = { file: to, bytes: 0, ...told };
  const parts = `${resolve(to)}.parts`;
  const write = () =>
    writeTarFile(to, async (add) => {
      const sums = join(parts, SUMS_FILE);
      const fd = openSync(sums, 'w');
      for await (const { name, size, chunks } of entriesOf(config, parts, report, progress)) {
        const hash = createHash('sha256');
        await add(name, size, hashing(chunks, hash));
        writeFileSync(fd, sumLine(hash.digest('hex'), name));
      }
      closeSync(fd);
      await add(SUMS_FILE, statSync(sums).size, createReadStream(sums));
    });
  return privately(async () => {
    try {
      await onDisk([{ folder }], 'Make room and write it again.', async () => {
        // A backup that was killed may have left this folder.
        rmSync(parts, { recursive: true, force: true });
        mkdirSync(parts);
        await write().catch(withFix);
      });
      return { ...report, bytes: statSync(to).size };
    } finally {
      rmSync(parts, { recursive: true, force: true });
    }
  });
}

/**
 * Gives the entries, and counts them in `report`. Reads the log before the pointer, so that every day that the log names
 * is among the pointer's days. Puts temporary copies into the folder `parts`.
 */
async function* entriesOf(
  config: Config,
  parts: string,
  report: BackupReport,
  progress: Progress,
): AsyncGenerator<Entry> {
  const made = instantOf(Date.now());
  const { own } = placesOf(config);
  const log = readHead(own);
  const pointer = readPointer(config.data);
  const head: BackupHead = {
    ...{ format: BACKUP_FORMAT, made },
    ...(pointer && { snapshot: pointer.snapshot }),
    ...(log && { log: { origin: log.origin, size: log.size } }),
    elsewhere: report.elsewhere,
  };
  Object.assign(report, { snapshot: pointer?.snapshot ?? null, leaves: log?.size ?? 0 });
  yield ofBytes(HEAD_FILE, Buffer.from(`${JSON.stringify(head, null, 1)}\n`));
  for (const name of DATABASES.filter((one) => existsSync(databasePath(config, one)))) {
    const path = join(parts, name);
    copyDatabase(databasePath(config, name), path);
    yield ofFile(name, path);
    rmSync(path);
    report.databases.push(name);
  }
  if (pointer) writePointer(parts, pointer);
  if (pointer) yield ofFile('index.json', join(parts, 'index.json'));
  for (const name of LISTS.filter((list) => existsSync(join(config.data, list))))
    yield ofBytes(name, readOwnFile(join(config.data, name)));
  if (log) {
    yield ofBytes(`log/${CHECKPOINT}`, Buffer.from(log.text));
    for await (const [path, bytes] of tilesSince(0, log, [filesIn(own)])) yield ofBytes(`log/${path}`, bytes);
  }
  if (pointer) yield* objectsOf(config, pointer.catalog, report, progress);
  if (!('folder' in config.published)) return;
  const published = new FolderBytes(config.published.folder);
  for await (const { name } of published.list('')) {
    const address = parseObjectName(name);
    if (!address) continue;
    await refuseDamage(published, address);
    yield ofFile(`published/${name}`, join(published.address, name));
    report.published++;
  }
}

/** Throws the error again. Adds the fix to a sentence about a damaged object or log. */
function withFix(error: unknown): never {
  if (!(error instanceof ObjectError || error instanceof LogDamage)) throw error;
  const fix = 'Nothing was written: "model-hub archive verify" says where a whole copy of it is.';
  throw new Failure(`${asSentence(error.message)} ${fix}`, { cause: error });
}

/** Gives every object of every day, the newest day first. Throws a Failure when an object is missing or damaged. */
async function* objectsOf(
  config: Config,
  newest: Address,
  report: BackupReport,
  progress: Progress,
): AsyncGenerator<Entry> {
  const store = storeOf(config);
  const purged = readPurged(config.data);
  const hasCard = (card: Address) => store.has(card);
  const days: CatalogFile[] = [];
  for await (const day of daysBack({ store, purged }, newest)) days.push(day);
  const objects = countNamed(days, purged, hasCard);
  const task = progress.start('Objects', objects);
  for (const [at, day] of days.entries()) {
    yield { name: `objects/${objectName(day.address)}`, size: day.size, chunks: catalogBytes(day) };
    for (const address of namedAddresses(days[at - 1], day, purged, hasCard)) {
      yield ofBytes(`objects/${objectName(address)}`, store.getBytes(address));
      task.advance();
    }
  }
  task.done();
  Object.assign(report, { days: days.length, objects: objects + days.length });
}

/** Lists the content of the backup for people, and then the stores that are not in it. */
export function backupLines(report: BackupReport): string[] {
  const { file, bytes, snapshot, days, objects, published, databases, leaves, elsewhere } = report;
  const held = [
    ...(snapshot === null ? [] : [`${counted(days, 'day')} up to ${snapshot} (${counted(objects, 'object')})`]),
    ...(published > 0 ? [counted(published, 'published object')] : []),
    ...databases,
    ...(leaves > 0 ? [`a log of ${counted(leaves, 'leaf', 'leaves')}`] : []),
  ];
  return [
    `${file}: ${grouped(bytes)} bytes, ${held.join(', ') || 'nothing: this hub has no days, no log and no database yet'}.`,
    ...elsewhereLines(elsewhere),
    'Keys that sign are not in it: keep copies of them apart.',
  ];
}
