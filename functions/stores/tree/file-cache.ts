// Keeps files of a remote store in a folder of limited size. A reader gets the bytes that were put there, or nothing
// (decision 0003).
// - `<folder>/<2 hex>/<62 hex>` holds the bytes that are kept under a key, and after them their SHA-256.
// - `<folder>/tmp/` holds unfinished files.
// A file appears by a rename. Its reader checks the hash and removes a torn file, so nothing needs to be flushed. The
// file's time is the time of its last use, to within ten minutes. The files that were not used for longest are removed
// first. Several processes may share a folder.
import { futimesSync, rmSync, type Stats } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { openFile, readInto } from '../bytes/plain-file.ts';

interface FileCacheSettings {
  folder: string;
  /** The maximum number of bytes that the folder may take on the disk. */
  most: number;
  /** Called with a sentence if the folder can't be written, and not again before a write succeeds. */
  onFault(sentence: string): void;
}

const FOOT = 32;
/** The size in bytes of a block on most disks. */
const BLOCK = 4096;
/**
 * A use sets a file's time only if the time is older than this number of milliseconds, because each change is a write.
 */
const USED_MS = 10 * 60_000;
/** If the folder is over its limit, files are removed until it takes only this share of the limit. */
const LEFT = 0.9;
/** The age in milliseconds from which an unfinished file must come from a dead process: no write takes this long. */
const LEFT_BEHIND_MS = 10 * 60_000;

export class FileCache {
  /** The maximum number of bytes that the folder may take on the disk. */
  readonly most: number;
  /** The number of bytes that it takes, as far as this process knows; undefined before it was first measured. */
  held: number | undefined;
  readonly #folder: string;
  readonly #onFault: (sentence: string) => void;
  /** The number of bytes that this process added to the folder. */
  #put = 0;
  #needed: ReadonlySet<string> = new Set();
  #isSweeping = false;
  #hasTold = false;

  constructor({ folder, most, onFault }: FileCacheSettings) {
    this.#folder = folder;
    this.most = most;
    this.#onFault = onFault;
  }

  /**
   * Returns the bytes under `key`, which has 64 hex digits; undefined if there are none. If `isChecked` is true, the
   * caller compares the hash of the bytes, and calls `forget` if they are damaged.
   */
  read(key: string, isChecked = false): Uint8Array | undefined {
    const bytes = openFile(this.#pathOf(key), (fd, stats) => wholeOf(fd, stats, isChecked) ?? this.forget(key));
    return bytes ?? undefined;
  }

  /** Keeps `bytes` under `key`. Never rejects: bytes that can't be kept are fetched again when they are next needed. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    // A file that takes nearly the whole limit would push out all other files, and would soon be removed itself.
    if (bytes.length + FOOT > this.most * LEFT) return;
    const path = this.#pathOf(key);
    const fresh = join(this.#folder, 'tmp', `${process.pid}-${crypto.randomUUID()}`);
    try {
      for (const file of [fresh, path]) await mkdir(dirname(file), { recursive: true });
      await writeFile(fresh, [bytes, Buffer.from(sha256Hex(bytes), 'hex')]);
      await rename(fresh, path);
      this.#hasTold = false;
    } catch (error) {
      await rm(fresh, { force: true }).catch(() => {});
      if (!this.#hasTold) this.#onFault(`${this.#folder} keeps nothing: ${(error as Error).message}.`);
      this.#hasTold = true;
      return;
    }
    const room = roomOf(bytes.length + FOOT);
    this.#put += room;
    if (this.held !== undefined) this.held += room;
    // The sweep runs in the background: callers that wait for the bytes do not wait for it.
    if (!this.#isSweeping && (this.held ?? Number.POSITIVE_INFINITY) > this.most) void this.#sweep();
  }

  /** Removes the file under `key`. */
  forget(key: string): void {
    rmSync(this.#pathOf(key), { force: true });
  }

  /** Protects the files with these keys from removal. This ends the protection from earlier calls. */
  need(keys: readonly string[]): void {
    this.#needed = new Set(keys);
  }

  #pathOf(key: string): string {
    return join(this.#folder, key.slice(0, 2), key.slice(2));
  }

  /** Measures the folder, and removes the files that were not used for longest while it is over the limit. */
  async #sweep(): Promise<void> {
    this.#isSweeping = true;
    let before: number;
    do {
      before = this.#put;
      await this.#sweepNow().catch(() => {});
    } while (this.#put !== before && (this.held ?? 0) > this.most);
    this.#isSweeping = false;
  }

  async #sweepNow(): Promise<void> {
    // The map holds the bytes of files by the second of their last use, because all names would take too much memory.
    const used = new Map<number, number>();
    let held = 0;
    const before = this.#put;
    for await (const { key, size, second } of this.#files()) {
      if (!this.#needed.has(key)) used.set(second, (used.get(second) ?? 0) + size);
      held += size;
    }
    // A file that arrived during the sweep may count twice until the next sweep.
    this.held = held + this.#put - before;
    if (held <= this.most) return;
    const most = this.most * LEFT;
    const last = lastToGo(used, held - most);
    for await (const { path, key, size, second } of this.#files()) {
      if (second > last || (second === last && this.held <= most) || this.#needed.has(key)) continue;
      await rm(path, { force: true });
      this.held -= size;
    }
  }

  /** Lists all kept files, and removes what dead processes left behind. */
  async *#files(): AsyncGenerator<{ path: string; key: string; size: number; second: number }> {
    for (const shard of await readdir(this.#folder)) {
      const isKept = /^[0-9a-f]{2}$/.test(shard);
      if (!isKept && shard !== 'tmp') continue;
      for (const name of await readdir(join(this.#folder, shard))) {
        const path = join(this.#folder, shard, name);
        const stats = await stat(path).catch(() => undefined);
        if (!stats?.isFile()) continue;
        const { size, mtimeMs } = stats;
        if (isKept) yield { path, key: shard + name, size: roomOf(size), second: Math.floor(mtimeMs / 1000) };
        else if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
      }
    }
  }
}

/** Returns the disk space of a file with this many bytes. Even a small file takes a whole block. */
const roomOf = (size: number) => Math.ceil(size / BLOCK) * BLOCK;

/**
 * Returns a time in seconds: `bytes` bytes become free if all files that were last used up to this time are removed.
 */
function lastToGo(used: ReadonlyMap<number, number>, bytes: number): number {
  let left = bytes;
  for (const [second, held] of [...used].sort(([a], [b]) => a - b)) {
    left -= held;
    if (left <= 0) return second;
  }
  return Number.POSITIVE_INFINITY;
}

/** Reads the content of a file, and sets the time of its last use; undefined if it is damaged. */
function wholeOf(fd: number, { size, mtimeMs }: Stats, isChecked: boolean): Uint8Array | undefined {
  const length = size - FOOT;
  const bytes = Buffer.allocUnsafeSlow(size);
  if (length < 0 || readInto(fd, bytes, 0) < size) return undefined;
  const kept = bytes.subarray(0, length);
  if (!isChecked && sha256Hex(kept) !== bytes.toString('hex', length)) return undefined;
  const now = Date.now();
  try {
    if (now - mtimeMs > USED_MS) futimesSync(fd, now / 1000, now / 1000);
  } catch {
    // The folder is read-only. The only effect is another order in which files are removed.
  }
  return kept;
}
