// Answers the registry's lists: its description, its own repositories, the tags of a repository, and the referrers of a
// manifest.

import { MOST_LISTED } from '../../src/basics/limits.ts';
import { referrersIndex, tagList } from '../../src/dialects/oci/registry/registry-index.ts';
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
import { answer } from '../request/answer.ts';
import { attestedOf } from './attested.ts';
import { inRepository } from './repository.ts';

const json = 'application/json';
const shared = [...REGISTRY_HEADERS, 'Cache-Control', CACHE_CONTROL.tag];

/** Answers `GET /v2/`, which says that the hub speaks version 2 of the protocol, and that reads are anonymous. */
export const registryBase: Handler<'registryBase'> = () => answer(200, json, '{}', shared);

/** Answers `GET /v2/_catalog`, which lists only the service's own repositories. Search finds the models. */
export const registryCatalog: Handler<'registryCatalog'> = ({ query, tree }) =>
  listAnswer(routes.registryCatalog.pattern, query, [...tree.repositories].sort(), (repositories) => ({
    repositories,
  }));

/** Answers `GET /v2/{owner}/{name}/tags/list` with the tags of a repository. */
export const tagsAnswer: Handler<'tags'> = inRepository(({ pin, query }: Call<'tags'>, repository) => {
  const list = tagList(repository.index);
  const path = pinnedPath(pin, href(routes.tags, idParts(list.name)));
  return listAnswer(path, query, list.tags, (tags) => ({ ...list, tags }));
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
  const all = attested ? [attested.referrer] : [];
  const body = referrersIndex(all.filter(({ artifactType }) => wanted === null || artifactType === wanted));
  return answer(200, OCI_INDEX, JSON.stringify(body), [...shared, ...filtered]);
});

/**
 * Answers with a page of the list at `path`, and with the link to the next page: the first `n` entries of `sorted` that
 * come bytewise after `last`, which need not be in the list. If `n` is 0, there are no entries and no next page (OCI
 * distribution, "Listing tags").
 */
function listAnswer(path: string, query: string, sorted: string[], bodyOf: (page: string[]) => object) {
  const params = new URLSearchParams(query);
  const [given, last] = [params.get('n'), params.get('last')];
  const n = given === null ? Infinity : wholeNumber(given, 0, MOST_LISTED);
  if (n === undefined) return refuseParameter('n', 'give a whole number, or leave it out');
  const rest = last === null ? sorted : sorted.filter((entry) => entry > last);
  const page = rest.slice(0, n);
  const end = page.at(-1);
  const hasNext = end !== undefined && page.length < rest.length;
  const next = hasNext ? ['Link', `<${path}?n=${n}&last=${encodeURIComponent(end)}>; rel="next"`] : [];
  return answer(200, json, JSON.stringify(bodyOf(page)), [...shared, ...next]);
}
