// Writes the entries of a backup, and a line for each entry into SHA256SUMS, which is the last entry.
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddEntry } from '../files/tar-file.ts';
import { SUMS_FILE } from './backup-layout.ts';

/** Formats the line of one file in SHA256SUMS. */
export const sumLine = (sha256: string, name: string) => `${sha256}  ${name}\n`;

export class SummedEntries {
  readonly #add: AddEntry;
  readonly #path: string;
  readonly #fd: number;
  /** The number of bytes in all entries so far. */
  bytes = 0;

  /** Keeps the lines of SHA256SUMS in a file in `folder` until `end` adds them. The caller removes the folder. */
  constructor(add: AddEntry, folder: string) {
    this.#add = add;
    this.#path = join(folder, SUMS_FILE);
    this.#fd = openSync(this.#path, 'w');
  }

  /** Adds an entry with these bytes. */
  put(name: string, bytes: Uint8Array): Promise<void> {
    return this.#put(name, bytes.length, [bytes]);
  }

  /** Adds an entry with the first `size` bytes of the file at `path`. By default it takes the whole file. */
  async file(name: string, path: string, size = statSync(path).size): Promise<void> {
    await this.#put(name, size, size === 0 ? [] : createReadStream(path, { end: size - 1 }));
  }

  /** Adds SHA256SUMS. No entry may follow it. */
  async end(): Promise<void> {
    closeSync(this.#fd);
    await this.#add(SUMS_FILE, statSync(this.#path).size, createReadStream(this.#path));
  }

  async #put(name: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256');
    await this.#add(name, size, hashing(chunks, hash));
    writeFileSync(this.#fd, sumLine(hash.digest('hex'), name));
    this.bytes += size;
  }
}

/** Passes on the bytes of an entry, and adds them to `hash`. */
export async function* hashing(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
