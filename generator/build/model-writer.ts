// Writes the folder of one model on the shelf, its objects into the tree, its hash rows into the spool.
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Address } from '../../src/address.ts';
import { paysToCompress } from '../../src/compression.ts';
import { MODEL_ANSWERS, objectPath } from '../../src/static-tree.ts';
import { brotli, brotliPage, gzip } from './compress.ts';
import { HashSpool } from './hash-spool.ts';
import type { JobResult, ModelJob, Written } from './jobs.ts';
import { ModelReader, type ReaderSettings } from './model-reader.ts';
import { dependsOnRow, type RenderedFile } from './renderers.ts';

/** Where a thread reads and writes. */
export interface WriterSettings extends ReaderSettings {
  dist: string;
  /** Folder of the hash rows on their way. */
  spool: string;
}

export class ModelWriter {
  readonly #settings: WriterSettings;
  readonly #reader: ModelReader;
  readonly #spool: HashSpool;

  constructor(settings: WriterSettings, name: string) {
    this.#settings = settings;
    this.#reader = new ModelReader(settings);
    this.#spool = new HashSpool(settings.spool, name);
  }

  /** Writes the folders of `models`, spools their hash rows, says which are pinned and what should be known of them. */
  async write(models: ModelJob[]): Promise<Required<Pick<JobResult, 'written' | 'pins' | 'notices'>>> {
    const notices: string[] = [];
    const written: Written = { models: models.length, files: 0, bytes: 0 };
    const pins: NonNullable<JobResult['pins']> = [];
    for (const job of models) {
      const kept = job.sameObjects !== undefined;
      if (job.oldEntry !== undefined && !kept) this.#spool.add('-', this.#reader.model(job.oldEntry));
      if (job.entry === undefined && !job.gated) continue;
      const { model, pin, files, page } = await this.#reader.render(job, (address, bytes) =>
        this.#writeObject(address, bytes),
      );
      if (pin) pins.push([job.id, pin]);
      if (model && !kept) this.#spool.add('+', model);
      const folder = this.#folder(job.id, job.key);
      // A folder that is there was finished by an earlier build: the model went back to what it was.
      if (existsSync(folder)) continue;
      if (kept) linkFolder(this.#folder(job.id, job.sameObjects!), folder);
      notices.push(...writeFolder(folder, files, written));
      if (page) writeAnswer(folder, await page(), written);
    }
    return { written, pins, notices };
  }

  #folder(id: string, key: string): string {
    return join(this.#settings.dist, 'shelf', id, key);
  }

  /** Puts what is still in memory on disk. */
  flush(): void {
    this.#spool.flush();
  }

  /** Copies an object into the tree unless it is there; its bytes are hashed on the way. */
  copyObject(address: Address): void {
    this.#writeObject(address, this.#reader.store.getBytes(address));
  }

  /**
   * Writes an object whole or not at all; one that is there already holds the same bytes. Readers of
   * the tree before see it too, so it must never be seen half written.
   */
  #writeObject(address: Address, bytes: Uint8Array): void {
    const path = join(this.#settings.dist, objectPath(address));
    if (existsSync(path)) return;
    const fresh = `${path}.${process.pid}-${threadId}`;
    try {
      writeInFolder(fresh, bytes);
      renameSync(fresh, path);
    } catch (error) {
      rmSync(fresh, { force: true });
      throw error;
    }
  }
}

/** Writes a file, after making its folder where that is missing: nearly always it is there. */
function writeInFolder(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

/** Makes `to` a copy of `from` by links, without the files that the caller writes anew. */
function linkFolder(from: string, to: string, below = ''): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = below + entry.name;
    if (entry.isDirectory()) linkFolder(join(from, entry.name), join(to, entry.name), `${path}/`);
    else if (!dependsOnRow(path)) linkSync(join(from, entry.name), join(to, entry.name));
  }
}

/** Writes a model's folder; gives what should be known of its files. */
function writeFolder(folder: string, files: Iterable<RenderedFile>, written: Written): string[] {
  const notices: string[] = [];
  mkdirSync(folder, { recursive: true });
  const made = new Set([folder]);
  for (const file of files) {
    const parent = dirname(`${folder}/${file.path}`);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeAnswer(folder, file, written);
    if (file.notices) notices.push(...file.notices);
  }
  return notices;
}

/** Writes an answer, and its twins where they pay, into a folder that is there. */
function writeAnswer(folder: string, { path, text, compressed }: RenderedFile, written: Written): void {
  const target = `${folder}/${path}`;
  const bytes = Buffer.from(text as string);
  writeCounted(target, bytes, written);
  if (!compressed || !paysToCompress(bytes.length)) return;
  writeCounted(`${target}.br`, path === MODEL_ANSWERS.page ? brotliPage(bytes) : brotli(bytes), written);
  writeCounted(`${target}.gz`, gzip(bytes), written);
}

function writeCounted(path: string, bytes: Uint8Array, written: Written): void {
  writeFileSync(path, bytes);
  written.files++;
  written.bytes += bytes.length;
}
