// The facts of the models section: search, a model's files, and the redirects to their bytes.

import { MAX_PAGE } from '../../../../basics/limits.ts';
import { CATALOG_MEDIA_TYPE } from '../../../../nouns/media-types.ts';
import { CATALOG_FORMAT } from '../../../../shapes/formats.ts';
import type { RequestDescriptor, SectionCatalog } from '../../../../shapes/sections.ts';
import { routes } from '../../../../table/routes.ts';
import type { DocumentFacts } from '../../facts/hub-facts.ts';
import { describedGet, requestTemplate } from '../../facts/request-template.ts';
import type { SectionFacts } from '../../facts/section-facts.ts';

const main = { revision: 'main' };

/** The request that lists all models in pages, in the order of a search. */
export const searchRequest: RequestDescriptor = {
  method: 'GET',
  url: `${requestTemplate(routes.models)}?limit=${MAX_PAGE}`,
  returns: 'a JSON array of ModelRow, the most trending first',
  dialect: 'huggingface',
  caps_at: MAX_PAGE,
  note:
    '`Link: rel="next"` leads on; `search` (part of the id, or words with `match=words`), `author`, ' +
    '`pipeline_tag`, `library`, `filter` and `sort` narrow and order',
};

/** The request that returns all models in one object. */
export const catalogRequest: RequestDescriptor = {
  method: 'GET',
  url: requestTemplate(routes.object, { id: '{catalog.address}' }),
  returns: 'the catalog object: every row, and `models` from an id to the addresses of its model and source objects',
  dialect: 'objects',
};

/** Describes today's catalog in the form that every section uses. */
export function todaysCatalog({ catalog }: DocumentFacts, note: string): SectionCatalog {
  const fetch = requestTemplate(routes.object);
  return { address: catalog, fetch, format: CATALOG_FORMAT, media_type: CATALOG_MEDIA_TYPE, note };
}

export function modelsFacts(facts: DocumentFacts): SectionFacts {
  const { baseUrl, service, models, listed, example } = facts;
  const pins = service.sources.map(({ token }) => token).join(', ');
  return {
    inventory: {
      described: models,
      served_here: 0,
      note: `${listed} of ${models} are on the browse list of ${facts.snapshot}. Names, hashes and directions are served; every file is a redirect to a source`,
    },
    catalog: todaysCatalog(facts, '`prev` in it is the address of the day before'),
    list: [searchRequest, catalogRequest],
    item: describedGet('huggingface', routes.model, 'ModelInfo: the indexed revision and every file by name'),
    files: describedGet(
      'huggingface',
      routes.tree,
      'a JSON array of TreeEntry: path, size and SHA-256 (`oid`) of every file, all on one page',
      main,
    ),
    fetch: {
      ...describedGet(
        'huggingface',
        routes.resolve,
        '302: `Location` is a source that is up, `X-Linked-Etag` the SHA-256 that its bytes must have',
        main,
      ),
      note: `/via/{source} in front pins one source: ${pins}`,
    },
    verify: {
      algorithm: 'sha256',
      expected_from:
        `the index: \`oid\` of the file list, \`X-Linked-Etag\` of the redirect, or the checksum file of the ` +
        `whole model at ${requestTemplate(routes.sha256sums, main)}`,
      server_verifies_on_read: false,
      root: 'each SHA-256 stands in a model object, which the catalog names by its BLAKE3, as `catalog.address` names the catalog',
      privacy:
        'no account, cookie or token; this host sees which file is asked for, the source that it redirects to sees the rest',
    },
    ...(example && { one_line: `HF_ENDPOINT=${baseUrl} hf download ${example.id}` }),
  };
}
