// Writes a backup while the hub runs. A file that names other files is copied before them, so that no file in the
// backup names one that is missing.
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, existsSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { privately } from '../../functions/stores/bytes/file-modes.ts';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { CHECKPOINT, LogDamage } from '../../src/log/log-paths.ts';
import { formatVerifierKey } from '../../src/log/note.ts';
import { counted } from '../../src/model/figures.ts';
import { type Address, objectName, parseObjectName } from '../../src/nouns/address.ts';
import { instantOf } from '../../src/nouns/calendar.ts';
import type { Config } from '../../src/service/config.ts';
import { type CatalogFile, catalogBytes } from '../days/catalog-reader.ts';
import { daysBack } from '../days/days-back.ts';
import { countNamed, namedAddresses } from '../days/named-objects.ts';
import { storeOf } from '../days/object-store.ts';
import { readPointer, writePointer } from '../days/pointer.ts';
import { readPurged } from '../days/purged.ts';
import { onDisk } from '../files/full-disk.ts';
import { writeTarFile } from '../files/tar-file.ts';
import { filesIn, type Head, keysIn, placesOf, readHead, tilesSince } from '../log/log-folder.ts';
import { readSigners } from '../log/signers.ts';
import { asSentence, Failure } from '../process/failure.ts';
import { grouped, type Progress } from '../process/progress.ts';
import {
  BACKUP_FORMAT,
  type BackupHead,
  copyDatabase,
  DATABASES,
  databasePath,
  HEAD_FILE,
  hashing,
  LISTS,
  refuseDamage,
  SUMS_FILE,
  sumLine,
} from './backup-layout.ts';
import { type AskedElsewhere, elsewhereLines, findElsewhere } from './elsewhere.ts';

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

/** The arguments of every step of a backup. */
interface BackupWork {
  config: Config;
  /** The folder for temporary copies. */
  parts: string;
  progress: Progress;
  entry(name: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Adds the first `size` bytes of the file at `path`, by default the whole file. */
  file(name: string, path: string, size?: number): Promise<void>;
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
  const write = () =>
    writeTarFile(to, async (add) => {
      const sums = join(parts, SUMS_FILE);
      const fd = openSync(sums, 'w');
      const entry = async (name: string, size: number, chunks: Parameters<typeof add>[2]) => {
        const hash = createHash('sha256');
        await add(name, size, hashing(chunks, hash));
        writeFileSync(fd, sumLine(hash.digest('hex'), name));
      };
      const put = (name: string, bytes: Uint8Array) => entry(name, bytes.length, [bytes]);
      const file = (name: string, path: string, size = statSync(path).size) =>
        entry(name, size, size === 0 ? [] : createReadStream(path, { end: size - 1 }));
      const report = await writeEntries({ config, parts, progress, entry, put, file }, elsewhere);
      closeSync(fd);
      await add(SUMS_FILE, statSync(sums).size, createReadStream(sums));
      return report;
    });
  return privately(async () => {
    try {
      return await onDisk([{ folder: resolve(to, '..') }], 'Make room and write it again.', async () => {
        // A backup that was killed may have left this folder.
        rmSync(parts, { recursive: true, force: true });
        mkdirSync(parts);
        const report = await write();
        return { file: to, bytes: statSync(to).size, ...report, elsewhere };
      });
    } finally {
      rmSync(parts, { recursive: true, force: true });
    }
  });
}

/**
 * Writes the entries. Reads the log before the pointer, so that every day that the log names is among the pointer's
 * days.
 */
async function writeEntries(
  work: BackupWork,
  elsewhere: readonly AskedElsewhere[],
): Promise<Omit<BackupReport, 'file' | 'bytes' | 'elsewhere'>> {
  const { config, parts } = work;
  const made = instantOf(Date.now());
  const { own } = placesOf(config);
  const log = await undamaged(own, () => readHead(own));
  const pointer = readPointer(config.data);
  const head: BackupHead = {
    ...{ format: BACKUP_FORMAT, made },
    ...(pointer && { snapshot: pointer.snapshot }),
    ...(log && { log: { origin: log.origin, size: log.size, keys: keysOf(config, log) } }),
    elsewhere: elsewhere.map(({ fault: _, ...place }) => place),
  };
  await work.put(HEAD_FILE, Buffer.from(`${JSON.stringify(head, null, 1)}\n`));
  const databases = DATABASES.filter((name) => existsSync(databasePath(config, name)));
  for (const name of databases) {
    copyDatabase(databasePath(config, name), join(parts, name));
    await work.file(name, join(parts, name));
    rmSync(join(parts, name));
  }
  if (pointer) {
    writePointer(parts, pointer);
    await work.file('index.json', join(parts, 'index.json'));
  }
  for (const name of LISTS.filter((list) => existsSync(join(config.data, list))))
    await work.put(name, readOwnFile(join(config.data, name)));
  if (log) await undamaged(own, () => addLog(work, own, log));
  const counts = pointer ? await addObjects(work, pointer.catalog).catch(namingCopies) : { days: 0, objects: 0 };
  const published = await addPublished(work);
  return { snapshot: pointer?.snapshot ?? null, ...counts, published, databases, leaves: log?.size ?? 0 };
}

/** Does `work` on the log in `folder`. Rejects with a Failure that names the fix if the log is damaged. */
async function undamaged<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LogDamage)) throw error;
    const fix = '"model-hub archive verify" names each file, and where a whole copy of it is.';
    throw new Failure(`The log in ${folder} is damaged, and the backup was not written. ${error.message} ${fix}`);
  }
}

/** Gives the public keys of the log: the keys that it publishes, and the keys that sign now. */
function keysOf(config: Config, { origin }: Head): string[] {
  const keys = [...keysIn(placesOf(config).published), ...readSigners(config).map(({ key }) => key)];
  return [...new Set(keys.filter(({ name }) => name === origin).map(formatVerifierKey))];
}

/** Adds the checkpoint and every tile of the log, each checked against the root. */
async function addLog({ put }: BackupWork, folder: string, head: Head): Promise<void> {
  await put(`log/${CHECKPOINT}`, Buffer.from(head.text));
  for await (const [path, bytes] of tilesSince(0, head, [filesIn(folder)])) await put(`log/${path}`, bytes);
}

/**
 * Adds every object of every day, the newest day first. Throws an ObjectError when an object is missing or damaged.
 */
async function addObjects({ config, entry, put, progress }: BackupWork, newest: Address) {
  const store = storeOf(config);
  const purged = readPurged(config.data);
  const hasCard = (card: Address) => store.has(card);
  const days: CatalogFile[] = [];
  for await (const day of daysBack({ store, purged }, newest)) days.push(day);
  const objects = countNamed(days, purged, hasCard);
  const task = progress.start('Objects', objects);
  for (const [at, day] of days.entries()) {
    await entry(`objects/${objectName(day.address)}`, day.size, catalogBytes(day));
    for (const address of namedAddresses(days[at - 1], day, purged, hasCard)) {
      await put(`objects/${objectName(address)}`, store.getBytes(address));
      task.advance();
    }
  }
  task.done();
  return { days: days.length, objects: objects + days.length };
}

/** Adds every published object on the disk, and tests each one. Returns their number. */
async function addPublished({ config: { published }, file }: BackupWork): Promise<number> {
  if (!('folder' in published)) return 0;
  const folder = new FolderBytes(published.folder);
  let count = 0;
  for await (const { name } of folder.list('')) {
    const address = parseObjectName(name);
    if (!address) continue;
    await refuseDamage(folder, address);
    await file(`published/${name}`, join(published.folder, name));
    count++;
  }
  return count;
}

function namingCopies(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  const fix = 'Nothing was written: "model-hub archive verify" says where a whole copy of it is.';
  throw new Failure(`${asSentence(error.message)} ${fix}`, { cause: error });
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
    ...elsewhere.flatMap((one) => elsewhereLines(one, 'save')),
    'Keys that sign are not in it: keep copies of them apart.',
  ];
}
