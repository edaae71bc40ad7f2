// Makes the leaf with which the log describes a model, from the objects of the model.
import { hash } from 'node:crypto';
import { parseEntryLine, parseModelObject, parseSourceObject } from '../../src/catalog/catalog-object.ts';
import { sha256sums } from '../../src/dialects/hub/sha256sums.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { formatLeaf } from '../../src/log/leaves.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Service } from '../../src/service/service.ts';
import { LOGGED_MODEL_FORMAT } from '../../src/shapes/formats.ts';
import type { ModelObject, SourceObject } from '../../src/shapes/objects.ts';
import { catalogAddress, type ObjectStore } from '../days/object-store.ts';

/** Makes leaves of models from their lines in the catalog. */
export interface LeafMaker {
  /** Identifies everything that affects the content of leaves, apart from the objects of models. */
  facts: string;
  leafOf(line: Uint8Array): Uint8Array;
}

/**
 * The version of the content of leaves. Raise it when a change of the code makes another leaf from the same objects.
 */
const MAKING = 1;
const KEY_LENGTH = 16;

/** The host of each source, by the source's token. */
type SourceHosts = ReadonlyMap<string, string>;

export const hostsOf = ({ sources }: Pick<Service, 'sources'>): SourceHosts =>
  new Map(sources.map(({ token, host }) => [token, host]));

/** Returns the key of a model's leaf. The key changes with the model's line in the catalog. */
export function leafKey(line: Uint8Array | string): string {
  return hash('sha256', line).slice(0, KEY_LENGTH);
}

/** Makes the leaf of `model`, whose object is at `object`. */
function modelLeaf(
  { id, revision, files }: ModelObject,
  object: Address,
  sources: readonly SourceObject[],
  hosts: SourceHosts,
): string {
  // The leaf names only sources that have every file with the right bytes. A source that the operator has removed from
  // the settings has no host.
  const whole = sources.filter(({ files, differs }) => files === undefined && differs === undefined);
  const named = new Set(whole.flatMap(({ source }) => hosts.get(source) ?? []));
  const sums = sha256Hex(sha256sums(files));
  return formatLeaf({ format: LOGGED_MODEL_FORMAT, id, revision, object, sums, sources: [...named].sort() });
}

/**
 * Makes leaves of models from the objects in `store`. `leafOf` throws an ObjectError for a missing object, and the
 * parser's error for a malformed one.
 */
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
