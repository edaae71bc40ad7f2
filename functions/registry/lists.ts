// Answers the registry's lists: its description, its own repositories, the tags of a repository, and the referrers of a
// manifest.

import { MOST_LISTED } from '../../src/basics/limits.ts';
import {
  type ListPage,
  nextLink,
  pageOf,
  referrersIndex,
  tagList,
  tagsOf,
} from '../../src/dialects/oci/registry/registry-index.ts';
import { isDigest } from '../../src/model/reference.ts';
import { OCI_INDEX } from '../../src/nouns/media-types.ts';
import { idParts } from '../../src/nouns/model-id.ts';
import { wholeNumber } from '../../src/nouns/quantities.ts';
import { pinnedPath } from '../../src/nouns/source-kinds.ts';
import { CACHE_CONTROL, REGISTRY_HEADERS } from '../../src/table/headers.ts';
import { refuse, refuseParameter } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { Call, Handler } from '../ports/ports.ts';
import { type Answer, answer } from '../request/answer.ts';
import { attestedOf } from './attested.ts';
import { inRepository } from './repository.ts';

const json = 'application/json';
const shared = [...REGISTRY_HEADERS, 'Cache-Control', CACHE_CONTROL.tag];

/** Answers `GET /v2/`, which says that the hub speaks version 2 of the protocol, and that reads are anonymous. */
export const registryBase: Handler<'registryBase'> = () => answer(200, json, '{}', shared);

/** Answers `GET /v2/_catalog`, which lists only the service's own repositories. Search finds the models. */
export const registryCatalog: Handler<'registryCatalog'> = ({ query, tree }) => {
  const page = readPage(query, [...tree.repositories].sort());
  if ('refusal' in page) return page;
  return listAnswer(routes.registryCatalog.pattern, page, { repositories: page.entries });
};

/** Answers `GET /v2/{owner}/{name}/tags/list` with the tags of a repository. */
export const tagsAnswer: Handler<'tags'> = inRepository(({ pin, query }: Call<'tags'>, repository) => {
  const page = readPage(query, tagsOf(repository.index));
  if ('refusal' in page) return page;
  const path = pinnedPath(pin, href(routes.tags, idParts(repository.index.name)));
  return listAnswer(path, page, tagList(repository.index, page));
});

/**
 * Answers `GET /v2/{owner}/{name}/referrers/{digest}` with the signature of a manifest. The list is empty if the hub
 * has no key for attestations.
 */
export const referrers: Handler<'referrers'> = inRepository(async (call: Call<'referrers'>, repository) => {
  const { params, query } = call;
  if (!isDigest(params.digest)) return refuse('DigestInvalid', undefined);
  const attested = await attestedOf(call, repository, params.digest);
  const wanted = new URLSearchParams(query).get('artifactType');
  const filtered = wanted === null ? [] : ['OCI-Filters-Applied', 'artifactType'];
  const body = referrersIndex(attested ? [attested.referrer] : [], wanted ?? undefined);
  return answer(200, OCI_INDEX, JSON.stringify(body), [...shared, ...filtered]);
});

/** Returns the page that the query's `n` and `last` ask for. */
function readPage(query: string, sorted: string[]) {
  const params = new URLSearchParams(query);
  const given = params.get('n');
  const n = given === null ? undefined : wholeNumber(given, 0, MOST_LISTED);
  if (given !== null && n === undefined) return refuseParameter('n', 'give a whole number, or leave it out');
  return pageOf(sorted, n, params.get('last') ?? undefined);
}

/** Answers with one page of the list at `path`, and with the link to the next page. */
function listAnswer(path: string, page: ListPage, body: object): Answer {
  const next = nextLink(path, page);
  return answer(200, json, JSON.stringify(body), next === undefined ? shared : [...shared, 'Link', next]);
}
