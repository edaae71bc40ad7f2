// Opens the files of a tree's search index on disk, for builds and checks.
import { SearchIndex } from '../../../src/search/search-index.ts';
import { SEARCH_FIGURES, searchSegment } from '../../../src/tree/static-tree.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import type { ListReader } from '../../packs/list-reader.ts';

/**
 * Opens the search index of the tree with the list `list`; `segments` are the list's entries for segments. Throws if
 * the index is missing or damaged.
 */
export function openIndex(list: ListReader, segments: readonly Listed[] = segmentsIn(list)): SearchIndex {
  const read = (key: string) => new Uint8Array(list.read(key) as Buffer).buffer;
  return new SearchIndex({ figures: read(SEARCH_FIGURES), segments: segments.map(({ key }) => read(key)) });
}

/** Returns the list entries of the index's segments, in order. */
export function segmentsIn(list: ListReader): Listed[] {
  const files: Listed[] = [];
  for (let listed = list.find(searchSegment(0)); listed; listed = list.find(searchSegment(files.length)))
    files.push(listed);
  return files;
}
