// Writes the answers of one model into its folder; a file whose bytes stood in the folder before stays the file it was.
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOwnFile } from '../../functions/hosts/plain-file.ts';
import { paysToCompress } from '../../src/compression.ts';
import { MODEL_ANSWERS } from '../../src/static-tree.ts';
import { brotli, brotliPage, gzip } from './compress.ts';
import type { Written } from './jobs.ts';
import type { RenderedFile } from './renderers.ts';

export class FolderWriter {
  readonly #folder: string;
  readonly #before: string | undefined;
  readonly #sameTwins: boolean;
  readonly #made = new Set<string>();
  readonly written: Written = { models: 0, files: 0, bytes: 0 };

  /**
   * For the folder at `folder`, which is made. `before` is the model's folder of the tree before, when its files may be
   * used again; `sameTwins` says that its compressed twins are those that would be made now.
   */
  constructor(folder: string, before: string | undefined, sameTwins: boolean) {
    this.#folder = folder;
    this.#before = before;
    this.#sameTwins = sameTwins;
    mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
  }

  /** Writes an answer, and its twins where they pay. */
  write({ path, text, compressed }: RenderedFile): void {
    const bytes = Buffer.from(text as string);
    const isKept = this.#put(path, bytes);
    if (!compressed || !paysToCompress(bytes.length)) return;
    const pack = path === MODEL_ANSWERS.page ? brotliPage : brotli;
    this.#putTwin(`${path}.br`, isKept, () => pack(bytes));
    this.#putTwin(`${path}.gz`, isKept, () => gzip(bytes));
  }

  #putTwin(path: string, isKept: boolean, pack: () => Buffer): void {
    if (!(isKept && this.#sameTwins && this.#link(path))) this.#put(path, pack());
  }

  /** True when the file before was taken. */
  #put(path: string, bytes: Uint8Array): boolean {
    const target = `${this.#folder}/${path}`;
    const parent = dirname(target);
    if (!this.#made.has(parent)) mkdirSync(parent, { recursive: true });
    this.#made.add(parent);
    if (this.#before !== undefined && isSame(`${this.#before}/${path}`, bytes) && this.#link(path)) return true;
    writeFileSync(target, bytes);
    this.written.files++;
    this.written.bytes += bytes.length;
    return false;
  }

  /** False when the folder before has no such file. */
  #link(path: string): boolean {
    try {
      linkSync(`${this.#before}/${path}`, `${this.#folder}/${path}`);
      return true;
    } catch {
      return false;
    }
  }
}

function isSame(path: string, bytes: Uint8Array): boolean {
  try {
    return readOwnFile(path).equals(bytes);
  } catch {
    return false;
  }
}
