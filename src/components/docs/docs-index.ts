// Opens the search index of the documentation while pages are made. Keeps the last opened index, since opening takes
// longer than searching.
import { type DocsHit, openDocsSearch } from '../../site/docs-search.ts';

let opened: { json: string; search: (question: string) => DocsHit[] } | undefined;

/** Returns the function that searches the index whose text is `json`. */
export function docsSearch(json: string): (question: string) => DocsHit[] {
  if (opened?.json !== json) opened = { json, search: openDocsSearch(json) };
  return opened.search;
}
