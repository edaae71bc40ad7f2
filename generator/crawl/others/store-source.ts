// Asks a store that has files under their SHA-256, such as a registry's blobs or a private mirror. It may hold a
// model's files without knowing the model.
import type { Source } from '../../../src/service/sources.ts';
import type { OtherSource } from './other-source.ts';
import { foundIn, type PlaceMemory } from './stored-files.ts';

interface StoreSettings {
  source: Source;
  fetch: typeof fetch;
  /** The names of models that have another name in the store, by the id in lower case. The map may be empty. */
  names: ReadonlyMap<string, string>;
  memory: PlaceMemory;
}

/** Makes the source. A run asks it about every model. */
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

/**
 * True if an address needs the model's name and not only the hash, as in a registry with a repository for each model.
 */
const isNamed = ({ template }: Source) => template.includes('{id}');
