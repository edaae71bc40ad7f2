// Writes the parts of the browse page that depend on the question in an export, where no hub answers. The page of a hub
// never loads this module.
import { setHtml } from '../element.ts';
import { apiQuery, type BrowseQuestion } from '../questions/browse-question.ts';
import { type BrowseOutcome, resultsHtml, unknownSizes } from './browse-results-html.ts';
import { exportFinder } from './export-finder.ts';
import { facetsHtml } from './facets-html.ts';
import type { RowView } from './model-rows-html.ts';
import { runsInHtml } from './runs-in-html.ts';

let finder: ReturnType<typeof exportFinder> | undefined;

/** Gives a function that makes an element with these parts. `place` has the facts of the page. */
export function exportPage({ dataset }: HTMLElement) {
  const { file = '', sources = '{}', ...addresses } = dataset;
  const view = { ...addresses, isExport: true, sourceNames: JSON.parse(sources) } as unknown as RowView;
  finder ??= exportFinder(file);
  const { search, count } = finder;
  return async (_address: string, question: BrowseQuestion, signal: AbortSignal): Promise<ParentNode> => {
    const page = document.createElement('div');
    const add = (part: string, inside: Parameters<typeof setHtml>[1]) => {
      const made = document.createElement('div');
      made.className = part;
      setHtml(made, inside);
      page.append(made);
    };
    const found = async (): Promise<BrowseOutcome> => {
      const rows = await search(apiQuery(question), signal);
      if ('error' in rows) return rows;
      const unknown = unknownSizes(question);
      const { total, facets } = await count(apiQuery(question), signal);
      add('facet-list', facetsHtml(facets, question));
      return { ...rows, total, unknown: unknown ? (await count(apiQuery(unknown, 1), signal)).total : 0 };
    };
    const error = 'The file of the search could not be read: see whether you are online, and load this page again.';
    add('results', resultsHtml(question, await found().catch(() => ({ error })), view));
    add('runs-in', runsInHtml(question, view.browse));
    return page;
  };
}
