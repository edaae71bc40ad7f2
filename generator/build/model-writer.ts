// Writes the folder of one model on the shelf, its objects into the tree, its hash rows into the spool.
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { readOwnFile } from '../../functions/hosts/plain-file.ts';
import type { Address } from '../../src/address.ts';
import { type ModelObject, parseModelObject } from '../../src/catalog/model-object.ts';
import type { ObjectKind } from '../../src/media-types.ts';
import { objectPath } from '../../src/static-tree.ts';
import { FolderWriter } from './folder-writer.ts';
import { HashSpool } from './hash-spool.ts';
import type { DayObjects, JobResult, ModelJob, Written } from './jobs.ts';
import { ModelReader, type ReaderSettings } from './model-reader.ts';
import { dependsOnRow, type RenderedFile } from './renderers.ts';

/** Where a thread reads and writes. */
export interface WriterSettings extends ReaderSettings {
  dist: string;
  /** Folder of the hash rows on their way. */
  spool: string;
  /** Compressed twins of the tree before are those that would be made now. */
  sameTwins: boolean;
  /** Objects that are there are read and compared, since some of them are damaged. */
  mendObjects: boolean;
}

type ModelsResult = Required<Pick<JobResult, 'written' | 'pins' | 'notices' | 'indexedBytes'>>;

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
  async write(models: ModelJob[]): Promise<ModelsResult> {
    const result: ModelsResult = { written: { models: 0, files: 0, bytes: 0 }, pins: [], notices: [], indexedBytes: 0 };
    for (const job of models) await this.#writeModel(job, result);
    return result;
  }

  async #writeModel(job: ModelJob, result: ModelsResult): Promise<void> {
    if (job.oldEntry !== undefined) {
      const old = this.#reader.model(job.oldEntry);
      this.#spool.add('-', old);
      result.indexedBytes -= fileBytes(old);
    }
    if (job.entry === undefined && !job.gated) return;
    const before = this.#folderBefore(job);
    const rowOnly = job.rowOnly === true && before !== undefined;
    const { model, pin, files, page } = await this.#reader.render(job, rowOnly, (kind, address, bytes) =>
      this.#writeObject(kind, address, bytes),
    );
    if (pin) result.pins.push([job.id, pin]);
    if (model && !job.sameObjects) {
      this.#spool.add('+', model);
      result.indexedBytes += fileBytes(model);
    }
    const folder = this.#folder(job.id, job.key);
    // A folder that is there was finished by an earlier build: the model went back to what it was.
    if (existsSync(folder)) return;
    if (rowOnly) linkFolder(before, folder);
    const writer = new FolderWriter(folder, job.likelySame ? before : undefined, this.#settings.sameTwins);
    result.notices.push(...writeFiles(writer, files));
    if (page) writer.write(await page());
    addUp(result.written, writer.written, !job.gated);
  }

  /** The model's folder of the tree before, when it may be used and is there. */
  #folderBefore({ id, oldKey }: ModelJob): string | undefined {
    const folder = oldKey === undefined ? undefined : this.#folder(id, oldKey);
    return folder !== undefined && existsSync(folder) ? folder : undefined;
  }

  #folder(id: string, key: string): string {
    return join(this.#settings.dist, 'shelf', id, key);
  }

  /** Puts what is still in memory on disk. */
  flush(): void {
    this.#spool.flush();
  }

  /**
   * Copies objects of an older day into the tree unless they are there; their bytes are hashed on the way. Gives by how
   * many bytes the files indexed on that day are more than those of the next one.
   */
  copyObjects({ models, sources, replacedBy }: DayObjects): number {
    let bytes = 0;
    for (const address of models) {
      const object = this.#reader.store.getBytes(address);
      bytes += fileBytes(parseModelObject(object.toString()));
      this.#writeObject('model', address, object);
    }
    for (const address of sources) this.#writeObject('source', address, this.#reader.store.getBytes(address));
    for (const address of replacedBy) bytes -= fileBytes(parseModelObject(this.#reader.store.get(address)));
    return bytes;
  }

  /**
   * Writes an object whole or not at all; one that is there already holds the same bytes. Readers of
   * the tree before see it too, so it must never be seen half written.
   */
  #writeObject(kind: ObjectKind, address: Address, bytes: Uint8Array): void {
    const path = join(this.#settings.dist, objectPath(kind, address));
    if (existsSync(path) && !(this.#settings.mendObjects && !holds(path, bytes))) return;
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

/** Writes a model's answers; gives what should be known of them. */
function writeFiles(writer: FolderWriter, files: Iterable<RenderedFile>): string[] {
  const notices: string[] = [];
  for (const file of files) {
    writer.write(file);
    if (file.notices) notices.push(...file.notices);
  }
  return notices;
}

function addUp(sum: Written, { files, bytes }: Written, isServed: boolean): void {
  sum.files += files;
  sum.bytes += bytes;
  if (isServed && files > 0) sum.models++;
}

const fileBytes = ({ files }: ModelObject) => files.reduce((sum, { size }) => sum + size, 0);

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

/** False for other bytes, and for what is no file at all. */
function holds(path: string, bytes: Uint8Array): boolean {
  try {
    return readOwnFile(path).equals(bytes);
  } catch {
    return false;
  }
}
