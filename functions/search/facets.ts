// Counts facets: how many models match the filters of `GET /api/models`, and how many would match with each further
// choice.
import { andThen } from '../../src/basics/awaitable.ts';
import { searchFacets } from '../../src/dialects/hub/search-facets.ts';
import { readSearchFilter } from '../../src/search/search-query.ts';
import { CACHE_CONTROL } from '../../src/table/headers.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer } from '../answers/built-answer.ts';
import type { Handler } from '../ports/handler.ts';
import { answer } from '../request/answer.ts';
import { searchInTurn } from './search-turn.ts';

export const facets: Handler<'facets'> = async ({ ask, query, tree }) => {
  const first = query === '' ? await tree.read(treePath(routes.facets, {})) : undefined;
  if (first) return builtAnswer(ask, routes.facets, first);
  const filter = readSearchFilter(new URLSearchParams(query));
  if (isRefusal(filter)) return filter;
  return searchInTurn(tree, (index) =>
    andThen(index.facets(filter), (counted) => {
      const body = JSON.stringify(searchFacets(counted));
      return answer(200, routes.facets.type, body, ['Cache-Control', CACHE_CONTROL.revalidate]);
    }),
  );
};
