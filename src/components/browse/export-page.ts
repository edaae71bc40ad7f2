// Writes the parts of the browse page that depend on the question in an export, where no hub answers: builds the index of
// a hub in the browser. The page of a hub never loads this module.
import { type LazyValue, lazyValue } from '../../basics/remembered.ts';
import { readSearchFilter, readSearchQuery } from '../../search/search-query.ts';
import { indexExported } from '../../search/writer/exported-rows.ts';
import { isRefusal } from '../../table/refusals.ts';
import { setHtml } from '../element.ts';
import { apiQuery, type BrowseQuestion } from '../questions/browse-question.ts';
import { type BrowseOutcome, resultsHtml, unknownSizes } from './browse-results-html.ts';
import { facetsHtml } from './facets-html.ts';
import type { RowView } from './model-rows-html.ts';

let built: LazyValue<Awaited<ReturnType<typeof indexExported>>> | undefined;

/** Gives a function that makes an element with these parts. `place` has the facts of the page. */
export function exportPage({ dataset }: HTMLElement) {
  const { file = '', sources = '{}', ...addresses } = dataset;
  const view = { ...addresses, isExport: true, sourceNames: JSON.parse(sources) } as unknown as RowView;
  built ??= lazyValue(async () => {
    // The next export writes this file again, so the browser must ask whether its copy is current.
    const answer = await fetch(file, { cache: 'no-cache' });
    if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
    return indexExported(await answer.text());
  });
  const opened = built;
  return async (_address: string, question: BrowseQuestion, signal: AbortSignal): Promise<ParentNode> => {
    const page = document.createElement('div');
    const add = (part: string, inside: Parameters<typeof setHtml>[1]) => {
      const made = document.createElement('div');
      made.className = part;
      setHtml(made, inside);
      page.append(made);
    };
    const found = async (): Promise<BrowseOutcome> => {
      const { index, rowAt } = await opened.get();
      signal.throwIfAborted();
      const [query, filter] = [readSearchQuery(apiQuery(question)), readSearchFilter(apiQuery(question))];
      if (isRefusal(query) || isRefusal(filter)) return { error: (query as { sentence: string }).sentence };
      const rows = index.search(query);
      if (rows.kind === 'bad-cursor') throw new Error('no page of an export has a cursor');
      const { total, facets } = index.facets(filter);
      add('facet-list', facetsHtml(facets, question));
      const asked = unknownSizes(question);
      const sizeless = asked && readSearchFilter(apiQuery(asked, 1));
      const unknown = sizeless && !isRefusal(sizeless) ? index.count(sizeless) : 0;
      return { rows: rows.rows.map(rowAt), isMore: rows.next !== undefined, total, unknown };
    };
    const error = 'The file of the search could not be read: see whether you are online, and load this page again.';
    add('results', resultsHtml(question, await found().catch(() => ({ error })), view));
    return page;
  };
}
