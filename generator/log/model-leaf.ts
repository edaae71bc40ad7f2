// The leaf of a model: what the log says of it, out of its objects.
import { hash } from 'node:crypto';
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import { parseSourceObject } from '../../src/catalog/source-object.ts';
import { sha256sums } from '../../src/dialects/hub/sha256sums.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { formatLeaf } from '../../src/log/leaves.ts';
import { parseAddress } from '../../src/nouns/address.ts';
import type { Service } from '../../src/service/service.ts';
import { LOGGED_MODEL_FORMAT } from '../../src/shapes/formats.ts';
import type { ObjectStore } from '../days/object-store.ts';

/** Counts up when the same objects make another leaf. */
const MAKING = 1;
const KEY_LENGTH = 16;

/** Makes leaves of models. */
export class ModelLeaves {
  readonly #store: ObjectStore;
  /** By the token of a source its host. */
  readonly #hosts: ReadonlyMap<string, string>;
  /** Names what decides what a leaf says, beside the objects of its model. */
  readonly facts: string;

  constructor(store: ObjectStore, { sources }: Pick<Service, 'sources'>) {
    this.#store = store;
    this.#hosts = new Map(sources.map(({ token, host }) => [token, host]));
    this.facts = hash('sha256', JSON.stringify([MAKING, ...this.#hosts])).slice(0, KEY_LENGTH);
  }

  /** Names what the leaf of a model follows from, by its line in the catalog. */
  keyOf(line: Uint8Array): string {
    return hash('sha256', line).slice(0, KEY_LENGTH);
  }

  /** The leaf of the model that a line of the catalog names. Throws an ObjectError, or what is wrong with an object. */
  leafOf(line: Uint8Array): Uint8Array {
    const { id, entry } = parseEntryLine(Buffer.from(line).toString());
    const { revision, files } = parseModelObject(this.#get(entry.model));
    return new TextEncoder().encode(
      formatLeaf({
        format: LOGGED_MODEL_FORMAT,
        ...{ id, revision, object: entry.model },
        sums: sha256Hex(sha256sums(files)),
        sources: this.#hostsOf(entry.sources),
      }),
    );
  }

  /** Of those that have every file, none with other bytes; a source that the operator no longer names has no host. */
  #hostsOf(addresses: readonly string[]): string[] {
    const hosts = new Set<string>();
    for (const address of addresses) {
      const { source, files, differs } = parseSourceObject(this.#get(address));
      const host = files === undefined && differs === undefined ? this.#hosts.get(source) : undefined;
      if (host !== undefined) hosts.add(host);
    }
    return [...hosts].sort();
  }

  #get(address: string): string {
    const parsed = parseAddress(address);
    if (!parsed) throw new Error(`the catalog names ${JSON.stringify(address)}, which is no object address`);
    return this.#store.get(parsed);
  }
}
