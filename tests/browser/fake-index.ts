// Puts the rows of the made-up hub into a real search index, and answers the requests that scripts of pages send to the
// JSON API.

import { refusalAnswer } from '../../functions/answers/refusal-answer.ts';
import type { Ports, Tree } from '../../functions/ports/ports.ts';
import type { Answer, Ask } from '../../functions/request/answer.ts';
import { facets, modelsAnswer } from '../../functions/search/models.ts';
import { searchOver } from '../../functions/search/search-over-index.ts';
import { siteView } from '../../functions/website/site-view.ts';
import { canonicalJson } from '../../src/basics/records.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { SearchIndexBuilder } from '../../src/search/writer/builder.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { SiteHub } from '../../src/site/site-hub.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { routes } from '../../src/table/routes.ts';

/** The SHA-256 of a file of the first model. */
export const INDEXED_HASH = 'ab'.repeat(32);

/** The members of the made-up hub that read the search index. */
export interface IndexedRows extends Pick<SiteHub, 'search' | 'facets' | 'row' | 'sourceNames'> {
  /** Returns the JSON API's answer to a target; undefined for a path that is not about search. */
  api(target: string): Promise<Answer> | undefined;
}

const sources = [
  { display: 'Source A', host: 'source-a.example' },
  { display: 'Source B', host: 'source-b.example' },
  { display: 'IPFS', host: 'ipfs' },
];

/** Indexes the rows, which may come in any order. */
export function indexed(rows: readonly ModelRow[], baseUrl: string): IndexedRows {
  const sorted = rows.map((row) => ({ id: row.id, json: Buffer.from(canonicalJson(row)) }));
  sorted.sort((one, other) => (one.id < other.id ? -1 : 1));
  const builder = new SearchIndexBuilder();
  for (const { json } of sorted) builder.add(json);
  const index = new SearchIndex(builder.finish().buffer);
  const catalog = Buffer.from(sorted.map(({ json }) => json).join(',\n'));
  const port = searchOver(index, 0, (start, end, checked) => checked(catalog.subarray(start, end)));
  const tree = { search: () => port, read: () => undefined, nextPage: undefined } as unknown as Tree;
  const ports = { baseUrl, sources } as unknown as Ports;
  const view = siteView(ports, tree);
  return {
    search: (query) => view.search(query),
    facets: (query) => view.facets(query),
    row: (id) => view.row(id),
    sourceNames: view.sourceNames,
    api(target) {
      const { pathname, search } = new URL(target, baseUrl);
      const path = { segments: pathname.split('/').filter(Boolean), slash: pathname.endsWith('/') };
      const row = [routes.models, routes.facets].find(({ pattern }) => pattern === pathname);
      if (!row) return undefined;
      const call = {
        row,
        path,
        query: search.slice(1),
        pin: undefined,
        base: '',
        ports,
        tree,
        params: {},
        ask: {} as Ask,
        lead: { tree: undefined, to: undefined },
      };
      return Promise.resolve((row === routes.models ? modelsAnswer : facets)(call)).then((made) =>
        isRefusal(made) ? refusalAnswer(made, 'hub') : made,
      );
    },
  };
}
