// Reads a backup while it arrives. Refuses an entry with a name, size or hash that no backup can have. Puts objects
// into their stores, where nothing names them yet, and all other files into drafts.

import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { type Address, objectName } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import {
  type BackupHead,
  HEAD_FILE,
  objectEntry,
  parseBackupEntry,
  parseBackupHead,
  SUMS_FILE,
} from '../backup/backup-layout.ts';
import { refuseDamage } from '../backup/published-files.ts';
import { hashing, sumLine } from '../backup/summed-entries.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { takeObject } from '../days/take-object.ts';
import { eachTarEntry, type TarEntry } from '../files/tar-file.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { draftFolder, restoredPieces } from './restore-places.ts';

/** The numbers of catalog objects and published objects that were put into their stores. */
export interface TakenObjects {
  objects: number;
  published: number;
}

/** The result of reading a backup. */
export interface ReadBackup extends TakenObjects {
  head: BackupHead;
  databases: string[];
}

const LARGE = 2 ** 24;

interface Reading {
  /** The path of the backup. */
  file: string;
  store: ObjectStore;
  /** Receives the counts of the objects as they come. */
  taken: TakenObjects;
  progress: Progress;
}

type OnHead = (head: BackupHead) => Promise<void>;

/**
 * Reads a backup. Calls `onHead` with its head before reading the rest. Throws a Failure that names what is wrong with
 * the file.
 */
export async function readBackup(
  config: Config,
  { file, store, taken, progress }: Reading,
  onHead: OnHead,
): Promise<ReadBackup> {
  const reader = new BackupReader(config, store, file, taken, onHead);
  await eachTarEntry(file, progress, (entry) => reader.take(entry));
  const read = reader.end();
  store.flush();
  return read;
}

class BackupReader {
  readonly #config: Config;
  readonly #store: ObjectStore;
  readonly #path: string;
  /** The path of a file that collects the lines which the backup's SHA256SUMS must have. */
  readonly #sums: string;
  #head: BackupHead | undefined;
  #isEnded = false;
  readonly #count: TakenObjects;
  readonly #databases: string[] = [];

  readonly #onHead: OnHead;

  constructor(config: Config, store: ObjectStore, path: string, taken: TakenObjects, onHead: OnHead) {
    this.#count = taken;
    this.#onHead = onHead;
    this.#config = config;
    this.#store = store;
    this.#path = path;
    this.#sums = join(draftFolder(config), SUMS_FILE);
  }

  async take({ header: { name, size, type }, body }: TarEntry): Promise<void> {
    const entry = parseBackupEntry(name);
    if (type !== 'file' || !entry) throw this.#holds(name, 'which is no part of a backup');
    if (size > entry.most) throw this.#holds(name, `of ${size} bytes, which no backup has`);
    if (!this.#head && name !== HEAD_FILE) throw this.#holds(name, `and no ${HEAD_FILE} before it`);
    if (this.#isEnded) throw this.#holds(name, `behind its ${SUMS_FILE}`);
    if (entry.kind === 'sums') return this.#compareSums(size, body);
    const sha256 = createHash('sha256');
    const chunks = hashing(body, sha256);
    if (entry.kind === 'object') await this.#object(entry.address, chunks);
    else if (entry.kind === 'published') await this.#published(entry.address, chunks);
    else await this.#file(name, chunks);
    if (entry.kind === 'database') this.#databases.push(name);
    appendFileSync(this.#sums, sumLine(sha256.digest('hex'), name));
  }

  end(): ReadBackup {
    if (!this.#head) throw new Failure(`${this.#path} is empty: "model-hub backup FILE" writes backups.`);
    if (!this.#isEnded) throw new Failure(`${this.#path} ends before its ${SUMS_FILE}: copy it once more.`);
    return { head: this.#head, ...this.#count, databases: this.#databases };
  }

  async #object(address: Address, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const { found } = await takeObject(this.#store, address, chunks);
    if (found !== address) throw this.#damaged(objectEntry('objects', address), `its bytes hash to ${found}`);
    this.#count.objects++;
  }

  async #published(address: Address, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const draft = new FolderBytes(join(draftFolder(this.#config), 'published'));
    const fresh = join(draft.address, objectName(address));
    await writeChunks(fresh, chunks);
    await refuseDamage(draft, address);
    const place = join(this.#config.objects, 'published', objectName(address));
    mkdirSync(dirname(place), { recursive: true });
    renameSync(fresh, place);
    this.#count.published++;
  }

  async #file(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const piece = restoredPieces(this.#config).find((one) => one.name === name);
    const place = piece?.draft ?? join(draftFolder(this.#config), name);
    if (existsSync(place)) throw this.#holds(name, 'and holds it twice');
    await writeChunks(place, chunks);
    if (name !== HEAD_FILE) return;
    this.#head = parseBackupHead(readFileSync(place, 'utf8'));
    if (!this.#head)
      throw new Failure(`${this.#path} is a backup of another version than this one reads: restore with that version.`);
    await this.#onHead(this.#head);
  }

  /** Compares SHA256SUMS byte by byte with the lines for the entries before it. */
  async #compareSums(size: number, body: TarEntry['body']): Promise<void> {
    if (size !== statSync(this.#sums).size)
      throw this.#damaged(SUMS_FILE, 'it names other files than those that are there');
    const fd = openSync(this.#sums, 'r');
    try {
      let at = 0;
      for await (const chunk of body) {
        const own = Buffer.alloc(chunk.length);
        readSync(fd, own, 0, own.length, at);
        const differs = own.findIndex((byte, index) => byte !== chunk[index]);
        if (differs >= 0) throw this.#damaged(lineAt(fd, at + differs), `its ${SUMS_FILE} names another hash or file`);
        at += chunk.length;
      }
    } finally {
      closeSync(fd);
    }
    this.#isEnded = true;
  }

  #holds(name: string, what: string): Failure {
    return new Failure(
      `${this.#path} holds ${JSON.stringify(name.slice(0, 300))}, ${what}: "model-hub backup" did not write this file. Nothing was restored.`,
    );
  }

  #damaged(name: string, why: string): Failure {
    return new Failure(`${this.#path} is damaged at ${name}: ${why}. Nothing was restored: take another copy of it.`);
  }
}

/** Returns the file name in the line of SHA256SUMS at an offset. */
function lineAt(fd: number, offset: number): string {
  const around = 1024;
  const from = Math.max(0, offset - around);
  const bytes = Buffer.alloc(2 * around);
  const text = bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, from));
  const line = text.slice(text.lastIndexOf('\n', offset - from - 1) + 1).split('\n')[0]!;
  return line.slice(66);
}

/**
 * Writes a new file. Flushes it to the disk only if it is large; small files are many, and are flushed together at the
 * end.
 */
async function writeChunks(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  const fd = openSync(path, 'wx');
  try {
    let bytes = 0;
    for await (const chunk of chunks) {
      writeFileSync(fd, chunk);
      bytes += chunk.length;
    }
    if (bytes > LARGE) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
