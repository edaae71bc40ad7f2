// Finds files in a store by their SHA-256: in a registry's blobs, or a private mirror. The store may hold a model's files
// without knowing the model.
import type { Source } from '../../../src/service/sources.ts';
import type { OtherSource } from './other-source.ts';
import { foundIn, type PlaceMemory } from './stored-files.ts';

interface StoreSettings {
  source: Source;
  fetch: typeof fetch;
  /** Its names for models that it names otherwise, by the id in lower case; it may have none. */
  names: ReadonlyMap<string, string>;
  memory: PlaceMemory;
}

/** Finds the files of any model. */
export function storeSource({ source, fetch, names, memory }: StoreSettings): OtherSource {
  return {
    source: source.token,
    display: source.display,
    async ask(model) {
      const id = names.get(model.id.toLowerCase()) ?? model.id;
      const place = { id, revision: source.defaultRevision ?? model.revision };
      const found = await foundIn({ source, fetch, place: isNamed(source) ? place : {} }, memory, model);
      return found.kind === 'place' && isNamed(source) && id !== model.id ? { ...found, names: { id } } : found;
    },
  };
}

/** True if an address has a model's name beside the hash, as in registries with a repository for each model. */
const isNamed = ({ template }: Source) => template.includes('{id}');
