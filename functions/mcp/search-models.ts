// The tool `search_models`: the search of `GET /api/models`, its parameters out of a call's arguments.
import { DEFAULT_ROWS, foundModels } from '../../src/dialects/mcp/search-models.ts';
import { isRefusal, refuse } from '../../src/table/refusals.ts';
import { readSearchQuery } from '../search/search-query.ts';
import { type RunTool, readRow } from './tool-call.ts';

export const searchModels: RunTool = async ({ given, tree }) => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ limit: DEFAULT_ROWS, match: 'words', ...given }))
    for (const one of [value].flat()) params.append(name, String(one));
  const query = readSearchQuery(params);
  if (isRefusal(query)) return query;
  const index = await tree.search();
  const page = await index.search(query);
  if (page.kind === 'bad-cursor') return refuse('BadParameter', { name: 'cursor', fix: 'leave it out' });
  const rows = await index.rows(page.rows);
  const isWhole = page.next === undefined;
  return foundModels(rows.map(readRow), isWhole ? page.rows.length : await index.count(query));
};
