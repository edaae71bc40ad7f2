// Writes the pack of a model, copies its objects into the tree, and writes its rows for `/hashes/`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { totalSize } from '../../../src/basics/total-size.ts';
import { differingSources } from '../../../src/catalog/differing-files.ts';
import { parseModelObject } from '../../../src/catalog/model-object.ts';
import { probeFilesOf } from '../../../src/catalog/probe-file.ts';
import type { PageCard } from '../../../src/model-page/page-card.ts';
import type { Address } from '../../../src/nouns/address.ts';
import type { ObjectKind } from '../../../src/nouns/media-types.ts';
import type { ModelObject } from '../../../src/shapes/objects.ts';
import type { Pack } from '../../../src/tree/pack.ts';
import { CARD, modelKey, objectPath } from '../../../src/tree/static-tree.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import { hasBytes } from '../../files/file-bytes.ts';
import { putWhole } from '../../files/whole-file.ts';
import { PackStore, packAt } from '../../packs/dist-store.ts';
import { listedEntries, storedEntry } from '../../packs/list-reader.ts';
import { PackMaker } from '../../packs/pack-maker.ts';
import { HashSpool } from '../documents/hash-spool.ts';
import type { DayObjects, JobResult, ModelJob } from '../threads/jobs.ts';
import { ModelReader, type OnObject, type ReaderSettings } from './model-reader.ts';
import { dependsOnRow } from './renderers.ts';

/** The folders that a thread reads and writes, and facts about the former build. */
export interface WriterSettings extends ReaderSettings {
  dist: string;
  /** The folder for rows of `/hashes/` that threads write. */
  spool: string;
  /**
   * True if the code of the former build compresses answers as this code does, so that compressed forms can be reused.
   */
  sameTwins: boolean;
  /** True if some file may be damaged: an existing file is then reused only after its bytes were compared. */
  mend: boolean;
}

type ModelsResult = Required<
  Pick<JobResult, 'written' | 'listed' | 'pins' | 'differing' | 'probeFiles' | 'notices' | 'indexedBytes'>
>;

export class ModelWriter {
  readonly #settings: WriterSettings;
  readonly #reader: ModelReader;
  readonly #spool: HashSpool;
  readonly #packs: PackStore;

  constructor(settings: WriterSettings, name: string) {
    this.#settings = settings;
    this.#reader = new ModelReader(settings);
    this.#spool = new HashSpool(settings.spool, name);
    this.#packs = new PackStore(settings.dist, settings.mend);
  }

  /**
   * Writes the packs of `models`, and their rows for `/hashes/`. Returns what the build needs to know about these
   * models.
   */
  async write(models: ModelJob[]): Promise<ModelsResult> {
    const { files, bytes } = this.#packs.count;
    const result: ModelsResult = {
      written: { models: 0, files: 0, bytes: 0 },
      listed: [],
      pins: [],
      differing: [],
      probeFiles: [],
      notices: [],
      indexedBytes: 0,
    };
    for (const job of models) result.listed.push(await this.#writeModel(job, result));
    result.written.files = this.#packs.count.files - files;
    result.written.bytes = this.#packs.count.bytes - bytes;
    return result;
  }

  async #writeModel(job: ModelJob, result: ModelsResult): Promise<Listed | null> {
    if (job.oldEntry !== undefined) {
      const old = this.#reader.model(job.oldEntry);
      this.#spool.add('-', old);
      result.indexedBytes -= fileBytes(old);
    }
    if (job.entry === undefined && !job.gated) return null;
    const before = this.#packBefore(job);
    const rowOnly = job.rowOnly === true && before !== undefined;
    const onObject: OnObject = (kind, address, bytes) => this.#writeObject(kind, address, bytes);
    const card = rowOnly ? storedEntry(before, CARD) : undefined;
    const known = card && (JSON.parse(card.toString()) as PageCard);
    const { model, sources, pin, files } = await this.#reader.render(job, rowOnly, onObject, known);
    if (pin) result.pins.push([job.id, pin]);
    const differing = differingSources(sources);
    if (differing) result.differing.push([job.id, differing]);
    if (model) result.probeFiles.push(...probeFilesOf(model, sources));
    if (model && !job.sameObjects) {
      this.#spool.add('+', model);
      result.indexedBytes += fileBytes(model);
    }
    const maker = new PackMaker(this.#settings.sameTwins ? before : undefined);
    for (const file of files) {
      maker.add(file);
      result.notices.push(...(file.notices ?? []));
    }
    const isNew = dependsOnRow(job.id);
    if (rowOnly) for (const [name, bytes] of listedEntries(before)) if (!isNew(name)) maker.put(name, bytes);
    const written = this.#packs.count.files;
    const listed = this.#packs.putListed(modelKey(job.id), maker.bytes());
    if (this.#packs.count.files > written && !job.gated) result.written.models++;
    return listed;
  }

  /** Returns the model's pack in the former tree; undefined if it may not be used or is damaged. */
  #packBefore({ before }: ModelJob): Pack | undefined {
    try {
      return before && packAt(this.#settings.dist, before);
    } catch {
      return undefined;
    }
  }

  /** Writes all rows that are still in memory to disk. */
  flush(): void {
    this.#spool.flush();
  }

  /**
   * Copies objects of an older day into the tree, unless they are there, and checks their hashes. Returns how many more
   * bytes the files of `models` have than the files of `replacedBy`, the models that replace them on the next day.
   */
  copyObjects({ models, sources, cards, replacedBy }: DayObjects): number {
    let bytes = 0;
    for (const address of models) {
      const object = this.#reader.store.getBytes(address);
      bytes += fileBytes(parseModelObject(object.toString()));
      this.#writeObject('model', address, object);
    }
    const { store } = this.#reader;
    for (const address of sources) this.#writeObject('source', address, store.getBytes(address));
    for (const address of cards) if (store.has(address)) this.#writeObject('card', address, store.getBytes(address));
    for (const address of replacedBy) bytes -= fileBytes(parseModelObject(this.#reader.store.get(address)));
    return bytes;
  }

  /**
   * Writes an object, unless it is there, in one step. Readers of the former tree use the same file, and must never see
   * a part of it.
   */
  #writeObject(kind: ObjectKind, address: Address, bytes: Uint8Array): void {
    const path = join(this.#settings.dist, objectPath(kind, address));
    if (existsSync(path) && !(this.#settings.mend && !hasBytes(path, bytes))) return;
    putWhole(path, bytes);
  }
}

const fileBytes = ({ files }: ModelObject) => totalSize(files);
