// Reads the lines of an import: plain or gzip, from a file or standard input, a part at a time.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Failure, failureAt, systemSentence } from '../../process/failure.ts';

/** The maximum length of a line in bytes. No model has a longer line, and longer lines could fill the memory. */
const MAX_LINE = 64 << 20;
const CHUNK = 1 << 18;
const LF = 10;
const BOM = Buffer.from('\ufeff');
const BLANK = Buffer.from(' \t\r');

export interface InputLine {
  /** The number of the line, counted from 1. */
  number: number;
  /** The line without its line feed; undefined if it is longer than 64 MiB, and was skipped. */
  bytes: Buffer | undefined;
}

export interface Input {
  /** The name of the input in messages. */
  name: string;
  /** The size of the stored file in bytes, if it is known. */
  size: number | undefined;
  /** The stored bytes. A chunk is valid until the next chunk is read. */
  stream: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Makes an input of rows, which are read one after the other. */
export function inputOf(name: string, rows: Iterable<object>): Input {
  const stream = (function* () {
    for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`);
  })();
  return { name, size: undefined, stream };
}

/** Opens `file`, or standard input for `-`. Throws a Failure when the file can't be read. */
export function openInput(file: string): Input {
  if (file === '-') return { name: 'standard input', size: undefined, stream: process.stdin };
  try {
    const found = statSync(file);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    return { name: file, size: found.isFile() ? found.size : undefined, stream: fileChunks(openSync(file, 'r')) };
  } catch (error) {
    throw failureAt(file, error);
  }
}

/**
 * Gives the lines of `input` in batches, without blank ones, which still count in the numbering. Drops a byte order
 * mark. Calls `onBytes` with the number of bytes after each read. Throws a Failure when the
 * compressed data is incomplete or damaged.
 */
export async function* inputLines(input: Input, onBytes: (count: number) => void): AsyncGenerator<InputLine[]> {
  const splitter = new LineSplitter();
  try {
    for await (const chunk of plainBytes(counted(input.stream, onBytes))) yield splitter.push(chunk);
  } catch (error) {
    throw new Failure(readingSentence(error, input.name), { cause: error });
  }
  yield splitter.end();
}

/**
 * Reads a file in chunks, each into the same buffer. A stream makes a new buffer for each chunk, faster than the
 * garbage collector frees them.
 */
async function* fileChunks(fd: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  try {
    for (let read = -1; read !== 0; ) {
      read = readSync(fd, buffer);
      if (read > 0) yield buffer.subarray(0, read);
    }
  } finally {
    closeSync(fd);
  }
}

async function* counted(chunks: Input['stream'], onBytes: (count: number) => void): AsyncGenerator<Buffer, undefined> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** Unpacks gzip, which it recognizes by the first two bytes. */
async function* plainBytes(chunks: AsyncGenerator<Buffer, undefined>): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield head;
    yield* chunks;
    return;
  }
  const gunzip = createGunzip({ chunkSize: CHUNK });
  // The loop below throws the same error, so it need not be handled here.
  pipeline(Readable.from(ownChunks(head, chunks)), gunzip).catch(() => undefined);
  yield* gunzip as AsyncIterable<Buffer>;
}

/** Copies each chunk, because a stream keeps several of them. */
async function* ownChunks(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for await (const chunk of rest) yield Buffer.from(chunk);
}

function readingSentence(error: unknown, name: string): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return `${name}: the compressed data ends too early.`;
  if (code?.startsWith('Z_')) return `${name}: the compressed data is damaged (${(error as Error).message}).`;
  return systemSentence(error, name) ?? `${name}: ${(error as Error).message}.`;
}

/** Cuts chunks into lines. The bytes of a line are valid only as long as those of its chunk. */
export class LineSplitter {
  #number = 0;
  /** The parts of the line that no chunk has ended yet; none any more once it is too long. */
  #parts: Buffer[] = [];
  #length = 0;

  push(chunk: Buffer): InputLine[] {
    const lines: InputLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      lines.push(...this.#line(chunk.subarray(start, end)));
      start = end + 1;
    }
    // The bytes of the chunk are overwritten by the next one.
    this.#keep(Buffer.from(chunk.subarray(start)));
    return lines;
  }

  /** Gives the last line, if no line feed ends it. */
  end(): InputLine[] {
    return this.#length > 0 ? this.#line(Buffer.alloc(0)) : [];
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #line(last: Buffer): InputLine[] {
    this.#keep(last);
    const number = ++this.#number;
    const isTooLong = this.#length > MAX_LINE;
    const line = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    if (isTooLong) return [{ number, bytes: undefined }];
    const bytes = number === 1 && line.subarray(0, BOM.length).equals(BOM) ? line.subarray(BOM.length) : line;
    return bytes.every((byte) => BLANK.includes(byte)) ? [] : [{ number, bytes }];
  }
}
