// An index as it would be had it been made from nothing: what two indexes say is the same when these are equal bytes.
import type { SearchIndex } from '../index/search-index.ts';
import { SearchIndexBuilder } from './builder.ts';
import { bytesOf, type IndexBytes } from './written-index.ts';

/** The files of an index of the same rows, all of them in one segment. */
export function rewritten(index: SearchIndex): IndexBytes {
  const builder = new SearchIndexBuilder();
  for (const slot of index.slotsByRow()) builder.take(index, slot);
  return bytesOf(builder.finish());
}
