// Makes the leaf of a model for the log from its objects.
import { hash } from 'node:crypto';
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import { parseSourceObject } from '../../src/catalog/source-object.ts';
import { sha256sums } from '../../src/dialects/hub/sha256sums.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { formatLeaf } from '../../src/log/leaves.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import type { Service } from '../../src/service/service.ts';
import { LOGGED_MODEL_FORMAT } from '../../src/shapes/formats.ts';
import type { ModelObject, SourceObject } from '../../src/shapes/objects.ts';
import type { ObjectStore } from '../days/object-store.ts';

/** The version of the leaf's content. Raise it when the same objects make another leaf. */
const MAKING = 1;
const KEY_LENGTH = 16;

/** Hosts by the token of a source. */
export type SourceHosts = ReadonlyMap<string, string>;

export const hostsOf = ({ sources }: Pick<Service, 'sources'>): SourceHosts =>
  new Map(sources.map(({ token, host }) => [token, host]));

/** Gives the key of the model's leaf, which changes with the model's line in the catalog. */
export function leafKey(line: Uint8Array | string): string {
  return hash('sha256', line).slice(0, KEY_LENGTH);
}

/** Makes the leaf of `model`, whose object is at `object`. */
export function modelLeaf(
  { id, revision, files }: ModelObject,
  object: Address,
  sources: readonly SourceObject[],
  hosts: SourceHosts,
): string {
  // Names only sources that have every file with the right bytes. A source that the operator dropped has no host.
  const whole = sources.filter(({ files, differs }) => files === undefined && differs === undefined);
  const named = new Set(whole.flatMap(({ source }) => hosts.get(source) ?? []));
  const sums = sha256Hex(sha256sums(files));
  return formatLeaf({ format: LOGGED_MODEL_FORMAT, id, revision, object, sums, sources: [...named].sort() });
}

/** Makes leaves of models from the objects of a store. */
export class ModelLeaves {
  readonly #store: ObjectStore;
  readonly #hosts: SourceHosts;
  /** Identifies the facts that leaves depend on, apart from the objects of their models. */
  readonly facts: string;

  constructor(store: ObjectStore, hosts: SourceHosts) {
    this.#store = store;
    this.#hosts = hosts;
    this.facts = hash('sha256', JSON.stringify([MAKING, ...hosts])).slice(0, KEY_LENGTH);
  }

  keyOf(line: Uint8Array): string {
    return leafKey(line);
  }

  /** Makes the leaf of the model that a line of the catalog names. Throws an ObjectError, or the fault of an object. */
  leafOf(line: Uint8Array): Uint8Array {
    const { entry } = parseEntryLine(Buffer.from(line).toString());
    const model = parseModelObject(this.#get(entry.model));
    const sources = entry.sources.map((address) => parseSourceObject(this.#get(address)));
    return Buffer.from(modelLeaf(model, entry.model, sources, this.#hosts));
  }

  #get(address: string): string {
    const parsed = parseAddress(address);
    if (!parsed) throw new Error(`the catalog names ${JSON.stringify(address)}, which is no object address`);
    return this.#store.get(parsed);
  }
}
