// The files of an index as a builder gives them, in memory: to be opened at once, or written whole.

import { type IndexFiles, SearchIndex } from '../index/search-index.ts';
import type { Segment } from '../parts/segment.ts';

/** The files, each as chunks to write one after the other. */
export interface WrittenIndex {
  figures: Uint8Array[];
  /** The new segment, behind those that stay; undefined: no row is new. */
  segment: Uint8Array[] | undefined;
}

/** The bytes of each file. */
export interface IndexBytes {
  figures: Uint8Array<ArrayBuffer>;
  segment: Uint8Array<ArrayBuffer> | undefined;
}

export function bytesOf({ figures, segment }: WrittenIndex): IndexBytes {
  return { figures: joined(figures), segment: segment && joined(segment) };
}

/** Opens what was written behind the segments `kept`. */
export function openWritten({ figures, segment }: IndexBytes, kept: readonly Segment[] = []): SearchIndex {
  const files: IndexFiles = {
    figures: figures.buffer,
    segments: [...kept.map(({ buffer }) => buffer), ...(segment ? [segment.buffer] : [])],
  };
  return new SearchIndex(files);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
