// Searches an index of which only parts are fetched, for hosts that have little memory and a remote tree.
import { defined } from '../../src/basics/defined.ts';
import type { RangedFacts } from '../../src/search/remote/ranged-facts.ts';
import type { RemoteIndex } from '../../src/search/remote/remote-index.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import { readRow } from './rows.ts';

/** Makes the search port over `index`; `facts` reads the rows. */
export function searchFromAfar(index: RemoteIndex, facts: RangedFacts): SearchPort {
  const rowOf = async (id: string) => {
    const slot = await index.slotOf(id);
    return slot < 0 ? undefined : (await facts.bytesOf([slot]))[0];
  };
  const port: SearchPort = {
    async without(ids) {
      const rest = await index.without(ids);
      return rest === index ? port : searchFromAfar(rest, facts);
    },
    search: (query) => index.search(query),
    rows: async (slots) => (await facts.bytesOf(Array.from(slots))) as Uint8Array[],
    rowOf,
    async figuresOf(id) {
      const text = await rowOf(id);
      if (!text) return undefined;
      const { downloads, likes, trendingScore } = readRow(text);
      return defined({ downloads, likes, trendingScore });
    },
    count: async (query) => (await index.count(query))!,
    idIgnoringCase: (id) => index.idIgnoringCase(id),
    idsByName: (name) => index.idsByName(name),
    facets: async (filter) => (await index.facets(filter))!,
  };
  return port;
}
