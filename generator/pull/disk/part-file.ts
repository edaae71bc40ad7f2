// Writes a file that is not complete yet. It takes ranges in any order, notes which bytes are on the disk, and hashes
// the bytes as they come.
import { createHash, type Hash } from 'node:crypto';
import { appendFileSync, constants, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type ByteSpan, FileRanges, type RangeWork } from './file-ranges.ts';

/** The maximum size in bytes of a small file: it gets no notes while it is one range, and no `datasync`. */
export const MOST_SMALL = 2 ** 20;

/**
 * The number of bytes of a range between two notes about it. A killed run loses at most this many bytes of each range.
 */
const NOTE_EVERY = 2 ** 20;
const PIECE = 2 ** 18;
/**
 * The number of written bytes after which `datasync` begins while more bytes arrive. At the end, a pull then waits only
 * for the last bytes.
 */
const SETTLE_EVERY = 2 ** 26;

export class PartFile {
  readonly path: string;
  readonly ranges: FileRanges;
  readonly #journal: string;
  #hasNotes: boolean;
  #file: Promise<FileHandle> | undefined;
  #hash: Hash | undefined;
  /** The number of bytes from the start of the file that were hashed. */
  #hashed = 0;
  #following: Promise<void> | undefined;
  /** The buffer for all reads of the hash. New buffers would pile up until the garbage collector runs. */
  #buffer: Buffer<ArrayBuffer> | undefined;
  /** The number of bytes written since the last `datasync` began. */
  #unsettled = 0;
  #settling: Promise<void> | undefined;
  /** The offset up to which the journal notes the bytes of each range. */
  readonly #noted = new Map<RangeWork, number>();

  /** Continues the file at `path` where an earlier run left it, or begins it anew if `isNew` is true. */
  constructor(path: string, size: number, isNew: boolean) {
    this.path = path;
    this.#journal = `${path}.ranges`;
    if (isNew) rmSync(this.#journal, { force: true });
    this.#hasNotes = existsSync(this.#journal);
    const there = this.#hasNotes ? statSync(path, { throwIfNoEntry: false }) : undefined;
    this.ranges = new FileRanges(size, there?.isFile() ? notedSpans(this.#journal, Math.min(size, there.size)) : []);
  }

  /** Writes the next bytes of a range. */
  async write(work: RangeWork, pieces: readonly Buffer[]): Promise<void> {
    const from = work.written;
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const file = await this.#opened();
    await writeAll(file, pieces, from);
    work.written += bytes;
    if (work.written - (this.#noted.get(work) ?? work.from) >= NOTE_EVERY) this.#note(work);
    // The hash takes bytes at once if they are its next ones, so that they need not be read again.
    if (!this.#following && from === this.#hashed) for (const piece of pieces) this.#update(piece);
    this.#follow();
    this.#unsettled += bytes;
    if (this.#unsettled >= SETTLE_EVERY) this.#settle(file);
  }

  /** Ends a range. The bytes that it has written stay. */
  finish(work: RangeWork): void {
    this.ranges.finish(work);
    if (this.ranges.size > MOST_SMALL || !this.ranges.isDone) this.#note(work);
    this.#noted.delete(work);
    this.#follow();
  }

  /** Returns the SHA-256 of the whole file, once. Rejects if bytes are missing. */
  async sha256(): Promise<string> {
    if (!this.ranges.isDone) throw new Error(`${this.path} has gaps.`);
    while (this.#hashed < this.ranges.size) await this.#follow();
    return (this.#hash ?? createHash('sha256')).digest('hex');
  }

  /**
   * Waits until all bytes of a large file are on the disk. After a power cut, a file under its final name then has all
   * its bytes (decision 0042).
   */
  async settle(): Promise<void> {
    // An empty file must exist too.
    const file = await this.#opened();
    if (this.ranges.size <= MOST_SMALL) return;
    await this.#settling;
    await file.datasync();
  }

  async close(): Promise<void> {
    await this.#settling?.catch(() => {});
    await this.#following?.catch(() => {});
    this.#buffer = undefined;
    await (await this.#file)?.close();
    this.#file = undefined;
  }

  /** Closes the file, and removes the file and its journal. */
  async remove(): Promise<void> {
    await this.close();
    rmSync(this.path, { force: true });
    this.removeNotes();
  }

  removeNotes(): void {
    if (this.#hasNotes) rmSync(this.#journal, { force: true });
    this.#hasNotes = false;
  }

  #opened(): Promise<FileHandle> {
    // An existing file is never emptied.
    this.#file ??= open(this.path, constants.O_RDWR | constants.O_CREAT, 0o666);
    return this.#file;
  }

  /** Begins a `datasync` of the bytes so far, unless one is running. */
  #settle(file: FileHandle): void {
    if (this.#settling) return;
    this.#unsettled = 0;
    this.#settling = file.datasync().then(() => {
      this.#settling = undefined;
    });
    // The rejected promise stays in `#settling`, so that `settle` throws its error: the system reports an error only
    // once.
    this.#settling.catch(() => {});
  }

  /**
   * Notes the bytes of a range that the operating system has accepted. If the process is killed, they are not lost.
   */
  #note(work: RangeWork): void {
    const from = this.#noted.get(work) ?? work.from;
    if (work.written > from) {
      appendFileSync(this.#journal, `${from} ${work.written}\n`);
      this.#hasNotes = true;
    }
    this.#noted.set(work, work.written);
  }

  #update(bytes: Uint8Array): void {
    this.#hash ??= createHash('sha256');
    this.#hash.update(bytes);
    this.#hashed += bytes.length;
  }

  /** Continues the hash with bytes from the disk, up to the first gap. */
  #follow(): Promise<void> | undefined {
    if (this.#following || this.ranges.gap === this.#hashed) return this.#following;
    this.#following = this.#readOn().finally(() => {
      this.#following = undefined;
    });
    // `sha256` reads again, and gets the error.
    this.#following.catch(() => {});
    return this.#following;
  }

  async #readOn(): Promise<void> {
    this.#buffer ??= Buffer.allocUnsafeSlow(PIECE);
    const file = await this.#opened();
    for (let to = this.ranges.gap; this.#hashed < to; to = this.ranges.gap) {
      const { bytesRead } = await file.read(this.#buffer, 0, Math.min(PIECE, to - this.#hashed), this.#hashed);
      if (bytesRead === 0) throw new Error('The file on the disk became shorter while it was read.');
      this.#update(this.#buffer.subarray(0, bytesRead));
    }
  }
}

/**
 * Writes all bytes of the pieces at the offset `from`. Repeats short writes: a disk that fills up takes a part of the
 * bytes, and fails at the next write.
 */
async function writeAll(file: FileHandle, pieces: readonly Buffer[], from: number): Promise<void> {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(pieces as Buffer[], from);
  if (bytesWritten === bytes) return;
  const rest = Buffer.concat(pieces as Buffer[]).subarray(bytesWritten);
  for (let at = 0; at < rest.length; )
    at += (await file.write(rest, at, rest.length - at, from + bytesWritten + at)).bytesWritten;
}

/** Reads the journal of an earlier run. Ignores its last line if a kill cut the line off. */
function notedSpans(journal: string, size: number): ByteSpan[] {
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    const [, from, to] = /^(\d+) (\d+)$/.exec(line) ?? [];
    const span = { from: Number(from), to: Number(to) };
    return span.to > span.from && span.to <= size ? [span] : [];
  });
}
