// Opens the index of the documentation for pages. It opens each text once, since opening takes longer than searching.
import { type DocsHit, openDocsSearch } from '../../site/docs-search.ts';

let opened: { json: string; search: (question: string) => DocsHit[] } | undefined;

/** Gives the search over the index with this text. */
export function docsSearch(json: string): (question: string) => DocsHit[] {
  if (opened?.json !== json) opened = { json, search: openDocsSearch(json) };
  return opened.search;
}
