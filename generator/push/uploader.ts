// Moves files from HUB_DIST to a bucket under the same names, several at the same time. Checks the hash of each file
// before sending it; the store checks what arrives.
import { createHash } from 'node:crypto';
import { existsSync, openAsBlob, statSync } from 'node:fs';
import { join } from 'node:path';
import { PACKED } from '../../functions/stores/bytes/packed-file.ts';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { hexOfAddress } from '../../src/nouns/address.ts';
import { parseObjectPath } from '../../src/tree/static-tree.ts';
import type { Bytes, Stored } from '../../src/tree/store.ts';
import { parseStoredName } from '../../src/tree/tree-list.ts';
import { catalogBytes } from '../days/catalog-reader.ts';
import { packedSize } from '../days/packed-file.ts';
import { BoundedWork } from '../objects/bounded-work.ts';
import { createBlake3 } from '../process/blake3.ts';
import { Failure } from '../process/failure.ts';
import type { Task } from '../process/progress.ts';

/** The maximum size in bytes of a file that is read into memory. A larger file is read again while it is sent. */
const IN_MEMORY = 4 * 2 ** 20;
/** The number of requests at the same time. */
const PARALLEL = 16;

export class Uploader {
  readonly count = { files: 0, bytes: 0 };
  readonly #settings: PushSettings & { task: Task };
  readonly #lanes = new BoundedWork(PARALLEL);

  constructor(settings: PushSettings & { task: Task }) {
    this.#settings = settings;
  }

  /**
   * Moves the file `name`, after checking its bytes: against the hash in the name of a pack or an object, and otherwise
   * against `sha256`.
   */
  async move(name: string, sha256 = parseStoredName(name)): Promise<void> {
    const path = join(this.#settings.dist, name);
    const size = sizeOf(path);
    if (size === undefined)
      throw new Failure(`${path} is missing; remove "current" in HUB_DIST, and run "model-hub build".`);
    this.#counted(size);
    await this.#lanes.start(async () => {
      const bytes = existsSync(path + PACKED)
        ? new Blob([...catalogBytes({ path: path + PACKED })] as BlobPart[])
        : size > IN_MEMORY
          ? await openAsBlob(path)
          : readOwnFile(path);
      if (!(await hasHash(bytes, parseObjectPath(name), sha256)))
        throw new Failure(
          `${path} is damaged, so it is not pushed; remove "current" in HUB_DIST, and run "model-hub build".`,
        );
      await this.#put(name, bytes);
    });
  }

  /** Uploads `bytes` under a name whose content may change later. */
  async bytes(name: string, bytes: Uint8Array, type: string): Promise<void> {
    this.#counted(bytes.length);
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

  /** Waits until all running requests have ended, even if they fail. */
  async settle(): Promise<void> {
    await this.#lanes.settle();
  }

  async #put(name: string, bytes: Uint8Array | Blob, type = ''): Promise<void> {
    await this.#settings.bucket.put(name, bytes, { type });
    this.#settings.task.advance();
  }

  #counted(bytes: number): void {
    this.count.files++;
    this.count.bytes += bytes;
  }
}

/** True if the bytes have the hash of `address`, or this SHA-256 if there is no address. */
async function hasHash(
  bytes: Buffer | Blob,
  address: ReturnType<typeof parseObjectPath>,
  sha256: string | undefined,
): Promise<boolean> {
  const [blake3, sha] = address ? [await createBlake3(), undefined] : [undefined, createHash('sha256')];
  for await (const piece of bytes instanceof Blob ? bytes.stream() : [bytes]) (blake3 ?? sha!).update(piece);
  return address ? blake3!.hex() === hexOfAddress(address) : sha!.digest('hex') === sha256;
}

export interface PushSettings {
  dist: string;
  bucket: Bytes;
  /** The number of milliseconds for which a tree stays after it was replaced. */
  stay: number;
}

/**
 * Lists what the bucket has below `prefix` with the same size as on this disk, as far as it `stays`. An incomplete file
 * counts as missing. Returns a function that is true for these names.
 */
export async function thereBelow(
  { bucket, dist }: PushSettings,
  prefix: string,
  stays: (one: Stored) => boolean = () => true,
): Promise<(name: string) => boolean> {
  const there = new Set<string>();
  const isAsHere = ({ name, size }: Stored) => sizeOf(join(dist, name)) === size;
  for await (const one of bucket.list(prefix)) if (stays(one) && isAsHere(one)) there.add(one.name);
  return (name) => there.has(name);
}

/** Gives the size of a file, unpacked if it is a packed catalog; undefined if there is none. */
const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? packedSize(path + PACKED);
