// Collects the rows for the shards of `/hashes/` from the threads that read models, in temporary files for each bucket.
//
// A line is `+` or `-` and the JSON of a row. `+` adds the row of a new or changed model; `-` removes an old row.
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelObject } from '../../src/shapes/objects.ts';

const SPILL_AT = 64 * 1024;
/** Collects lines by the first byte of the hash. Each thread has its own instance with its own files. */
export class HashSpool {
  #folder: string;
  #name: string;
  #buckets = new Map<string, string>();

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /** Adds a line for every file of `model`. `sign` is `+` if the rows are added, and `-` if they are removed. */
  add(sign: '+' | '-', model: ModelObject): void {
    // Neither hashes nor ids have letters that JSON would escape.
    const middle = `","${model.id}","${model.revision}",`;
    for (const { path, sha256 } of model.files) {
      const bucket = sha256.slice(0, 2);
      const line = `${sign}["${sha256}${middle}${JSON.stringify(path)}]\n`;
      const text = (this.#buckets.get(bucket) ?? '') + line;
      if (text.length < SPILL_AT) this.#buckets.set(bucket, text);
      else {
        this.#spill(bucket, text);
        this.#buckets.delete(bucket);
      }
    }
  }

  /** Writes all collected lines to disk. */
  flush(): void {
    for (const [bucket, text] of this.#buckets) this.#spill(bucket, text);
    this.#buckets.clear();
  }

  #spill(bucket: string, text: string): void {
    appendFileSync(join(this.#folder, `${bucket}.${this.#name}`), text);
  }
}

/** Reads the lines of all threads, after the threads have ended. */
export class SpooledRows {
  readonly #folder: string;
  readonly #files: Map<string, string[]>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#files = Map.groupBy(existsSync(folder) ? readdirSync(folder) : [], (file) => file.split('.')[0]!);
  }

  /** True if the bucket has any lines. */
  has(bucket: string): boolean {
    return this.#files.has(bucket);
  }

  /** The number of bytes of all files. */
  get size(): number {
    const files = [...this.#files.values()].flat();
    return files.reduce((sum, file) => sum + statSync(join(this.#folder, file)).size, 0);
  }

  lines(bucket: string): string[] {
    return (this.#files.get(bucket) ?? [])
      .flatMap((file) => readFileSync(join(this.#folder, file), 'utf8').split('\n'))
      .filter((line) => line !== '');
  }
}
