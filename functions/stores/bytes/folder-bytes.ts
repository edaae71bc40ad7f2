// Keeps bytes in a folder: each name is a file. Files are read synchronously. They are written so that a crash leaves
// all of a file or nothing: the data reaches the disk first, then the name, then the folder.
import { accessSync, closeSync, constants, type Dirent, existsSync, fstatSync, lstatSync } from 'node:fs';
import { access, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { lazyValue } from '../../../src/basics/remembered.ts';
import { compareBytewise } from '../../../src/nouns/file-path.ts';
import { type Bytes, StoreAway, type Stored } from '../../../src/tree/store.ts';
import { NoPlainFile, openFile, openIfPlain, readInto, refuseOther } from './plain-file.ts';

/** The age in milliseconds from which an unfinished file must come from a dead process: no request takes this long. */
const LEFT_BEHIND_MS = 10 * 60_000;
/** The milliseconds after which a look at an open file tells whether it was replaced. */
const LOOK_MS = 1000;
/** The maximum number of files that a store keeps open. */
const MOST_OPEN = 32;
/** The folder of unfinished files, which no listing has. */
const UNFINISHED = 'tmp/';

/** An open file, and the time of the last look at it. */
interface OpenFile {
  fd: number;
  size: number;
  looked: number;
}

/** Keeps bytes in a folder. A name that is no plain file counts as missing. */
export class FolderBytes implements Bytes {
  readonly address: string;
  readonly #onStrange: ((sentence: string) => void) | undefined;
  #wasThere: boolean;
  /** Descriptors by name; the file that was not read for longest comes first. */
  readonly #open = new Map<string, OpenFile>();
  readonly #swept = lazyValue(() => removeLeftBehind(this.#at(UNFINISHED)));

  /**
   * With `onStrange`, no link is followed, and `onStrange` gets a sentence about anything but a plain file that a read
   * finds. Reads throw a StoreAway if the folder is missing after it was there, because its disk is away.
   */
  constructor(folder: string, onStrange?: (sentence: string) => void) {
    this.address = folder;
    this.#onStrange = onStrange;
    this.#wasThere = existsSync(folder);
    closer.register(this, this.#open);
  }

  get(name: string, most = Number.POSITIVE_INFINITY): Buffer | undefined {
    return this.#read(name, (fd, size) => {
      if (size > most)
        throw new StoreAway(`${this.#at(name)} has ${size} bytes, where at most ${most} can be right`, true);
      const bytes = readPart(fd, 0, size);
      if (bytes.length < size) throw new Error(`${name} became shorter while it was read`);
      return bytes;
    });
  }

  range(name: string, start: number, end: number): Buffer | undefined {
    const part = (fd: number, size: number) => readPart(fd, start, Math.max(start, Math.min(end, size)));
    if (this.#onStrange) return this.#read(name, part);
    const file = this.#opened(name);
    return file ? part(file.fd, file.size) : this.#missing();
  }

  size(name: string): number | undefined {
    return this.#read(name, (_, size) => size);
  }

  async *list(prefix: string, after = ''): AsyncGenerator<Stored> {
    if (!existsSync(this.address)) this.#missing();
    for await (const name of this.#names(prefix, after, '')) {
      const stats = lstatSync(this.#at(name), { throwIfNoEntry: false });
      if (stats?.isFile()) yield { name, size: stats.size, put: Math.floor(stats.mtimeMs) };
    }
  }

  async put(name: string, bytes: Uint8Array | Blob, { ifAbsent = false } = {}): Promise<boolean> {
    try {
      // If the folder was there and is not, its disk is away, and nothing may be written to its path.
      if (this.#wasThere) await stat(this.address);
      return await this.#write(name, bytes, ifAbsent);
    } catch (error) {
      if (!(error instanceof NoPlainFile) && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
      const { message } = error as Error;
      const sentence = `${this.address} takes no file: ${message}; nothing of it was kept. Look after the disk`;
      throw new StoreAway(sentence, false, error);
    }
  }

  async remove(name: string): Promise<void> {
    if (this.size(name) !== undefined) await rm(this.#at(name), { force: true });
  }

  async answers(): Promise<boolean> {
    try {
      await access(this.address, constants.R_OK | constants.W_OK);
      this.#wasThere = true;
      return true;
    } catch (error) {
      // The folder need not exist before the first file.
      return codeOf(error) === 'ENOENT' && !this.#wasThere;
    }
  }

  now(): number {
    return Date.now();
  }

  #at(name: string): string {
    return join(this.address, name);
  }

  /** Opens a file that stays open, so that a tree can be read to its end although a newer one took its place. */
  #opened(name: string): OpenFile | undefined {
    const known = this.#open.get(name);
    const looked = performance.now();
    // A look at the file takes as long as reading a row of it.
    if (known && looked - known.looked < LOOK_MS) return known;
    const stats = known && fstatSync(known.fd);
    // A file without a link was removed or replaced.
    const fresh = stats?.nlink ? undefined : openIfPlain(this.#at(name));
    const fd = fresh ?? known?.fd;
    if (fd === undefined) return undefined;
    if (fresh !== undefined && known) closeSync(known.fd);
    const file = { fd, looked, size: (fresh === undefined ? stats! : fstatSync(fd)).size };
    this.#open.delete(name);
    this.#open.set(name, file);
    if (this.#open.size > MOST_OPEN) {
      const [first, oldest] = this.#open.entries().next().value!;
      this.#open.delete(first);
      closeSync(oldest.fd);
    }
    return file;
  }

  #read<T>(name: string, work: (fd: number, size: number) => T): T | undefined {
    const onStrange = this.#onStrange;
    const strict = onStrange && 'plain';
    try {
      return openFile(this.#at(name), (fd, { size }) => work(fd, size), strict) ?? this.#missing();
    } catch (error) {
      if (!(error instanceof NoPlainFile)) throw error;
      onStrange?.(error.message);
      return undefined;
    }
  }

  #missing(): undefined {
    try {
      accessSync(this.address, constants.R_OK);
      this.#wasThere = true;
    } catch (error) {
      if (!this.#wasThere && codeOf(error) === 'ENOENT') return undefined;
      throw new StoreAway(`${this.address} is away, or this user may not read it; put it back`);
    }
  }

  async *#names(prefix: string, after: string, inside: string): AsyncGenerator<string> {
    const entries = await readdir(this.#at(inside), { withFileTypes: true }).catch(noEntries);
    // A slash behind the name of a folder puts it where the names of its files belong.
    const names = entries.map((entry) => inside + entry.name + (entry.isDirectory() ? '/' : '')).sort(compareBytewise);
    for (const name of names)
      if (name.endsWith('/')) {
        const isOver = compareBytewise(name, after) < 0 && !after.startsWith(name);
        const isWanted = name.startsWith(prefix) || prefix.startsWith(name);
        if (isWanted && !isOver && name !== UNFINISHED) yield* this.#names(prefix, after, name);
      } else if (name.startsWith(prefix) && compareBytewise(name, after) > 0) yield name;
  }

  async #write(name: string, bytes: Uint8Array | Blob, ifAbsent: boolean): Promise<boolean> {
    const path = this.#at(name);
    const fresh = this.#at(UNFINISHED + crypto.randomUUID());
    await makeFolder(dirname(fresh));
    this.#wasThere = true;
    await this.#swept.get();
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there) refuseOther(path, there);
    let isNew = !(there && ifAbsent);
    try {
      if (isNew) {
        await writeFlushed(fresh, bytes);
        await makeFolder(dirname(path));
        isNew = await (ifAbsent ? linked(fresh, path) : rename(fresh, path).then(() => true));
      }
      // The name of a file that is there already may come from a process that died before it flushed the name.
      await flushFolder(dirname(path)).catch(async (error: unknown) => {
        // The caller gets an error, so no file may stay behind.
        if (isNew) await rm(path, { force: true });
        throw error;
      });
      return isNew;
    } finally {
      await rm(fresh, { force: true }).catch(() => {});
    }
  }
}

/** Reads the bytes of a file from `start` up to `end`, or fewer if the file ends before. */
function readPart(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(end - start);
  const read = readInto(fd, bytes, start);
  return read < bytes.length ? bytes.subarray(0, read) : bytes;
}

/** Closes the files of a folder that is no longer read. */
const closer = new FinalizationRegistry<Map<string, OpenFile>>((open) => {
  for (const { fd } of open.values()) closeSync(fd);
});

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Treats a folder that is missing, or that is a file, as empty. */
function noEntries(error: unknown): Dirent[] {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
  throw error;
}

/** Gives the file at `from` a second name. Returns false if that name is taken. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes unfinished files of dead processes. */
async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(join(folder, name), { force: true });
  }
}

/** Writes a new file, and resolves when its bytes are on the disk. */
async function writeFlushed(path: string, bytes: Uint8Array | Blob): Promise<void> {
  const file = await open(path, 'wx');
  try {
    // A disk that becomes full takes a part without an error. `writeFile` writes on, and fails then.
    await file.writeFile(bytes instanceof Blob ? bytes.stream() : bytes);
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
    await flushFolder(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}

/** Flushes the names in a folder to the disk. */
async function flushFolder(path: string): Promise<void> {
  // Windows can't open a folder, but its file system writes data before names by itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
