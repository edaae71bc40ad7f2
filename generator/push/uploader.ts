// Uploads files to a bucket, several at the same time. Checks each file before sending it; the store checks what
// arrives.
import { hash } from 'node:crypto';
import { createReadStream, openAsBlob, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { counted } from '../../src/model/figures.ts';
import { addressFromHex } from '../../src/nouns/address.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import type { Bytes } from '../../src/tree/store.ts';
import { storedName } from '../../src/tree/tree-list.ts';
import { sha256OfFile } from '../files/file-bytes.ts';
import { BoundedWork } from '../objects/bounded-work.ts';
import { blake3Hex, createBlake3 } from '../process/blake3.ts';
import { Failure } from '../process/failure.ts';
import type { Task } from '../process/progress.ts';
import type { NamedObject } from './new-objects.ts';
import { Sent } from './sent.ts';

/** The maximum size in bytes of a file that is read and sent as a whole. A larger file is sent in parts. */
const IN_PARTS = 64 * 2 ** 20;
/** The maximum size in bytes of files of which several may be in memory at the same time. */
const ALONE = 4 * 2 ** 20;
/** The maximum number of sent files to remember until the store lists them. */
const MOST_UNLISTED = 500_000;
/** The number of milliseconds to wait before the listing is read again for missing files. */
const LAG = 2000;

interface UploaderSettings {
  bucket: Bytes;
  /** The number of requests at the same time. */
  parallel: number;
  /** True for a dry run, which uploads nothing and only counts. */
  isDry: boolean;
  /** The number of milliseconds by which the store's listing may be late. */
  lag?: number;
  task: Task;
}

/** Checks a file's bytes against its name. */
interface Check {
  isWhole(bytes: Buffer, digest: Buffer): boolean;
  /** Checks a file that is too large for memory; absent if files of this kind are never that large. */
  isWholeFile?(path: string): boolean | Promise<boolean>;
  /** The text to put before the file's name in the bucket. */
  start?: string;
}

export class Uploader {
  readonly count = { files: 0, bytes: 0 };
  readonly #settings: UploaderSettings;
  readonly #lanes: BoundedWork;
  readonly #sent = new Sent();

  constructor(settings: UploaderSettings) {
    this.#settings = settings;
    this.#lanes = new BoundedWork(settings.parallel);
  }

  /** Uploads the pack, shard or stamp with this name from `dist`. */
  async pack(dist: string, sha256: string): Promise<void> {
    await this.#file(dist, storedName(sha256), {
      isWhole: (_, digest) => digest.toString('hex') === sha256,
      isWholeFile: (path) => sha256OfFile(path) === sha256,
    });
  }

  /** Uploads the object from `dist`. */
  async object(dist: string, { kind, address }: NamedObject): Promise<void> {
    await this.#file(dist, objectPath(kind, address), {
      isWhole: (bytes) => addressFromHex(blake3Hex(bytes)) === address,
      isWholeFile: async (path) => addressFromHex(await blake3Of(path)) === address,
    });
  }

  /** Uploads the file `name` of `folder`, whose hash is `sha256`. Its name in the bucket is `start` and then `name`. */
  async file(folder: string, name: string, start: string, sha256: string): Promise<void> {
    await this.#file(folder, name, { isWhole: (_, digest) => digest.toString('hex') === sha256, start });
  }

  /** Uploads `bytes` under a name whose content may change later. */
  async bytes(name: string, bytes: Uint8Array, type: string): Promise<void> {
    this.#counted(bytes.length);
    if (this.#settings.isDry) return;
    await this.#lanes.start(() => this.#put(name, bytes, type));
  }

  /** Sets the number of files that are still to be uploaded, for the progress. */
  expect(more: number): void {
    this.#settings.task.expect(this.count.files + more);
  }

  /** Resolves once the store has confirmed all files. Rejects if a file could not be uploaded. */
  async end(): Promise<void> {
    await this.#lanes.end();
  }

  /**
   * Waits as `end` does, and then until the store lists all files with their sizes. Rejects with a Failure that names a
   * file which is not listed.
   */
  async confirm(): Promise<void> {
    await this.end();
    const { bucket, lag = LAG } = this.#settings;
    if ((await this.#sent.missing(bucket)).length === 0) return;
    await after(lag);
    const [first, ...others] = await this.#sent.missing(bucket);
    if (first === undefined) return;
    const more = others.length === 0 ? '' : ` and ${counted(others.length, 'other file')}`;
    throw new Failure(
      `${bucket.address} took ${first}${more} and does not list ${more ? 'them' : 'it'}: push again, and what is missing there is sent again.`,
    );
  }

  /** Waits until all running requests have ended, even if they fail. */
  async settle(): Promise<void> {
    await this.#lanes.settle();
  }

  /** Uploads the file `name` of `folder`, after checking that its bytes match its name. */
  async #file(folder: string, name: string, check: Check): Promise<void> {
    const path = join(folder, name);
    const size = sizeOf(path);
    this.#counted(size);
    if (this.#settings.isDry) return;
    if (this.#sent.count >= MOST_UNLISTED) await this.confirm();
    if (size > ALONE) await this.#lanes.settle();
    await this.#lanes.start(() => this.#send(path, (check.start ?? '') + name, size, check));
  }

  async #send(path: string, name: string, size: number, { isWhole, isWholeFile }: Check): Promise<void> {
    if (size > IN_PARTS && isWholeFile) {
      if (!(await isWholeFile(path))) throw damaged(path);
      await this.#settings.bucket.put(name, await openAsBlob(path));
      this.#isSent(name, size);
      return;
    }
    const bytes = readOwnFile(path);
    const digest = hash('sha256', bytes, 'buffer');
    if (!isWhole(bytes, digest)) throw damaged(path);
    await this.#put(name, bytes);
  }

  async #put(name: string, bytes: Uint8Array, type = ''): Promise<void> {
    await this.#settings.bucket.put(name, bytes, { type });
    this.#isSent(name, bytes.length);
  }

  #isSent(name: string, size: number): void {
    this.#sent.add(name, size);
    this.#settings.task.advance();
  }

  #counted(bytes: number): void {
    this.count.files++;
    this.count.bytes += bytes;
    if (this.#settings.isDry) this.#settings.task.advance();
  }
}

function sizeOf(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined)
    throw new Failure(`${path} is missing; remove "current" in HUB_DIST, and run "model-hub build".`);
  return size;
}

const damaged = (path: string) =>
  new Failure(`${path} is damaged, so it is not pushed; remove "current" in HUB_DIST, and run "model-hub build".`);

async function blake3Of(path: string): Promise<string> {
  const hasher = await createBlake3();
  for await (const piece of createReadStream(path)) hasher.update(piece as Buffer);
  return hasher.hex();
}
