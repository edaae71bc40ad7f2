// Opens the files of a tree's search index on disk, for builds and checks.
import { SearchIndex } from '../../../src/search/index/search-index.ts';
import { SEARCH_FIGURES, searchLists, searchSegment } from '../../../src/tree/static-tree.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import type { ListReader } from '../../packs/list-reader.ts';
import { Failure } from '../../process/failure.ts';

/**
 * Opens the search index of the tree with the list `list`; `segments` are the list's entries for segments. Throws if
 * the index is missing or damaged.
 */
export function openIndex(list: ListReader, segments: readonly Listed[] = segmentsIn(list)): SearchIndex {
  const read = (key: string) => new Uint8Array(list.read(key) as Buffer).buffer;
  return new SearchIndex({ figures: read(SEARCH_FIGURES), segments: segments.map(({ key }) => read(key)) });
}

/**
 * Opens the index as `openIndex` does, and returns also the bytes that clients fetch: the figures of the index, and the
 * lists of each segment. Throws if a file is missing.
 */
export function indexOnDisk(list: ListReader): { index: SearchIndex; figures: Uint8Array; lists: Uint8Array[] } {
  const index = openIndex(list);
  const read = (key: string) => {
    const bytes = list.read(key);
    if (!bytes) throw new Failure(`The tree has no ${key}: run "model-hub build" first.`);
    return bytes;
  };
  return { index, figures: read(SEARCH_FIGURES), lists: index.segments.map((_, number) => read(searchLists(number))) };
}

/** Returns the list entries of the index's segments, in order. */
export function segmentsIn(list: ListReader): Listed[] {
  const files: Listed[] = [];
  for (let listed = list.find(searchSegment(0)); listed; listed = list.find(searchSegment(files.length)))
    files.push(listed);
  return files;
}
