// Writes the packs of models, in one line for each: reads and hashes the model's objects, copies them into the tree,
// renders its answers, and packs them. Notes its rows for `/hashes/` and what the build needs to know of it meanwhile.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { totalSize } from '../../src/basics/bytes.ts';
import { parseEntryLine, parseModelObject, parseSourceObject } from '../../src/catalog/catalog-object.ts';
import { pinOf, probeFilesOf } from '../../src/catalog/source-holdings.ts';
import { withoutFigures } from '../../src/model/model-figures.ts';
import type { CardToRender } from '../../src/model-card/render-card.ts';
import type { PageCard } from '../../src/model-page/model-page.ts';
import { type AddressedModel, MOST_REVISIONS, pageDetails } from '../../src/model-page/page-history.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import type { ObjectKind } from '../../src/nouns/media-types.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry, ModelObject, SourceObject } from '../../src/shapes/objects.ts';
import type { Pack } from '../../src/tree/pack.ts';
import { CARD, modelKey, objectPath } from '../../src/tree/static-tree.ts';
import type { NamedObjects } from '../days/named-objects.ts';
import { catalogAddress, type ObjectStore, openObjectStore } from '../days/object-store.ts';
import { putWhole } from '../files/whole-file.ts';
import { PackStore, packAt } from '../packs/dist-store.ts';
import { listedEntries, storedEntry } from '../packs/list-reader.ts';
import { PackMaker } from '../packs/pack-maker.ts';
import { HashSpool } from './hash-spool.ts';
import type { JobResult, ModelJob, ThreadSettings, WrittenModel } from './jobs.ts';
import { dependsOnRow, renderGated, renderModel } from './renderers.ts';
import { chatsOf, pageCards } from './strangers-texts.ts';

/** A model whose objects were read. */
interface ReadModel {
  job: ModelJob;
  entry: CatalogEntry;
  model: ModelObject;
  /** The source objects of the model, in order of preference. */
  sources: SourceObject[];
  /** The model's pack in the former tree; undefined if there is none that can be reused. */
  before: Pack | undefined;
  /** True if only the answers that depend on the model's row are made. */
  rowOnly: boolean;
  /** The card of the model's page, or the card to render; both are absent for a model without a card. */
  card?: PageCard | undefined;
  toRender?: CardToRender;
}

/** The maximum weight of the models that are read before they are packed: the characters of cards, and this for a file. */
const [READ_TOGETHER, FILE_WEIGHT] = [1 << 20, 100];

export class ModelWriter {
  readonly #settings: ThreadSettings;
  readonly #store: ObjectStore;
  readonly #rank: Map<string, number>;
  readonly #spool: HashSpool;
  readonly #packs: PackStore;
  /** The number of packs that the present batch has written, and the bytes by which it makes the indexed files grow. */
  #made = 0;
  #indexedBytes = 0;

  constructor(settings: ThreadSettings, name: string) {
    this.#settings = settings;
    this.#store = openObjectStore(...settings.stores);
    this.#rank = new Map(settings.sourceOrder.map((token, index) => [token, index]));
    this.#spool = new HashSpool(settings.spool, name);
    this.#packs = new PackStore(settings.dist, settings.mend);
  }

  /**
   * Writes the packs of models, and their rows for `/hashes/`. Returns what the build needs to know about these models.
   * Renders many cards together, because each question to the process that renders them takes as long as a card.
   */
  async write(jobs: ModelJob[]): Promise<JobResult> {
    const { files, bytes } = this.#packs.count;
    const models: WrittenModel[] = [];
    [this.#made, this.#indexedBytes] = [0, 0];
    const waiting = [...jobs];
    while (waiting.length > 0) {
      const read: (ReadModel | WrittenModel)[] = [];
      for (let held = 0; waiting.length > 0 && held < READ_TOGETHER; ) {
        const one = this.#read(waiting.shift()!);
        read.push(one);
        if ('model' in one) held += one.model.files.length * FILE_WEIGHT + (one.toRender?.text.length ?? 0);
      }
      const cards = (await pageCards(read.flatMap((one) => ('model' in one ? (one.toRender ?? []) : [])))).values();
      for (const one of read) {
        if ('toRender' in one && one.toRender) one.card = cards.next().value;
        models.push('model' in one ? await this.#pack(one) : one);
      }
    }
    const { count } = this.#packs;
    const written = { models: this.#made, files: count.files - files, bytes: count.bytes - bytes };
    return { written, models, indexedBytes: this.#indexedBytes };
  }

  /**
   * Reads a model's objects, and copies them into the tree. A gated model is packed at once, because nothing of it is
   * read.
   */
  #read(job: ModelJob): ReadModel | WrittenModel {
    if (job.oldEntry !== undefined) {
      const old = parseModelObject(this.#store.get(parseEntryLine(job.oldEntry).entry.model));
      this.#spool.add('-', old);
      this.#indexedBytes -= totalSize(old.files);
    }
    if (!parseModelId(job.id))
      throw new Error(
        `the index holds ${JSON.stringify(job.id)}, which is no id of a model: import again with "--drop=${job.id}"`,
      );
    if (job.gated) {
      const maker = new PackMaker();
      maker.add(renderGated(job.id));
      return { listed: this.#packs.putListed(modelKey(job.id), maker.bytes()) };
    }
    if (job.entry === undefined) return { listed: null };
    const { entry } = parseEntryLine(job.entry);
    const before = this.#packBefore(job);
    const rowOnly = job.rowOnly === true && before !== undefined;
    const model = parseModelObject(this.#object('model', entry.model));
    const rank = ({ source }: SourceObject) => this.#rank.get(source) ?? Number.MAX_SAFE_INTEGER;
    const sources = entry.sources
      .map((address) => parseSourceObject(this.#object('source', address)))
      .sort((a, b) => rank(a) - rank(b));
    const read: ReadModel = { job, entry, model, sources, before, rowOnly };
    const known = rowOnly ? storedEntry(before, CARD) : undefined;
    if (known) read.card = JSON.parse(known.toString()) as PageCard;
    // The card may be missing, because an operator may have taken it down.
    else if (entry.card !== undefined && this.#store.has(entry.card)) {
      const files = model.files.map(({ path }) => path);
      const place = { home: `${this.#settings.origin}/${model.id}`, revision: model.revision, files };
      read.toRender = { object: entry.card, text: this.#object('card', entry.card), place };
    }
    return read;
  }

  /** Renders and packs the answers of a model. */
  async #pack({ job, entry, model, sources, before, rowOnly, card }: ReadModel): Promise<WrittenModel> {
    if (!job.sameObjects) {
      this.#spool.add('+', model);
      this.#indexedBytes += totalSize(model.files);
    }
    const row = withoutFigures(JSON.parse(job.row!) as ModelRow);
    const details = pageDetails(model.files, this.#chain(entry.model, model), entry);
    const chatOf = await chatsOf(rowOnly ? [] : model.files);
    const maker = new PackMaker();
    const notices: string[] = [];
    const { origin } = this.#settings;
    for (const file of renderModel({ model, sources, row, origin, chatOf, card, details }, rowOnly)) {
      maker.add(file);
      notices.push(...(file.notices ?? []));
    }
    const isNew = dependsOnRow(job.id);
    if (rowOnly) for (const [name, bytes] of listedEntries(before!)) if (!isNew(name)) maker.put(name, bytes);
    const { files } = this.#packs.count;
    const listed = this.#packs.putListed(modelKey(job.id), maker.bytes());
    if (this.#packs.count.files > files) this.#made++;
    return { listed, notices, pin: pinOf(model, sources), probeFiles: probeFilesOf(model, sources) };
  }

  /**
   * Returns the model object, followed by those of earlier revisions that the store still has, newest first. There are
   * at most MOST_REVISIONS earlier ones.
   */
  #chain(address: string, model: ModelObject): AddressedModel[] {
    const chain: AddressedModel[] = [{ address: catalogAddress(address), model }];
    for (let prev = model.prev; prev !== null && chain.length <= MOST_REVISIONS; ) {
      const before = parseAddress(prev);
      if (!before || !this.#store.has(before)) break;
      const old = parseModelObject(this.#object('model', before));
      chain.push({ address: before, model: old });
      prev = old.prev;
    }
    return chain;
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
   * bytes the files of `models` have than the files of `replaced`, the models that replace them on the next day.
   */
  copyObjects({ models, sources, cards, replaced }: NamedObjects): number {
    const sizeOf = (text: string) => totalSize(parseModelObject(text).files);
    let bytes = 0;
    for (const address of models) bytes += sizeOf(this.#object('model', address));
    for (const address of sources) this.#object('source', address);
    for (const address of cards) if (this.#store.has(address)) this.#object('card', address);
    for (const address of replaced) bytes -= sizeOf(this.#store.get(address));
    return bytes;
  }

  /**
   * Reads an object, checks its hash, and copies it into the tree in one step, unless it is there. Readers of the former
   * tree use the same file, and must never see a part of it.
   */
  #object(kind: ObjectKind, address: string): string {
    const parsed = catalogAddress(address);
    const bytes = this.#store.getBytes(parsed);
    const path = join(this.#settings.dist, objectPath(kind, parsed));
    if (this.#settings.mend || !existsSync(path)) putWhole(path, bytes);
    return bytes.toString();
  }
}
