// Exports to a bucket: each file is an object with the same name, which the store serves without a hub. Removals come
// after everything else.
import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Bucket } from '../../../functions/stores/bytes/bucket.ts';
import { readOwnFile } from '../../../functions/stores/bytes/plain-file.ts';
import { firstWhere } from '../../../src/basics/first-where.ts';
import { compareBytewise } from '../../../src/nouns/file-path.ts';
import type { About, Destination, ExportCount } from './destination.ts';
import { fileHeaders } from './file-headers.ts';

/** The maximum number of objects that are sent or removed at the same time. */
const PARALLEL = 16;
/** The maximum number of files, and of bytes in memory, that may wait to be sent. */
const [MOST_FILES, MOST_BYTES] = [512, 64 * 2 ** 20];
/** A file with more bytes is read and sent in parts. */
const IN_PARTS = 64 * 2 ** 20;

interface Sending {
  /** The bytes of memory that the file takes until it is sent. */
  held: number;
  send(): Promise<void>;
}

export class ExportBucket implements Destination {
  readonly count: ExportCount = { files: 0, bytes: 0, removed: 0 };
  readonly #bucket: Bucket;
  readonly #isDry: boolean;
  /** The names in the bucket before the export, in order. */
  readonly #before: readonly string[];
  readonly #waiting: Sending[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #removed = new Set<string>();
  #held = 0;
  #fault: { error: unknown } | undefined;

  private constructor(bucket: Bucket, isDry: boolean, before: readonly string[]) {
    this.#bucket = bucket;
    this.#isDry = isDry;
    this.#before = before;
  }

  /** Lists the bucket. With `isDry`, the changes are counted but not made. Rejects when the bucket can't be reached. */
  static async open(bucket: Bucket, isDry: boolean): Promise<ExportBucket> {
    const names: string[] = [];
    for await (const { name } of bucket.list('')) names.push(name);
    return new ExportBucket(bucket, isDry, names.sort(compareBytewise));
  }

  /** Gives all names in the bucket before the export. */
  all(): readonly string[] {
    return this.#before;
  }

  put(path: string, bytes: Uint8Array, about: About): boolean {
    this.#take(path, bytes.length, bytes.length, () => this.#putBytes(path, bytes, about));
    return true;
  }

  copy(path: string, from: string, size: number, about: About): boolean {
    this.#take(path, size, 0, () => {
      if (size <= IN_PARTS) return this.#putBytes(path, readOwnFile(from), about);
      const open = () => Readable.toWeb(createReadStream(from)) as unknown as ReadableStream<Uint8Array>;
      return this.#bucket.putStream(path, open, size, fileHeaders(path, about));
    });
    return true;
  }

  pathsIn(path: string): string[] {
    return [...new Set(this.files(path).map((name) => `${path}/${name.slice(path.length + 1).split('/')[0]}`))];
  }

  files(path: string): string[] {
    const start = `${path}/`;
    const found: string[] = [];
    for (let at = this.#placeOf(start); this.#before[at]?.startsWith(start); at++) found.push(this.#before[at]!);
    return found;
  }

  remove(path: string): void {
    const own = this.#before[this.#placeOf(path)] === path ? [path] : [];
    for (const name of [...own, ...this.files(path)]) {
      if (this.#removed.has(name)) continue;
      this.#removed.add(name);
      this.count.removed++;
    }
  }

  async room(): Promise<void> {
    while (!this.#fault && (this.#waiting.length > MOST_FILES || this.#held > MOST_BYTES))
      await Promise.race(this.#running);
    this.#throwFault();
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.race(this.#running);
    this.#throwFault();
  }

  async finished(): Promise<void> {
    await this.settled();
    if (this.#isDry) return;
    for (const name of this.#removed) this.#start({ held: 0, send: () => this.#bucket.remove(name) });
    await this.settled();
  }

  /** Finds the index of `name` in the names before the export, or the index that it would have there. */
  #placeOf(name: string): number {
    return firstWhere(0, this.#before.length, (at) => compareBytewise(this.#before[at]!, name) >= 0);
  }

  #take(path: string, size: number, held: number, send: () => Promise<void>): void {
    this.count.files++;
    this.count.bytes += size;
    // A file that is written again must not be removed.
    if (this.#removed.delete(path)) this.count.removed--;
    if (!this.#isDry) this.#start({ held, send });
  }

  #start(sending: Sending): void {
    this.#waiting.push(sending);
    this.#held += sending.held;
    this.#fill();
  }

  #fill(): void {
    while (this.#running.size < PARALLEL && this.#waiting.length > 0 && !this.#fault) {
      const { held, send } = this.#waiting.shift()!;
      const running = send()
        .catch((error: unknown) => {
          this.#fault ??= { error };
        })
        .finally(() => {
          this.#held -= held;
          this.#running.delete(running);
          this.#fill();
        });
      this.#running.add(running);
    }
  }

  #throwFault(): void {
    if (this.#fault) throw this.#fault.error;
  }

  #putBytes(path: string, bytes: Uint8Array, about: About): Promise<void> {
    const checksum = hash('sha256', bytes, 'base64');
    // The store refuses bytes whose SHA-256 differs from this checksum.
    return this.#bucket.put(path, bytes, { ...fileHeaders(path, about), 'x-amz-checksum-sha256': checksum });
  }
}
