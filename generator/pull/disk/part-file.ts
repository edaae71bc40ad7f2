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
    this.ranges = new FileRanges(size, isWhole(path) ? notedSpans(this.#journal, Math.min(size, sizeOf(path))) : []);
  }

  /** Writes the next bytes of a range. */
  async write(work: RangeWork, pieces: readonly Buffer[]): Promise<void> {
    const from = work.written;
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const file = await this.#opened();
    await writeAll(file, pieces, from);
    work.written += bytes;
    if (work.written - (this.#noted.get(work) ?? work.from) >= NOTE_EVERY) this.#note(work);
    this.#digest(from, pieces);
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

  /** Returns the SHA-256 of the whole file. Rejects if bytes are missing. */
  async sha256(): Promise<string> {
    await this.#caughtUp();
    return (this.#hash ?? createHash('sha256')).copy().digest('hex');
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

  #note(work: RangeWork): void {
    const from = this.#noted.get(work) ?? work.from;
    const to = Math.min(work.written, work.to);
    if (to > from) this.#append(from, to);
    this.#noted.set(work, to);
  }

  /**
   * Notes a span of bytes that the operating system has accepted. If the process is killed, these bytes are not lost.
   */
  #append(from: number, to: number): void {
    appendFileSync(this.#journal, `${from} ${to}\n`);
    this.#hasNotes = true;
  }

  /** Hashes the bytes at once if they are the next ones for the hash, so that they need not be read again. */
  #digest(from: number, pieces: readonly Buffer[]): void {
    if (!this.#following && from === this.#hashed) {
      this.#hash ??= createHash('sha256');
      for (const piece of pieces) {
        this.#hash.update(piece);
        this.#hashed += piece.length;
      }
    }
    this.#follow();
  }

  /** Continues the hash with bytes from the disk, up to the first gap. */
  #follow(): void {
    if (this.#following || this.ranges.end(this.#hashed) === this.#hashed) return;
    const following = this.#readOn();
    this.#following = following;
    following.then(
      () => {
        this.#following = undefined;
        this.#follow();
      },
      // `#caughtUp` waits for the same promise, and gets the error.
      () => {},
    );
  }

  async #readOn(): Promise<void> {
    this.#hash ??= createHash('sha256');
    for (let to = this.ranges.end(this.#hashed); to > this.#hashed; to = this.ranges.end(this.#hashed)) {
      this.#buffer ??= Buffer.allocUnsafeSlow(PIECE);
      const file = await this.#opened();
      while (this.#hashed < to) {
        const { bytesRead } = await file.read(this.#buffer, 0, Math.min(PIECE, to - this.#hashed), this.#hashed);
        if (bytesRead === 0) throw new Error('The file on the disk became shorter while it was read.');
        this.#hash.update(this.#buffer.subarray(0, bytesRead));
        this.#hashed += bytesRead;
      }
    }
  }

  async #caughtUp(): Promise<void> {
    // If an earlier run fetched all bytes, no write has started the hash, so it starts here.
    this.#follow();
    while (this.#following) await this.#following;
    if (this.#hashed !== this.ranges.size)
      throw new Error(`${this.path} has gaps: only ${this.#hashed} bytes are there.`);
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

const isWhole = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const sizeOf = (path: string) => statSync(path).size;

/** Reads the journal of an earlier run. Ignores its last line if a kill cut the line off. */
function notedSpans(journal: string, size: number): ByteSpan[] {
  if (!existsSync(journal)) return [];
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    const [, from, to] = /^(\d+) (\d+)$/.exec(line) ?? [];
    const span = { from: Number(from), to: Number(to) };
    return span.to > span.from && span.to <= size ? [span] : [];
  });
}
