// The files of an index from a builder, in memory: to be opened at once, or written.

import { joined } from '../../basics/joined-bytes.ts';
import { type IndexFiles, SearchIndex } from '../index/search-index.ts';
import type { Segment } from '../parts/segment.ts';

/** The files, each as chunks to write one after the other. */
export interface WrittenIndex {
  figures: Uint8Array[];
  /** The new segment, after those that stay; undefined if no row is new. */
  segment: Uint8Array[] | undefined;
}

/** The bytes of each file. */
export interface IndexBytes {
  figures: Uint8Array<ArrayBuffer>;
  segment: Uint8Array<ArrayBuffer> | undefined;
}

export function bytesOf({ figures, segment }: WrittenIndex): IndexBytes {
  return { figures: whole(figures), segment: segment && whole(segment) };
}

/** A file has several chunks, so that all of them together are new bytes. */
const whole = (chunks: readonly Uint8Array[]) => joined(chunks) as Uint8Array<ArrayBuffer>;

/** Opens what was written behind the segments `kept`. */
export function openWritten({ figures, segment }: IndexBytes, kept: readonly Segment[] = []): SearchIndex {
  const files: IndexFiles = {
    figures: figures.buffer,
    segments: [...kept.map(({ buffer }) => buffer), ...(segment ? [segment.buffer] : [])],
  };
  return new SearchIndex(files);
}
