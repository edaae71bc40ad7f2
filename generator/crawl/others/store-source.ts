// A store that has files by their SHA-256: a registry's blobs, a mirror of one's own. It need not know a model to hold its files.
import type { Source } from '../../../src/service/sources.ts';
import type { OtherSource } from './other-source.ts';
import { foundIn, type PlaceMemory } from './stored-files.ts';

interface StoreSettings {
  source: Source;
  fetch: typeof fetch;
  /** Its name for models that are called otherwise there, by the id in lower case; it may know none at all. */
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

/** True where an address has the name of a model beside the hash, as in registries with a repository for each. */
const isNamed = ({ template }: Source) => template.includes('{id}');
