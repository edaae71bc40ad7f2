// Writes an object's file so that a crash leaves all of it or nothing. The data reaches the disk first, then the name,
// then the folder.
import { randomUUID } from 'node:crypto';
import { existsSync, fsync, openSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { LazyValue } from '../../../src/basics/lazy-value.ts';
import type { ObjectMetadata } from '../../../src/shapes/object-plane.ts';
import { objectTail } from './object-file.ts';

/** The age in milliseconds from which an unfinished file must come from a dead process: no request takes this long. */
const LEFT_BEHIND_MS = 10 * 60_000;

/** The folders of objects, named by the first two digits of the objects' addresses. */
const SHARDS = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));

const flush = promisify(fsync);

export class ObjectFileWriter {
  readonly #folder: string;
  readonly #temporary: string;
  /** The open folders that have new files. They stay open, so that a flush need not open them again. */
  readonly #folders = new Map<string, number>();
  readonly #prepared = new LazyValue(() => this.#prepare());
  /**
   * True once the folder has been seen. If it is missing later, its disk is away, and nothing may be written to its
   * path.
   */
  #wasThere: boolean;

  constructor(folder: string) {
    this.#folder = folder;
    this.#temporary = join(folder, 'tmp');
    this.#wasThere = existsSync(folder);
  }

  /** Resolves when the file is at `path` and would survive a crash. After a rejection there is no file. */
  async write(path: string, bytes: Uint8Array, metadata: ObjectMetadata): Promise<void> {
    await this.#prepared.get();
    const temporary = join(this.#temporary, randomUUID());
    let left = temporary;
    try {
      await writeFlushed(temporary, [bytes, await objectTail(metadata)]);
      await rename(temporary, path);
      left = path;
      await this.settle(path);
    } catch (error) {
      // The caller gets an error, so no file may stay behind.
      await rm(left, { force: true }).catch(() => {});
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') this.#startAnew();
      throw error;
    }
  }

  /** Flushes the name of an existing file to the disk. */
  async settle(path: string): Promise<void> {
    // Windows can't open a folder, but its file system writes data before names by itself.
    if (process.platform === 'win32') return;
    const folder = dirname(path);
    const known = this.#folders.get(folder) ?? openSync(folder, 'r');
    this.#folders.set(folder, known);
    await flush(known);
  }

  /** Forgets the folders after somebody removed them, so that the next write makes them again. */
  #startAnew(): void {
    this.#folders.clear();
    this.#prepared.forget();
  }

  async #prepare(): Promise<void> {
    if (this.#wasThere) await stat(this.#folder);
    await makeFolder(this.#temporary);
    this.#wasThere = true;
    const there = new Set(await readdir(this.#folder));
    const missing = SHARDS.filter((shard) => !there.has(shard));
    // All folders are made together, so that one flush covers their names. If a folder were made on demand, its first
    // publish would take twice as long.
    await Promise.all(missing.map((shard) => mkdir(join(this.#folder, shard), { recursive: true })));
    if (missing.length > 0) await syncFolder(this.#folder);
    for (const name of await readdir(this.#temporary)) {
      const path = join(this.#temporary, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
    }
  }
}

/** Writes a new file, and resolves when its bytes are on the disk. */
async function writeFlushed(path: string, parts: Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx');
  try {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const { bytesWritten } = await file.writev(parts);
    // A disk that becomes full writes a part without an error, and fails only at the next write.
    if (bytesWritten < length) await file.writeFile(Buffer.concat(parts).subarray(bytesWritten));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a folder and the folders above it, and flushes all new names to the disk. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
