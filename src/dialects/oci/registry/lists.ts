// The lists of a registry, in pages: the tags of a repository and the repositories of the service.
import type { OciTagList } from '../../../shapes/registry.ts';
import type { RegistryIndex } from './registry-index.ts';

/** Lists the tags of a repository in the order of Go's `sort.Strings`: tags in upper case first, then `latest`. */
export function tagsOf(index: RegistryIndex): string[] {
  return Object.keys(index.tags).sort();
}

/** A page of a list, and the query for the next one. */
export interface ListPage {
  entries: string[];
  next?: { n: number; last: string };
}

/**
 * Gives the first `n` of `sorted` that come after `last`, bytewise; `last` need not be in the list. Gives all such
 * entries if `n` is undefined. If `n` is 0, gives no entries and no next page (OCI distribution, "Listing tags").
 */
export function pageOf(sorted: string[], n: number | undefined, last: string | undefined): ListPage {
  const rest = last === undefined ? sorted : sorted.filter((entry) => entry > last);
  const entries = n === undefined ? rest : rest.slice(0, n);
  const end = entries.at(-1);
  return n !== undefined && end !== undefined && entries.length < rest.length
    ? { entries, next: { n, last: end } }
    : { entries };
}

/** Makes the answer that lists the tags on this page. */
export function tagList(index: RegistryIndex, page: ListPage): OciTagList {
  return { name: index.name, tags: page.entries };
}

/** Makes the `Link` header with the next page of the list at `path`; undefined on the last page. */
export function nextLink(path: string, { next }: ListPage): string | undefined {
  return next && `<${path}?n=${next.n}&last=${encodeURIComponent(next.last)}>; rel="next"`;
}
