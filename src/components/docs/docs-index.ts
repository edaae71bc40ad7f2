// The docs' index as pages use it: opened once for each text of it, since opening takes longer than asking.
import { type DocsHit, openDocsSearch } from '../../site/docs-search.ts';

let opened: { json: string; search: (question: string) => DocsHit[] } | undefined;

/** The search over the index with this text. */
export function docsSearch(json: string): (question: string) => DocsHit[] {
  if (opened?.json !== json) opened = { json, search: openDocsSearch(json) };
  return opened.search;
}
