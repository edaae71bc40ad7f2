// Carries rows of the hash shards from models to shards: kept in buckets, and written to disk when large.
//
// A line is `+` or `-` and the row's JSON: added by a new or changed model, removed by an old one.
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelObject } from '../../../src/shapes/objects.ts';

const SPILL_AT = 64 * 1024;
/** The most characters that go into a shared file: on most days few rows change. */
const FEW = 4 * 1024 * 1024;
/** The name of the shared file's bucket. */
const ALL = 'all';

/** Collects lines by the first byte of their hash. Each thread has one, and files of its own. */
export class HashSpool {
  #folder: string;
  #name: string;
  #buckets = new Map<string, string>();

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /** Adds a row for every file of `model`; `sign` says whether the rows come or go. */
  add(sign: '+' | '-', model: ModelObject): void {
    for (const { path, sha256 } of model.files) {
      const bucket = sha256.slice(0, 2);
      const line = `${sign}${JSON.stringify([sha256, model.id, model.revision, path])}\n`;
      const text = (this.#buckets.get(bucket) ?? '') + line;
      if (text.length < SPILL_AT) this.#buckets.set(bucket, text);
      else {
        this.#spill(bucket, text);
        this.#buckets.delete(bucket);
      }
    }
  }

  /** Writes everything to disk. */
  flush(): void {
    const texts = [...this.#buckets.values()];
    const letters = texts.reduce((sum, { length }) => sum + length, 0);
    if (letters > FEW) for (const [bucket, text] of this.#buckets) this.#spill(bucket, text);
    else if (letters > 0) this.#spill(ALL, texts.join(''));
    this.#buckets.clear();
  }

  #spill(bucket: string, text: string): void {
    appendFileSync(join(this.#folder, `${bucket}.${this.#name}`), text);
  }
}

/** Reads the rows of all threads after these have ended. */
export class SpooledRows {
  readonly #folder: string;
  readonly #files: Map<string, string[]>;
  /** The rows in the shared files. */
  readonly #few: Map<string, string[]>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#files = Map.groupBy(existsSync(folder) ? readdirSync(folder) : [], (file) => file.split('.')[0]!);
    this.#few = Map.groupBy(this.#linesIn(ALL), (line) => line.slice(3, 5));
  }

  /** True when the bucket holds anything. */
  has(bucket: string): boolean {
    return this.#files.has(bucket) || this.#few.has(bucket);
  }

  /** Bytes of all buckets. */
  get size(): number {
    const files = [...this.#files.values()].flat();
    return files.reduce((sum, file) => sum + statSync(join(this.#folder, file)).size, 0);
  }

  lines(bucket: string): string[] {
    return [...this.#linesIn(bucket), ...(this.#few.get(bucket) ?? [])];
  }

  #linesIn(bucket: string): string[] {
    return (this.#files.get(bucket) ?? [])
      .flatMap((file) => readFileSync(join(this.#folder, file), 'utf8').split('\n'))
      .filter((line) => line !== '');
  }
}
