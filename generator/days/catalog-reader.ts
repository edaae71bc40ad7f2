// Reads a catalog object as a stream, so that it is never whole in memory: hashes it first, and then reads it line by
// line.

import { NoPlainFile } from '../../functions/stores/bytes/plain-file.ts';
import {
  type CatalogFrame,
  parseCatalogHead,
  parseCatalogTail,
  parseMiddle,
} from '../../src/catalog/catalog-object.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import { createBlake3 } from '../process/blake3.ts';
import { ObjectError, type ObjectStore } from './object-store.ts';
import { type OpenBytes, openBytes } from './packed-file.ts';

const CHUNK = 1 << 20;
/** The maximum number of bytes of a line, which must fit into memory. */
const MOST_LINE = 64 << 20;
const LF = 10;
const COMMA = 44;

/** A catalog that was read once from end to end and hashes to its address. */
export interface CatalogFile {
  address: Address;
  /** The path of the file, which is packed if its name says so. */
  path: string;
  /** The size of the whole catalog in bytes. */
  size: number;
  frame: CatalogFrame;
  /** The offsets of the first model line and the first row line. */
  modelsStart: number;
  rowsStart: number;
}

/**
 * Opens the catalog at `path`: hashes all of it, finds its two lists, reads its frame. Throws an error that names the
 * address when the bytes are damaged, incomplete or of an unknown format.
 */
export async function openCatalog(path: string, address: Address): Promise<CatalogFile> {
  const file = openBytes(path);
  try {
    const hasher = await createBlake3();
    const head = new LineCursor(path, 0).nextAndClose();
    const lists = { modelsStart: (head?.length ?? 0) + 1, rowsStart: 0 };
    let middle = '';
    for (const { chunk, start } of chunks(file)) {
      hasher.update(chunk);
      if (lists.rowsStart > 0) continue;
      const at = findMiddle(file, chunk, start);
      if (at === undefined) continue;
      const line = new LineCursor(path, at).nextAndClose()!;
      middle = line.toString();
      lists.rowsStart = at + line.length + 1;
    }
    const found = addressFromHex(hasher.hex());
    if (found !== address) throw new ObjectError('damaged', address, path, found);
    const frame = {
      ...parseCatalogHead(head?.toString() ?? ''),
      ...parseMiddle(middle),
      ...parseCatalogTail(lastLine(file)),
    };
    return { address, path, size: file.size, frame, ...lists };
  } finally {
    file.close();
  }
}

/** Opens the catalog at `address` in a store, as `openCatalog` does. Throws an ObjectError when there is none. */
export async function dayIn(store: Pick<ObjectStore, 'pathOf'>, address: Address): Promise<CatalogFile> {
  const path = store.pathOf(address);
  try {
    return await openCatalog(path, address);
  } catch (error) {
    throw error instanceof NoPlainFile ? new ObjectError('damaged', address, path, error) : error;
  }
}

/** Gives the bytes of a whole catalog in chunks. */
export function* catalogBytes({ path }: Pick<CatalogFile, 'path'>): Generator<Buffer, undefined> {
  const file = openBytes(path);
  try {
    for (const { chunk } of chunks(file)) yield Buffer.from(chunk);
  } finally {
    file.close();
  }
}

/**
 * Walks the lines of a file from an offset on. Each line comes without its comma and line feed, and its bytes are valid
 * until the next call.
 */
export class LineCursor {
  readonly #path: string;
  #file: OpenBytes | undefined;
  #buffer = Buffer.allocUnsafe(CHUNK);
  /** The part of the buffer that holds bytes of the file. */
  #bytes = this.#buffer.subarray(0, 0);
  #start: number;
  #filled = 0;
  #at = 0;

  constructor(path: string, position: number) {
    this.#path = path;
    this.#file = openBytes(path);
    this.#start = position;
  }

  /**
   * Gives the next line; undefined at the end of the file, and at the end of the list (a line that starts with `}` or
   * `]`).
   */
  next(): Buffer | undefined {
    const line = this.#nextRaw();
    const first = line?.[0];
    return first === undefined || first === 0x7d || first === 0x5d ? undefined : line;
  }

  /** Gives the next line of any kind, and closes the cursor. */
  nextAndClose(): Buffer | undefined {
    const line = this.#nextRaw();
    this.close();
    return line;
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  #nextRaw(): Buffer | undefined {
    let end = this.#indexOfLineFeed();
    while (end < 0) {
      if (!this.#fill()) {
        if (this.#at === this.#filled) return undefined;
        end = this.#filled;
        break;
      }
      end = this.#indexOfLineFeed();
    }
    const last = end > this.#at && this.#buffer[end - 1] === COMMA ? end - 1 : end;
    const line = this.#buffer.subarray(this.#at, last);
    this.#at = Math.min(end + 1, this.#filled);
    return line;
  }

  #indexOfLineFeed(): number {
    return this.#bytes.indexOf(LF, this.#at);
  }

  /**
   * Moves the unread bytes to the front of the buffer, and reads more bytes after them. Gives false at the end of the
   * file.
   */
  #fill(): boolean {
    const left = this.#filled - this.#at;
    if (left > MOST_LINE) throw new Error(`${this.#path} has a line of more than ${MOST_LINE} bytes`);
    // Uses one buffer for the whole walk; it grows only for a line that outgrows half of it.
    const next = left * 2 > this.#buffer.length ? Buffer.allocUnsafe(this.#buffer.length * 2) : this.#buffer;
    this.#buffer.copy(next, 0, this.#at, this.#filled);
    this.#buffer = next;
    this.#start += this.#at;
    this.#at = 0;
    const read = this.#file!.read(next.subarray(left), this.#start + left);
    this.#filled = left + read;
    this.#bytes = next.subarray(0, this.#filled);
    return read > 0;
  }
}

/** Gives the lines of a list from an offset on, without the line that closes the list, and then closes the file. */
export function* linesFrom(path: string, position: number): Generator<Buffer, undefined> {
  const cursor = new LineCursor(path, position);
  try {
    for (let line = cursor.next(); line; line = cursor.next()) yield line;
  } finally {
    cursor.close();
  }
}

/** Gives the lines of all models of a catalog. */
export const entryLines = ({ path, modelsStart }: Pick<CatalogFile, 'path' | 'modelsStart'>) =>
  linesFrom(path, modelsStart);

function* chunks(file: OpenBytes): Generator<{ chunk: Buffer; start: number }, undefined> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(file.size, 1)));
  for (let start = 0; start < file.size; ) {
    const read = file.read(buffer, start);
    if (read === 0) return;
    yield { chunk: buffer.subarray(0, read), start };
    start += read;
  }
}

const MIDDLE = Buffer.from('\n},"prev":');

/** Gives the offset of the line between the two lists, if it begins in `chunk` or in the few bytes before `chunk`. */
function findMiddle(file: OpenBytes, chunk: Buffer, start: number): number | undefined {
  const edge = Buffer.alloc(Math.min(MIDDLE.length * 2, start + chunk.length));
  const edgeStart = Math.max(0, start - MIDDLE.length);
  const read = file.read(edge, edgeStart);
  const onEdge = edge.subarray(0, read).indexOf(MIDDLE);
  if (onEdge >= 0) return edgeStart + onEdge + 1;
  const at = chunk.indexOf(MIDDLE);
  return at < 0 ? undefined : start + at + 1;
}

function lastLine(file: OpenBytes): string {
  const end = Buffer.alloc(Math.min(256, file.size));
  file.read(end, file.size - end.length);
  return end.subarray(end.lastIndexOf(LF) + 1).toString();
}

/** Reads the id at the front of a model line. */
export function idOfEntryLine(line: Buffer): string {
  return line.toString('latin1', 1, line.indexOf(0x22, 1));
}
