// Opens the search index on a Node host. The files of the index are read into memory in advance, or at the first use;
// rows come from the catalog object on disk.
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { SearchIndex } from '../../../src/search/search-index.ts';
import type { SearchPort } from '../../../src/search/search-port.ts';
import { searchOver } from '../../search/search-over-index.ts';
import { openOwnFileSync, readInto } from '../bytes/plain-file.ts';
import type { IndexMemory } from '../packs/index-memory.ts';

/** The number of bytes of the index that are read before other requests may run. */
const PIECE = 4 * 1024 * 1024;
/** The maximum size in bytes of a row. */
const MOST_ROW = 16 * 1024 * 1024;

/** The descriptors of open files; empty after the files are closed. */
interface Descriptors {
  index: number[];
  catalog?: number | undefined;
}

/** A file of the index, and the SHA-256 that it must have. */
interface IndexFile {
  path: string;
  sha256: string;
}

/**
 * The files that search needs. They are opened at the start, so that the index can be read even if files are renamed or
 * descriptors run out later.
 */
export class SearchFiles {
  readonly #files: Descriptors = { index: [] };
  readonly #memory: IndexMemory;
  readonly #rowsStart: number;
  readonly #hashes: readonly string[];
  #port: SearchPort | undefined;
  #isReading = false;
  #hasFailed = false;

  /**
   * Opens the files of an index, the figures first, and the catalog object. The rows of the catalog begin at
   * `rowsStart`. `memory` keeps the index.
   */
  constructor(index: readonly IndexFile[], catalog: string, rowsStart: number, memory: IndexMemory) {
    this.#memory = memory;
    this.#rowsStart = rowsStart;
    this.#hashes = index.map(({ sha256 }) => sha256);
    try {
      for (const { path } of index) this.#files.index.push(openOwnFileSync(path));
      this.#files.catalog = openOwnFileSync(catalog);
    } catch (error) {
      closeAll(this.#files);
      throw error;
    }
    // The catalog stays open as long as the tree is in use, even if its file is removed.
    closer.register(this, this.#files);
  }

  /** False after a failed attempt to read the index, until an attempt succeeds. */
  get isUsable(): boolean {
    return this.#port !== undefined || !this.#hasFailed;
  }

  /** Returns the search. If the index was not read in advance, reads it now. Throws if the files are not an index. */
  port(): SearchPort {
    if (this.#port) return this.#port;
    try {
      return this.#keep(
        this.#files.index.map((fd, at) => {
          const sha256 = this.#hashes[at]!;
          return this.#memory.known(sha256) ?? readWhole(fd, sha256);
        }),
      );
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /** Reads the index in the background. Rejects if the files are not an index. */
  async load(): Promise<void> {
    if (this.#port) return;
    this.#isReading = true;
    try {
      const files: ArrayBuffer[] = [];
      for (const [at, fd] of this.#files.index.entries()) {
        const sha256 = this.#hashes[at]!;
        files.push(this.#memory.known(sha256) ?? (await readInPieces(fd, sha256)));
      }
      if (!this.#port) this.#keep(files);
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      this.#isReading = false;
      if (this.#port) this.#closeIndex();
    }
  }

  /** Closes the files of a tree that is no longer used. */
  close(): void {
    closeAll(this.#files);
  }

  #keep(files: ArrayBuffer[]): SearchPort {
    const [figures, ...segments] = files;
    const index = new SearchIndex({ figures: figures!, segments });
    // The figures belong to one day, so the next tree does not need them.
    for (const [at, file] of segments.entries()) this.#memory.remember(this.#hashes[at + 1]!, file);
    const port = searchOver(index, this.#rowsStart, (start, end, checked) =>
      checked(readRange(this.#files.catalog!, start, end)),
    );
    this.#port = port;
    if (!this.#isReading) this.#closeIndex();
    return port;
  }

  #closeIndex(): void {
    for (const fd of this.#files.index) closeSync(fd);
    this.#files.index = [];
  }
}

const closer = new FinalizationRegistry<Descriptors>(closeAll);

function closeAll(files: Descriptors): void {
  for (const fd of [...files.index, files.catalog]) if (fd !== undefined) closeSync(fd);
  files.index = [];
  files.catalog = undefined;
}

function readRange(fd: number, start: number, end: number): Uint8Array {
  // A damaged index may hold any number. This check prevents an allocation for a row that can't exist.
  if (!(start <= end && end - start <= MOST_ROW))
    throw new Error(`the search index has a row from byte ${start} to ${end}`);
  const bytes = Buffer.allocUnsafe(end - start);
  if (readInto(fd, bytes, start) < bytes.length)
    throw new Error(`the catalog object ends before byte ${end}, where the search index has a row`);
  return bytes;
}

function readWhole(fd: number, sha256: string): ArrayBuffer {
  const bytes = new Uint8Array(fstatSync(fd).size);
  if (readInto(fd, bytes, 0) < bytes.length) throw shorter();
  checkIndex(createHash('sha256').update(bytes).digest('hex'), sha256);
  return bytes.buffer;
}

function checkIndex(found: string, sha256: string): void {
  if (found !== sha256) throw new Error('The search index is not what its name says: build the tree again.');
}

const readBeside = promisify(read);

async function readInPieces(fd: number, sha256: string): Promise<ArrayBuffer> {
  const hash = createHash('sha256');
  const bytes = new Uint8Array(fstatSync(fd).size);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await readBeside(fd, bytes, at, Math.min(PIECE, bytes.length - at), at);
    if (bytesRead === 0) throw shorter();
    hash.update(bytes.subarray(at, at + bytesRead));
    at += bytesRead;
  }
  checkIndex(hash.digest('hex'), sha256);
  return bytes.buffer;
}

const shorter = () => new Error('the search index became shorter while it was read');
