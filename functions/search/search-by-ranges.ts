// Search over an index of which only ranges are fetched: for a host whose tree lies far away, or that has little memory.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { LazyValue } from '../../src/basics/lazy-value.ts';
import { checkedRow } from '../../src/search/format/row-hash.ts';
import { placeInCatalog } from '../../src/search/index/rows-in-catalog.ts';
import type { RangedIndex } from '../../src/search/ranges/ranged-index.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import { StoreAway } from '../../src/tree/store.ts';
import { type RowReader, searchOver } from './search-over-index.ts';

/**
 * The port over `index`; `read` reads the catalog object, whose rows begin at `rowsStart`. Pages and single
 * models are answered by ranges. Counts, pages by their number, and names in another case, need so much of the index that
 * it is fetched whole for the first of them, and asked from then on; where `isTooLarge` says that there is no memory for it, they reject
 * with a StoreAway.
 */
export function searchByRanges(index: RangedIndex, rowsStart: number, read: RowReader, isTooLarge = false): SearchPort {
  const whole = new LazyValue(async () => {
    if (isTooLarge)
      throw new StoreAway('the search index is larger than this host may hold, so nothing is counted', true);
    return searchOver(await index.whole(), rowsStart, read);
  });
  const rowAt = async (slot: number) => {
    const { rowNumber, hash, ...place } = await index.placeOf(slot);
    const { start, end } = placeInCatalog(place, rowNumber, rowsStart);
    return read(start, end, (bytes) => checkedRow(bytes, hash));
  };
  const ofWhole = <T>(ask: (port: SearchPort) => Awaitable<T>) => andThen(whole.get(), ask);
  return {
    // A page far on is walked to, which by ranges would be a request for every few rows.
    search: (query) => (query.skip ? ofWhole((port) => port.search(query)) : index.search(query)),
    rows: (slots) => Promise.all(Array.from(slots, rowAt)),
    async rowOf(id) {
      const slot = await index.rowOf(id);
      return slot < 0 ? undefined : rowAt(slot);
    },
    figuresOf: (id) => index.figuresOf(id),
    count: (query) => ofWhole((port) => port.count(query)),
    idIgnoringCase: (id) => ofWhole((port) => port.idIgnoringCase(id)),
    idsByName: (name) => ofWhole((port) => port.idsByName(name)),
    facets: (filter) => ofWhole((port) => port.facets(filter)),
  };
}
