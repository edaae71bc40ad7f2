// Compares the search index of a tree with a new index, made from the rows of the tree's catalog.
import { rewritten, type SearchIndexBuilder } from '../../../src/search/writer/builder.ts';
import { bytesOf, type IndexBytes } from '../../../src/search/writer/written-index.ts';
import { SEARCH_FIGURES } from '../../../src/tree/static-tree.ts';
import type { ListReader } from '../../packs/list-reader.ts';
import type { TornFault } from '../../packs/torn-note.ts';
import { openIndex } from '../documents/search-files.ts';

/** Finds the faults of the tree's search index. `fresh` must have got the rows of the tree's catalog in their order. */
export function checkSearch(list: ListReader, fresh: SearchIndexBuilder): TornFault[] {
  try {
    if (isSame(rewritten(openIndex(list)), bytesOf(fresh.finish()))) return [];
  } catch {
    // The index is missing or malformed, which counts as a fault of its figures.
  }
  return [{ said: `${SEARCH_FIGURES} is missing or differs`, file: SEARCH_FIGURES }];
}

function isSame(one: IndexBytes, other: IndexBytes): boolean {
  const isEqual = (left = new Uint8Array(), right = new Uint8Array()) => Buffer.from(left).equals(right);
  return isEqual(one.figures, other.figures) && isEqual(one.segment, other.segment);
}
