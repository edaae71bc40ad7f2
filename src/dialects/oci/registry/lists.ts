// Splits the registry's lists into pages: the tags of a repository, and the repositories of the service.
import type { OciTagList } from '../../../shapes/registry.ts';
import type { RegistryIndex } from './registry-index.ts';

/** Lists the tags of a repository in the order of Go's `sort.Strings`: first tags in upper case, then `latest`. */
export function tagsOf(index: RegistryIndex): string[] {
  return Object.keys(index.tags).sort();
}

/** A page of a list, and the query for the next page. */
export interface ListPage {
  entries: string[];
  next?: { n: number; last: string };
}

/**
 * Returns the first `n` entries of `sorted` that come bytewise after `last`, which need not be in the list. Returns all
 * entries after `last` if `n` is undefined. Returns no entries and no next page if `n` is 0 (OCI distribution, "Listing
 * tags").
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

/** Returns the `Link` header that leads to the next page of the list at `path`; undefined on the last page. */
export function nextLink(path: string, { next }: ListPage): string | undefined {
  return next && `<${path}?n=${next.n}&last=${encodeURIComponent(next.last)}>; rel="next"`;
}
