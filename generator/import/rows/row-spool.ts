// Keeps the rows of one import in a file until all of them are known to be good. Only ids stay in memory.
import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import type { ImportRow } from './import-row.ts';

/**
 * The number of characters in a batch. The text of a small batch is freed soon. A text that survives two garbage
 * collections takes memory for much longer.
 */
const BATCH = 1 << 16;

export class RowSpool {
  readonly #path: string;
  readonly #fd: number;
  readonly #ids: string[] = [];
  /** The offset of each row; the last entry is the end of the last row. */
  readonly #offsets = [0];
  #pending = '';
  #buffer = Buffer.allocUnsafe(1 << 16);

  constructor(path: string) {
    this.#path = path;
    this.#fd = openSync(path, 'wx+');
  }

  get count(): number {
    return this.#ids.length;
  }

  add(row: ImportRow): void {
    const text = JSON.stringify(row);
    this.#offsets.push(this.#offsets[this.#ids.length]! + Buffer.byteLength(text));
    this.#ids.push(row.id);
    this.#pending += text;
    if (this.#pending.length >= BATCH) this.#drain();
  }

  /** Gives the numbers of the rows in the order of their ids, bytewise. */
  sorted(): Uint32Array {
    // Ids are ASCII, so the order of strings is the order of bytes.
    return Uint32Array.from(this.#ids.keys()).sort((a, b) => (this.#ids[a]! < this.#ids[b]! ? -1 : 1));
  }

  idAt(place: number): string {
    return this.#ids[place]!;
  }

  rowAt(place: number): ImportRow {
    this.#drain();
    const start = this.#offsets[place]!;
    const length = this.#offsets[place + 1]! - start;
    if (length > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(length * 2);
    for (let at = 0; at < length; ) {
      const read = readSync(this.#fd, this.#buffer, at, length - at, start + at);
      if (read === 0) throw new Error(`the spool ${this.#path} was cut short`);
      at += read;
    }
    return JSON.parse(this.#buffer.toString('utf8', 0, length)) as ImportRow;
  }

  close(): void {
    closeSync(this.#fd);
    rmSync(this.#path, { force: true });
  }

  #drain(): void {
    if (this.#pending === '') return;
    writeFileSync(this.#fd, this.#pending);
    this.#pending = '';
  }
}
