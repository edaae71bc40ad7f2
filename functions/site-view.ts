// The hub as the website sees it: the same handlers' code, without HTTP in between.

import { isRefusal } from '../src/refusals.ts';
import type { SiteHub } from '../src/site-hub.ts';
import { documentPath } from '../src/static-tree.ts';
import type { ModelRow } from '../src/wire/model-row.ts';
import type { Ports } from './ports.ts';
import { readSearchQuery } from './search-query.ts';

const EMPTY = { rows: [], total: 0 };

/** The view of one request: every question is answered from the same tree. */
export function siteView(ports: Omit<Ports, 'pages'>): SiteHub {
  const tree = ports.tree();
  return {
    baseUrl: ports.baseUrl,
    today: tree && { snapshot: tree.snapshot, models: tree.models, catalog: tree.catalog },
    health: () => ports.health.current(),
    facets: () => tree?.search().facets() ?? { pipeline_tag: [], library: [] },
    document(name, as) {
      const body = tree?.read(documentPath(name, as), true)?.body;
      return body instanceof Uint8Array ? new TextDecoder().decode(body) : undefined;
    },
    async search(params) {
      const query = readSearchQuery(params);
      if (isRefusal(query)) return { error: query.sentence };
      if (!tree) return EMPTY;
      const index = tree.search();
      const page = index.search(query);
      if (page.kind === 'bad-cursor') return { error: 'This page has expired: start again from the first.' };
      const text = new TextDecoder();
      return {
        rows: index.rows(page.rows).map((row) => JSON.parse(text.decode(row)) as ModelRow),
        ...(page.next === undefined ? {} : { next: page.next }),
        total: index.count(query),
      };
    },
  };
}
