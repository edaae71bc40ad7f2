// Writes a file that is not complete yet, in any order. Keeps a journal of the bytes that are on the disk, and hashes the
// bytes as they come.
import { createHash } from 'node:crypto';
import { appendFileSync, constants, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** The maximum size in bytes of a small file: it gets no journal while it is one range, and no `datasync`. */
export const MOST_SMALL = 2 ** 20;
const PIECE = 2 ** 18;

/** The bytes from the offset `from` up to the offset `to`, which is excluded. */
export interface ByteSpan {
  from: number;
  to: number;
}

export class PartFile {
  readonly path: string;
  /** The bytes that an earlier run has left on the disk. */
  readonly kept: readonly ByteSpan[];
  readonly #size: number;
  readonly #journal: string;
  #hasNotes: boolean;
  #file: Promise<FileHandle> | undefined;
  readonly #hash = createHash('sha256');
  /** The number of bytes from the start of the file that were hashed, and the number that are on the disk. */
  #hashed = 0;
  #ready = 0;
  #following: Promise<void> | undefined;
  /** The buffer for all reads of the hash. New buffers would pile up until the garbage collector runs. */
  #buffer: Buffer<ArrayBuffer> | undefined;

  /** Continues the file at `path` where an earlier run left it, or begins it anew if `isNew` is true. */
  constructor(path: string, size: number, isNew: boolean) {
    this.path = path;
    this.#size = size;
    this.#journal = `${path}.ranges`;
    if (isNew) rmSync(this.#journal, { force: true });
    this.#hasNotes = existsSync(this.#journal);
    const there = this.#hasNotes ? statSync(path, { throwIfNoEntry: false }) : undefined;
    this.kept = there?.isFile() ? notedSpans(this.#journal, Math.min(size, there.size)) : [];
  }

  /** Writes pieces at the offset `from`. */
  async write(pieces: readonly Buffer[], from: number): Promise<void> {
    const file = await this.#opened();
    await writeAll(file, pieces, from);
    // The hash takes bytes at once if they are its next ones, so that they need not be read again.
    if (!this.#following && from === this.#hashed) for (const piece of pieces) this.#update(piece);
  }

  /** Notes bytes that the operating system has accepted. If the process is killed, they are not lost. */
  note({ from, to }: ByteSpan): void {
    appendFileSync(this.#journal, `${from} ${to}\n`);
    this.#hasNotes = true;
  }

  /** Continues the hash with the bytes on the disk up to the offset `to`, before which none is missing. */
  follow(to: number): Promise<void> | undefined {
    this.#ready = to;
    if (this.#following || to <= this.#hashed) return this.#following;
    this.#following = this.#readOn().finally(() => {
      this.#following = undefined;
    });
    // `sha256` reads again, and gets the error.
    this.#following.catch(() => {});
    return this.#following;
  }

  /** Returns the SHA-256 of the whole file, once. All its bytes must be written. */
  async sha256(): Promise<string> {
    while (this.#hashed < this.#size) await this.follow(this.#size);
    return this.#hash.digest('hex');
  }

  /**
   * Waits until all bytes of a large file are on the disk. After a power cut, a file under its final name then has all
   * its bytes (decision 0042).
   */
  async settle(): Promise<void> {
    // An empty file must exist too.
    const file = await this.#opened();
    if (this.#size > MOST_SMALL) await file.datasync();
  }

  async close(): Promise<void> {
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

  #update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#hashed += bytes.length;
  }

  async #readOn(): Promise<void> {
    this.#buffer ??= Buffer.allocUnsafeSlow(PIECE);
    const file = await this.#opened();
    while (this.#hashed < this.#ready) {
      const most = Math.min(PIECE, this.#ready - this.#hashed);
      const { bytesRead } = await file.read(this.#buffer, 0, most, this.#hashed);
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
  let { bytesWritten: at } = await file.writev(pieces as Buffer[], from);
  if (at < bytes) {
    const all = Buffer.concat(pieces as Buffer[]);
    while (at < bytes) at += (await file.write(all, at, bytes - at, from + at)).bytesWritten;
  }
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
