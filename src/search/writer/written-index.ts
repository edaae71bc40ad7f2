// The files of an index in memory after they were built. They can be opened at once, or be written.

import { joined } from '../../basics/joined-bytes.ts';
import { type IndexFiles, SearchIndex } from '../index/search-index.ts';
import type { Segment } from '../parts/segment.ts';

/** The files, each in chunks that are to be written one after the other. */
export interface WrittenIndex {
  figures: Uint8Array[];
  /** The new segment, which comes after the segments that stay; undefined if no row is new. */
  segment: Uint8Array[] | undefined;
}

export interface IndexBytes {
  figures: Uint8Array<ArrayBuffer>;
  segment: Uint8Array<ArrayBuffer> | undefined;
}

export function bytesOf({ figures, segment }: WrittenIndex): IndexBytes {
  return { figures: whole(figures), segment: segment && whole(segment) };
}

/** Joins chunks. A file always has several chunks, so the result is a new array. */
const whole = (chunks: readonly Uint8Array[]) => joined(chunks) as Uint8Array<ArrayBuffer>;

/** Opens the index that consists of the segments `kept` and of these files. */
export function openWritten({ figures, segment }: IndexBytes, kept: readonly Segment[] = []): SearchIndex {
  const files: IndexFiles = {
    figures: figures.buffer,
    segments: [...kept.map(({ buffer }) => buffer), ...(segment ? [segment.buffer] : [])],
  };
  return new SearchIndex(files);
}
