// Writes the folder of one model: every object is re-hashed before it is believed.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { type Address, parseAddress } from '../../src/address.ts';
import { type CatalogEntry, parseEntryLine } from '../../src/catalog/catalog-object.ts';
import { type ModelObject, parseModelObject } from '../../src/catalog/model-object.ts';
import { parseSourceObject } from '../../src/catalog/source-object.ts';
import { paysToCompress } from '../../src/compression.ts';
import { objectPath } from '../../src/static-tree.ts';
import type { ModelRow } from '../../src/wire/model-row.ts';
import { type ObjectStore, openObjectStore } from '../object-store.ts';
import { brotli, gzip } from './compress.ts';
import { HashSpool } from './hash-spool.ts';
import type { ModelJob, Written } from './jobs.ts';
import { type RenderedFile, renderGated, renderModel } from './renderers.ts';

/** Where a thread reads and writes. */
export interface WriterSettings {
  dist: string;
  /** Roots of the object store, the writable one first. */
  stores: [string, ...string[]];
  /** Folder of the hash rows on their way. */
  spool: string;
}

export class ModelWriter {
  #settings: WriterSettings;
  #store: ObjectStore;
  #spool: HashSpool;
  #sourceOrder: Map<string, number>;

  constructor(settings: WriterSettings & { sourceOrder?: string[] }, name: string) {
    this.#settings = settings;
    this.#store = openObjectStore(...settings.stores);
    this.#spool = new HashSpool(settings.spool, name);
    this.#sourceOrder = new Map((settings.sourceOrder ?? []).map((token, index) => [token, index]));
  }

  /** Writes the folders of `models` and spools their hash rows. */
  write(models: ModelJob[]): Written {
    const written: Written = { models: models.length, files: 0, bytes: 0 };
    for (const job of models) {
      if (job.oldEntry !== undefined) this.#spool.add('-', this.#model(parseEntryLine(job.oldEntry).entry));
      if (job.entry === undefined && !job.gated) continue;
      const folder = join(this.#settings.dist, 'shelf', job.id, job.key);
      const files = job.gated ? [renderGated(job.id)] : this.#render(job);
      this.#writeFolder(folder, files, written);
    }
    return written;
  }

  /** Puts what is still in memory on disk. */
  flush(): void {
    this.#spool.flush();
  }

  /** Copies an object into the tree unless it is there; its bytes are hashed on the way. */
  copyObject(address: Address): void {
    const path = join(this.#settings.dist, objectPath(address));
    writeNew(path, this.#store.getBytes(address));
  }

  #model(entry: CatalogEntry): ModelObject {
    return parseModelObject(this.#store.get(entry.model));
  }

  *#render(job: ModelJob): Generator<RenderedFile> {
    const { entry } = parseEntryLine(job.entry!);
    const model = parseModelObject(this.#object(entry.model));
    const sources = entry.sources.map((address) => parseSourceObject(this.#object(address)));
    const rank = (token: string) => this.#sourceOrder.get(token) ?? Number.MAX_SAFE_INTEGER;
    sources.sort((a, b) => rank(a.source) - rank(b.source));
    this.#spool.add('+', model);
    yield* renderModel({ model, sources, row: JSON.parse(job.row!) as ModelRow });
  }

  /** The text of an object, which is copied into the tree on the way. */
  #object(address: string): string {
    const known = parseAddress(address);
    if (!known) throw new Error(`the catalog names ${JSON.stringify(address)}, which is no object address`);
    const bytes = this.#store.getBytes(known);
    writeNew(join(this.#settings.dist, objectPath(known)), bytes);
    return bytes.toString();
  }

  #writeFolder(folder: string, files: Iterable<RenderedFile>, written: Written): void {
    mkdirSync(folder, { recursive: true });
    const made = new Set([folder]);
    for (const { path, text, compressed } of files) {
      const target = `${folder}/${path}`;
      if (path.includes('/')) {
        const parent = dirname(target);
        if (!made.has(parent)) mkdirSync(parent, { recursive: true });
        made.add(parent);
      }
      const bytes = Buffer.from(text);
      writeFileSync(target, bytes);
      written.files++;
      written.bytes += bytes.length;
      if (!compressed || !paysToCompress(bytes.length)) continue;
      for (const [twin, ending] of [
        [brotli(bytes), 'br'],
        [gzip(bytes), 'gz'],
      ] as const) {
        writeFileSync(`${target}.${ending}`, twin);
        written.files++;
        written.bytes += twin.length;
      }
    }
  }
}

/**
 * Writes a content-addressed file whole or not at all; one that is there already holds the same bytes.
 * Served to readers of the tree before as well, so it must never be seen half written.
 */
function writeNew(path: string, bytes: Uint8Array): void {
  if (existsSync(path)) return;
  const fresh = `${path}.${process.pid}-${threadId}`;
  try {
    writeFileSync(fresh, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(fresh, bytes);
  }
  renameSync(fresh, path);
}
