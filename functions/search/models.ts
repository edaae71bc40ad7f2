// Answers `GET /api/models` from the search index, with rows as they are in the catalog (decision 0019), and counts
// facets: how many models match its filters, and how many would match with each further choice.
import { joined } from '../../src/basics/bytes.ts';
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { searchFacets } from '../../src/dialects/hub/model-row.ts';
import { pinnedPath } from '../../src/nouns/source-kinds.ts';
import type { SearchResult } from '../../src/search/query.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import { ignoredParameters, readSearchFilter, readSearchQuery } from '../../src/search/search-query.ts';
import { CACHE_CONTROL } from '../../src/table/headers.ts';
import { isRefusal, type Refusal, refuseParameter } from '../../src/table/refusals.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer } from '../answers/built-answer.ts';
import type { Handler, Tree } from '../ports/ports.ts';
import { type Answer, answer } from '../request/answer.ts';
import { searchInTurn } from './rows.ts';

export const modelsAnswer: Handler<'models'> = (call) => {
  const { query, pin, base, tree } = call;
  const link = (cursor: string) => nextLink(base, pin, query, cursor);
  return andThen(query === '' ? tree.read(treePath(routes.models, {})) : undefined, (first) => {
    if (!first) return searched(query, tree, link);
    const headers = tree.nextPage === undefined ? [] : ['Link', link(tree.nextPage)];
    return builtAnswer(call, first, { headers });
  });
};

function searched(query: string, tree: Tree, link: (cursor: string) => string): Awaitable<Answer | Refusal> {
  const params = new URLSearchParams(query);
  const wanted = readSearchQuery(params);
  if (isRefusal(wanted)) return wanted;
  const ignored = ignoredParameters(params);
  return searchInTurn(tree, (index) => andThen(index.search(wanted), (page) => found(page, ignored, index, link)));
}

function found(
  page: SearchResult,
  ignored: string | undefined,
  index: SearchPort,
  link: (cursor: string) => string,
): Awaitable<Answer | Refusal> {
  if (page.kind === 'bad-cursor')
    return refuseParameter('cursor', 'follow the Link header of the page before, or leave it out');
  const headers = ['Cache-Control', CACHE_CONTROL.revalidate];
  if (page.next !== undefined) headers.push('Link', link(page.next));
  if (ignored !== undefined) headers.push('X-Ignored-Parameters', ignored);
  return andThen(index.rows(page.rows), (rows) => answer(200, routes.models.type, joinRows(rows), headers));
}

/** Makes the `Link` to the next page. Clients expect an absolute URL, and one space after the semicolon. */
function nextLink(baseUrl: string, pin: string | undefined, query: string, cursor: string): string {
  const params = new URLSearchParams(query);
  params.set('cursor', cursor);
  // The cursor already points behind the rows that `skip` left out, so `skip` must not apply again.
  params.delete('skip');
  return `<${baseUrl}${pinnedPath(pin, routes.models.pattern)}?${params}>; rel="next"`;
}

const [OPEN, COMMA, CLOSE] = [Uint8Array.of(0x5b), Uint8Array.of(0x2c), Uint8Array.of(0x5d)];

/** Joins rows, which are JSON texts, to a JSON array. */
const joinRows = (rows: Uint8Array[]): Uint8Array =>
  joined([OPEN, ...rows.flatMap((row, at) => (at === 0 ? [row] : [COMMA, row])), CLOSE]);

export const facets: Handler<'facets'> = async (call) => {
  const { query, tree } = call;
  const first = query === '' ? await tree.read(treePath(routes.facets, {})) : undefined;
  if (first) return builtAnswer(call, first);
  const filter = readSearchFilter(new URLSearchParams(query));
  if (isRefusal(filter)) return filter;
  return searchInTurn(tree, (index) =>
    andThen(index.facets(filter), (counted) => {
      const body = JSON.stringify(searchFacets(counted));
      return answer(200, routes.facets.type, body, ['Cache-Control', CACHE_CONTROL.revalidate]);
    }),
  );
};
