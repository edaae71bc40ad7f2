// Answers the queries of the search API in an export, which has no hub: builds the index of a hub in the browser.
import { LazyValue } from '../../basics/remembered.ts';
import type { Counted } from '../../search/facets.ts';
import { readSearchFilter, readSearchQuery } from '../../search/search-query.ts';
import { type ExportedIndex, indexExported } from '../../search/writer/exported-rows.ts';
import { isRefusal } from '../../table/refusals.ts';
import type { SearchPage } from './browse-results-html.ts';

type PageRows = Pick<SearchPage, 'rows' | 'isMore'>;

/** Makes a finder that reads the file of rows at the address `file`, once. */
export function exportFinder(file: string) {
  const built = new LazyValue<ExportedIndex>(async () => {
    // The next export writes this file again, so the browser must ask whether its copy is current.
    const answer = await fetch(file, { cache: 'no-cache' });
    if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
    return indexExported(await answer.text());
  });
  return {
    /** Finds one page of rows, or says what is wrong with the query. Throws on a failure, and when `signal` aborts. */
    async search(params: URLSearchParams, signal: AbortSignal): Promise<PageRows | { error: string }> {
      const query = readSearchQuery(params);
      if (isRefusal(query)) return { error: query.sentence };
      const { index, rowAt } = await built.get();
      signal.throwIfAborted();
      const page = index.search(query);
      if (page.kind === 'bad-cursor') throw new Error('no page of an export has a cursor');
      return { rows: page.rows.map(rowAt), isMore: page.next !== undefined };
    },
    /** Counts the models that match, and those with each value of a filter. Throws as `search` does. */
    async count(params: URLSearchParams, signal: AbortSignal): Promise<Counted> {
      const filter = readSearchFilter(params);
      if (isRefusal(filter)) throw new Error(filter.sentence);
      const { index } = await built.get();
      signal.throwIfAborted();
      return index.facets(filter);
    },
  };
}
