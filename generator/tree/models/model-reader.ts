// Reads and hashes a model's objects from a store, and renders its answers.

import { parseEntryLine } from '../../../src/catalog/catalog-object.ts';
import { parseModelObject } from '../../../src/catalog/model-object.ts';
import { pinOf } from '../../../src/catalog/model-pin.ts';
import { parseSourceObject } from '../../../src/catalog/source-object.ts';
import { withoutFigures } from '../../../src/model/model-figures.ts';
import type { PageCard } from '../../../src/model-page/page-card.ts';
import { pageDetails } from '../../../src/model-page/page-details.ts';
import { type AddressedModel, MOST_REVISIONS } from '../../../src/model-page/page-history.ts';
import { type Address, parseAddress } from '../../../src/nouns/address.ts';
import type { ObjectKind } from '../../../src/nouns/media-types.ts';
import { parseModelId } from '../../../src/nouns/model-id.ts';
import type { Pin } from '../../../src/shapes/discovery.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import type { ModelObject, SourceObject } from '../../../src/shapes/objects.ts';
import { catalogAddress, type ObjectStore, openObjectStore } from '../../days/object-store.ts';
import type { RenderedFile } from '../../packs/pack-maker.ts';
import type { ModelJob } from '../threads/jobs.ts';
import { pageCard } from './cards.ts';
import { chatsOf } from './chat-templates.ts';
import { renderGated, renderModel } from './renderers.ts';

export interface ReaderSettings {
  /** The folders of the object store, the writable one first. */
  stores: [string, ...string[]];
  /** The tokens of the sources in order of preference. */
  sourceOrder: string[];
  /** The base URL of the hub from which the models come. */
  origin: string;
}

/** Receives each object that is read: its kind, its address and its bytes. */
export type OnObject = (kind: ObjectKind, address: Address, bytes: Uint8Array) => void;

/** A model that was read and rendered. */
interface Rendered {
  /** The model object; absent for a gated model, of which nothing is read. */
  model: ModelObject | undefined;
  /** The source objects of the model, in order of preference. */
  sources: readonly SourceObject[];
  /** The IPFS root under which the model is pinned, and further facts; absent if it is not pinned. */
  pin?: Pin | undefined;
  files: Iterable<RenderedFile>;
}

export class ModelReader {
  readonly store: ObjectStore;
  readonly #rank: Map<string, number>;
  readonly #origin: string;

  constructor({ stores, sourceOrder, origin }: ReaderSettings) {
    this.#origin = origin;
    this.store = openObjectStore(...stores);
    this.#rank = new Map(sourceOrder.map((token, index) => [token, index]));
  }

  /** Reads the model object that a line of the catalog names. */
  model(entryLine: string): ModelObject {
    return parseModelObject(this.store.get(parseEntryLine(entryLine).entry.model));
  }

  /**
   * Reads the objects of a model, and renders its answers. With `rowOnly`, renders only the answers that depend on the
   * model's row. Calls `onObject` with every object that it reads. `known` is the card, if an earlier build has
   * rendered it from the same objects.
   */
  async render(job: ModelJob, rowOnly: boolean, onObject: OnObject, known?: PageCard): Promise<Rendered> {
    if (!parseModelId(job.id))
      throw new Error(
        `the index holds ${JSON.stringify(job.id)}, which is no id of a model: import again with "--drop=${job.id}"`,
      );
    if (job.gated) return { model: undefined, sources: [], files: [renderGated(job.id)] };
    const { entry } = parseEntryLine(job.entry!);
    const read = (kind: ObjectKind, address: string) => {
      const parsed = catalogAddress(address);
      const bytes = this.store.getBytes(parsed);
      onObject(kind, parsed, bytes);
      return bytes.toString();
    };
    const model = parseModelObject(read('model', entry.model));
    const row = withoutFigures(JSON.parse(job.row!) as ModelRow);
    const rank = (token: string) => this.#rank.get(token) ?? Number.MAX_SAFE_INTEGER;
    const sources = entry.sources.map((address) => parseSourceObject(read('source', address)));
    sources.sort((a, b) => rank(a.source) - rank(b.source));
    const chatOf = await chatsOf(rowOnly ? [] : model.files);
    // The card may be missing, because an operator may have taken it down.
    const isThere = entry.card !== undefined && this.store.has(entry.card);
    const card = known ?? (isThere ? await this.#card(entry.card!, read('card', entry.card!), model) : undefined);
    const details = pageDetails(
      model.files,
      this.#chain(parseAddress(entry.model)!, model, (prev) => read('model', prev)),
      entry,
    );
    const files = renderModel({ model, sources, row, origin: this.#origin, chatOf, card, details }, rowOnly);
    return { model, sources, pin: pinOf(model, sources), files };
  }

  /**
   * Returns the model object, followed by those of earlier revisions that the store still has, newest first. There are
   * at most MOST_REVISIONS earlier ones.
   */
  #chain(address: Address, model: ModelObject, read: (address: Address) => string): AddressedModel[] {
    const chain: AddressedModel[] = [{ address, model }];
    for (let prev = model.prev; prev !== null && chain.length <= MOST_REVISIONS; ) {
      const before = parseAddress(prev);
      if (!before || !this.store.has(before)) break;
      const old = parseModelObject(read(before));
      chain.push({ address: before, model: old });
      prev = old.prev;
    }
    return chain;
  }

  #card(object: Address, text: string, { id, revision, files }: ModelObject): Promise<PageCard> {
    const place = { home: `${this.#origin}/${id}`, revision, files: files.map(({ path }) => path) };
    return pageCard({ object, text, place });
  }
}
