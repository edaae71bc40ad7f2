// The search index on a Node host: its bytes in memory, read ahead or at first use; rows read from the catalog object on disk.
import { closeSync, fstatSync, read, readSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SearchIndex } from '../../src/search-index/search-index.ts';
import { SEARCH_INDEX } from '../../src/static-tree.ts';
import { searchOver } from '../search-over-index.ts';
import type { SearchPort } from '../search-port.ts';
import { openOwnFileSync } from './plain-file.ts';

/** Bytes of the index that are read at a time: other requests are answered between two pieces. */
const PIECE = 4 * 1024 * 1024;
/** Bytes of a row. */
const MOST_ROW = 16 * 1024 * 1024;

/** Open files; a member is absent once its file is closed. */
interface Descriptors {
  index?: number | undefined;
  catalog?: number | undefined;
}

/**
 * The files that search needs, open from the beginning: nothing that happens to their names or to the process's
 * descriptors later keeps the index from being read.
 */
export class SearchFiles {
  readonly #files: Descriptors = {};
  readonly #rowsStart: number;
  #port: SearchPort | undefined;
  #isReading = false;
  #hasFailed = false;

  /** Opens the index of the tree at `folder`, and the catalog object's file, whose rows begin at `rowsStart`. */
  constructor(folder: string, catalog: string, rowsStart: number) {
    this.#rowsStart = rowsStart;
    try {
      this.#files.index = openOwnFileSync(join(folder, SEARCH_INDEX));
      this.#files.catalog = openOwnFileSync(catalog);
    } catch (error) {
      closeAll(this.#files);
      throw error;
    }
    // The catalog stays open as long as the tree is in use, even when its files have been cleared away.
    closer.register(this, this.#files);
  }

  /** False once the index could not be read, or was none, until it could. */
  get isUsable(): boolean {
    return this.#port !== undefined || !this.#hasFailed;
  }

  /** The search. Unless the index was read ahead, it is read now. Throws when it is none. */
  port(): SearchPort {
    if (this.#port) return this.#port;
    try {
      return this.#keep(readWhole(this.#files.index!));
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /** Reads the index beside other work. Rejects when it is none. */
  async load(): Promise<void> {
    if (this.#port) return;
    this.#isReading = true;
    try {
      const bytes = await readInPieces(this.#files.index!);
      if (!this.#port) this.#keep(bytes);
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      this.#isReading = false;
      if (this.#port) this.#closeIndex();
    }
  }

  /** Closes the files of a tree that is not going to be used. */
  close(): void {
    closeAll(this.#files);
  }

  #keep(bytes: ArrayBuffer): SearchPort {
    const index = new SearchIndex(bytes);
    const port = searchOver(index, this.#rowsStart, (start, end) => readRange(this.#files.catalog!, start, end));
    this.#port = port;
    if (!this.#isReading) this.#closeIndex();
    return port;
  }

  #closeIndex(): void {
    if (this.#files.index !== undefined) closeSync(this.#files.index);
    this.#files.index = undefined;
  }
}

const closer = new FinalizationRegistry<Descriptors>(closeAll);

function closeAll(files: Descriptors): void {
  for (const fd of [files.index, files.catalog]) if (fd !== undefined) closeSync(fd);
  files.index = undefined;
  files.catalog = undefined;
}

function readRange(fd: number, start: number, end: number): Uint8Array {
  // A damaged index may say anything: no memory is taken for what can't be a row.
  if (!(start <= end && end - start <= MOST_ROW))
    throw new Error(`the search index has a row from byte ${start} to ${end}`);
  const bytes = Buffer.allocUnsafe(end - start);
  for (let at = 0; at < bytes.length; ) {
    const length = readSync(fd, bytes, at, bytes.length - at, start + at);
    if (length === 0) throw new Error(`the catalog object ends before byte ${end}, where the search index has a row`);
    at += length;
  }
  return bytes;
}

function readWhole(fd: number): ArrayBuffer {
  const bytes = new Uint8Array(fstatSync(fd).size);
  for (let at = 0; at < bytes.length; ) at += some(readSync(fd, bytes, at, bytes.length - at, at));
  return bytes.buffer;
}

const readBeside = promisify(read);

async function readInPieces(fd: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(fstatSync(fd).size);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await readBeside(fd, bytes, at, Math.min(PIECE, bytes.length - at), at);
    at += some(bytesRead);
  }
  return bytes.buffer;
}

function some(bytesRead: number): number {
  if (bytesRead === 0) throw new Error('the search index became shorter while it was read');
  return bytesRead;
}
