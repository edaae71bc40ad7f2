// Compares the search index of a tree with one that is made anew from the rows of its catalog.
import { SearchIndex } from '../../src/search/search-index.ts';
import { SearchIndexBuilder } from '../../src/search/writer/builder.ts';
import { rewritten } from '../../src/search/writer/rewritten-index.ts';
import { bytesOf, type IndexBytes } from '../../src/search/writer/written-index.ts';
import { SEARCH_FIGURES, searchSegment } from '../../src/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import type { Fault } from './jobs.ts';
import type { ListReader } from './list-reader.ts';

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

/** Takes the rows of a catalog in their order, then says what is wrong with an index of them. */
export class SearchChecker {
  readonly #fresh = new SearchIndexBuilder();

  add(row: Uint8Array): void {
    this.#fresh.add(row);
  }

  check(list: ListReader): Fault[] {
    try {
      if (isSame(rewritten(openIndex(list)), bytesOf(this.#fresh.finish()))) return [];
    } catch {
      // Missing, or no index.
    }
    return [{ said: `${SEARCH_FIGURES} is missing or differs`, file: SEARCH_FIGURES }];
  }
}

function isSame(one: IndexBytes, other: IndexBytes): boolean {
  const isEqual = (left = new Uint8Array(), right = new Uint8Array()) => Buffer.from(left).equals(right);
  return isEqual(one.figures, other.figures) && isEqual(one.segment, other.segment);
}
