// The files of the search index of a tree on disk, as builds and checks open them.
import { SearchIndex } from '../../../src/search/index/search-index.ts';
import { SEARCH_FIGURES, searchSegment } from '../../../src/tree/static-tree.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import type { ListReader } from '../../packs/list-reader.ts';

/** The index that a list names, opened; `segments` are its segments. Throws where it is missing or damaged. */
export function openIndex(list: ListReader, segments: readonly Listed[] = segmentsIn(list)): SearchIndex {
  const read = (key: string) => new Uint8Array(list.read(key) as Buffer).buffer;
  return new SearchIndex({ figures: read(SEARCH_FIGURES), segments: segments.map(({ key }) => read(key)) });
}

/** The segments of the index, in their order. */
export function segmentsIn(list: ListReader): Listed[] {
  const files: Listed[] = [];
  for (let listed = list.find(searchSegment(0)); listed; listed = list.find(searchSegment(files.length)))
    files.push(listed);
  return files;
}
