// Makes the leaf of a model for the log from its objects.
import { hash } from 'node:crypto';
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import { parseSourceObject } from '../../src/catalog/source-object.ts';
import { sha256sums } from '../../src/dialects/hub/sha256sums.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { formatLeaf } from '../../src/log/leaves.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Service } from '../../src/service/service.ts';
import { LOGGED_MODEL_FORMAT } from '../../src/shapes/formats.ts';
import type { ModelObject, SourceObject } from '../../src/shapes/objects.ts';
import { catalogAddress, type ObjectStore } from '../days/object-store.ts';

/** Makes the leaf of a model from its line in the catalog. */
export interface LeafMaker {
  /** Identifies the facts that leaves depend on, apart from the objects of their models. */
  facts: string;
  leafOf(line: Uint8Array): Uint8Array;
}

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

/** Makes leaves of models from the objects of `store`. A leaf throws an ObjectError, or the fault of an object. */
export function modelLeaves(store: ObjectStore, hosts: SourceHosts): LeafMaker {
  const read = (address: string) => store.get(catalogAddress(address));
  return {
    facts: hash('sha256', JSON.stringify([MAKING, ...hosts])).slice(0, KEY_LENGTH),
    leafOf(line) {
      const { entry } = parseEntryLine(Buffer.from(line).toString());
      const model = parseModelObject(read(entry.model));
      const sources = entry.sources.map((address) => parseSourceObject(read(address)));
      return Buffer.from(modelLeaf(model, entry.model, sources, hosts));
    },
  };
}
