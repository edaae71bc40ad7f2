// Writes a backup while everything runs. It copies first the files that name others, and then the files that they name,
// so that all of it fits together.

import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { privately } from '../../functions/stores/bytes/file-modes.ts';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { KEYS } from '../../src/log/log-paths.ts';
import { formatVerifierKey, parseVerifierKey } from '../../src/log/note.ts';
import type { Address } from '../../src/nouns/address.ts';
import { instantOf } from '../../src/nouns/calendar.ts';
import type { Config } from '../../src/service/config.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { daysBack } from '../days/days-back.ts';
import { namedAddresses } from '../days/named-objects.ts';
import { type ObjectStore, storeOf } from '../days/object-store.ts';
import { type Pointer, readPointer, writePointer } from '../days/pointer.ts';
import { readPurged } from '../days/purged.ts';
import { onDisk } from '../files/full-disk.ts';
import { writeTarFile } from '../files/tar-file.ts';
import { filesIn, type Head } from '../log/log-folder.ts';
import { placesOf } from '../log/open-log.ts';
import { readSigners } from '../log/signers.ts';
import { type CarriedLog, carriedHead, logEntries } from '../mirror/carried-log.ts';
import { keysPlace } from '../mirror/copies/log-copies.ts';
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
  TRUSTED_KEYS,
} from './backup-layout.ts';
import { copyDatabase, databasePath } from './copied-database.ts';
import { type AskedElsewhere, findElsewhere } from './elsewhere.ts';
import { publishedFiles, refuseDamage } from './published-files.ts';
import { SummedEntries } from './summed-entries.ts';

export interface BackupReport {
  file: string;
  /** The bytes of the backup. */
  bytes: number;
  snapshot: string | null;
  days: number;
  objects: number;
  published: number;
  databases: string[];
  /** The number of leaves in the log. */
  leaves: number;
  /** The folders of the copies of other logs. */
  copies: string[];
  /** The stores that are not in the file. */
  elsewhere: AskedElsewhere[];
}

/** Writes the backup of `config` to the file `to`, which appears only when it is complete. Throws a Failure. */
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
        return writeTarFile(to, async (add) => {
          const writing = new BackupWriting(config, new SummedEntries(add, parts), parts, progress);
          return writing.write(elsewhere);
        }).then((report) => ({ file: to, bytes: statSync(to).size, ...report, elsewhere }));
      });
    } finally {
      rmSync(parts, { recursive: true, force: true });
    }
  });
}

/**
 * Writes the entries. Their order matters: a log never names a day that is missing from a pointer which was read after
 * the log.
 */
class BackupWriting {
  readonly #config: Config;
  readonly #entries: SummedEntries;
  readonly #parts: string;
  readonly #progress: Progress;
  readonly #store: ObjectStore;

  constructor(config: Config, entries: SummedEntries, parts: string, progress: Progress) {
    this.#config = config;
    this.#entries = entries;
    this.#parts = parts;
    this.#progress = progress;
    this.#store = storeOf(config);
  }

  async write(elsewhere: readonly Elsewhere[]): Promise<Omit<BackupReport, 'file' | 'bytes' | 'elsewhere'>> {
    const made = instantOf(Date.now());
    const log = await this.#ownLog();
    const copies = await this.#copiedLogs();
    const pointer = readPointer(this.#config.data);
    const head: BackupHead = {
      ...{ format: BACKUP_FORMAT, made },
      ...(pointer && { snapshot: pointer.snapshot }),
      ...(log && { log: { origin: log.head.origin, size: log.head.size, keys: this.#keysOf(log.head) } }),
      elsewhere: elsewhere.map(({ variable, place, save, load }) => ({ variable, place, save, load })),
    };
    await this.#entries.put(HEAD_FILE, Buffer.from(`${JSON.stringify(head, null, 1)}\n`));
    const databases = await this.#databases();
    await this.#smallFiles(pointer);
    for (const carried of [...(log ? [log] : []), ...copies]) await this.#log(carried);
    const counts = pointer ? await this.#objects(pointer.catalog).catch(namingCopies) : { days: 0, objects: 0 };
    const published = await this.#published();
    await this.#entries.end();
    const names = copies.map(({ source }) => source.of!);
    return {
      ...{ snapshot: pointer?.snapshot ?? null, ...counts, published, databases },
      ...{ leaves: log?.head.size ?? 0, copies: names },
    };
  }

  async #ownLog(): Promise<CarriedLog | undefined> {
    const source = { folder: placesOf(this.#config).own };
    const head = await carriedHead(source);
    return head && { source, head };
  }

  async #copiedLogs(): Promise<CarriedLog[]> {
    const all = join(this.#config.data, 'logs');
    const found: CarriedLog[] = [];
    for (const name of existsSync(all) ? readdirSync(all).sort() : []) {
      const source = { folder: join(all, name), of: name };
      const head = await carriedHead(source);
      if (head) found.push({ source, head });
    }
    return found;
  }

  /** Gives the public keys of the log: the keys that it publishes, and the keys that sign now. */
  #keysOf({ origin }: Head): string[] {
    const published = filesIn(placesOf(this.#config).published)(KEYS);
    const lines = new TextDecoder().decode(published).split('\n');
    const keys = [
      ...lines.flatMap((line) => parseVerifierKey(line) ?? []),
      ...readSigners(this.#config).map(({ key }) => key),
    ];
    return [...new Set(keys.filter(({ name }) => name === origin).map(formatVerifierKey))];
  }

  async #databases(): Promise<string[]> {
    const names = DATABASES.filter((name) => existsSync(databasePath(this.#config, name)));
    for (const name of names) {
      const copy = join(this.#parts, name);
      copyDatabase(databasePath(this.#config, name), copy);
      await this.#entries.file(name, copy);
      rmSync(copy);
    }
    return names;
  }

  async #smallFiles(pointer: Pointer | undefined): Promise<void> {
    if (pointer) {
      writePointer(this.#parts, pointer);
      await this.#entries.file('index.json', join(this.#parts, 'index.json'));
    }
    for (const name of LISTS) {
      const path = join(this.#config.data, name);
      if (existsSync(path)) await this.#entries.put(name, readOwnFile(path));
    }
  }

  async #log(carried: CarriedLog): Promise<void> {
    const { folder, of } = carried.source;
    const at = of === undefined ? '' : `logs/${of}/`;
    const keys = keysPlace(folder);
    if (of !== undefined && existsSync(keys)) await this.#entries.put(at + TRUSTED_KEYS, readOwnFile(keys));
    // A copied log goes to `logs/<name>/`, so the prefix `log/` of its entries is cut off.
    for await (const [name, bytes] of logEntries(carried))
      await this.#entries.put(of === undefined ? name : at + name.slice('log/'.length), bytes);
  }

  /**
   * Adds every object of every day, the newest day first. Throws an ObjectError when an object is missing or damaged.
   */
  async #objects(newest: Address): Promise<{ days: number; objects: number }> {
    const task = this.#progress.start('Objects');
    const store = this.#store;
    let [days, objects] = [0, 0];
    const purged = readPurged(this.#config.data);
    let newer: CatalogFile | undefined;
    for await (const day of daysBack({ store, purged }, newest)) {
      await this.#entries.file(objectEntry('objects', day.address), day.path, day.size);
      days++;
      for (const address of namedAddresses(newer, day, purged, (card) => store.has(card))) {
        await this.#entries.put(objectEntry('objects', address), store.getBytes(address));
        objects++;
        task.advance();
      }
      newer = day;
    }
    task.done(`${objects}`);
    return { days, objects: objects + days };
  }

  /** Adds every published object on the disk, and tests each one. */
  async #published(): Promise<number> {
    const { published } = this.#config;
    let count = 0;
    if ('folder' in published)
      for (const { address, path } of publishedFiles(published.folder)) {
        await refuseDamage(path, address);
        await this.#entries.file(objectEntry('published', address), path);
        count++;
      }
    return count;
  }
}

function namingCopies(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  const fix = 'Nothing was written: "model-hub build --check" says where a whole copy of it is.';
  throw new Failure(`${asSentence(error.message)} ${fix}`, { cause: error });
}
