// Compares a tree's search index with a new one, made from the rows of its catalog.
import { writeLists } from '../../../src/search/remote/lists-writer.ts';
import { rewritten, type SearchIndexBuilder } from '../../../src/search/writer/builder.ts';
import { bytesOf, type IndexBytes } from '../../../src/search/writer/written-index.ts';
import { SEARCH_FIGURES, searchLists } from '../../../src/tree/static-tree.ts';
import type { ListReader } from '../../packs/list-reader.ts';
import type { TornFault } from '../../packs/torn-note.ts';
import { openIndex } from '../documents/search-files.ts';

/** Finds the faults of a tree's search index. `fresh` has taken the rows of the tree's catalog in their order. */
export function checkSearch(list: ListReader, fresh: SearchIndexBuilder): TornFault[] {
  try {
    const index = openIndex(list);
    if (isSame(rewritten(index), bytesOf(fresh.finish())))
      return index.segments.flatMap((segment, number) => {
        const file = searchLists(number);
        return list.read(file)?.equals(writeLists(segment)) ? [] : [fault(file)];
      });
  } catch {
    // The index is missing, or invalid.
  }
  return [fault(SEARCH_FIGURES)];
}

const fault = (file: string): TornFault => ({ said: `${file} is missing or differs`, file });

function isSame(one: IndexBytes, other: IndexBytes): boolean {
  const isEqual = (left = new Uint8Array(), right = new Uint8Array()) => Buffer.from(left).equals(right);
  return isEqual(one.figures, other.figures) && isEqual(one.segment, other.segment);
}
