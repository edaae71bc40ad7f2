// The head of directions: the facts of a model that are read before any of its files is looked up.
import { textOfBytes } from '../basics/byte-text.ts';
import type { DiffersSummary } from '../catalog/differing-files.ts';
import type { HashedCounts } from '../nouns/hashed.ts';
import type { Place } from '../nouns/source-kinds.ts';
import type { PublishedSource } from '../shapes/objects.ts';
import { type Blocks, endOf, type Span } from './sorted-lines.ts';

/**
 * The number of bytes to read first. If the rows are one block, these bytes contain all of the directions; otherwise
 * they nearly always contain the head.
 */
export const FIRST_READ = 96 * 1024;

const LINE_FEED = 0x0a;

/** A source that holds bytes of the model, with its names for the model. */
export interface DirectionsPlace extends Place {
  source: string;
  /**
   * The number of files that the place holds. Absent if it holds all; otherwise each row says whether the place has the
   * file.
   */
  held?: number;
  /** Sums up the files that differ at this place. */
  differs?: DiffersSummary;
}

/** The head of a model that the hub serves. */
export interface DirectionsHead {
  id: string;
  revision: string;
  /** The licence; null if unknown. */
  license: string | null;
  lastModified?: string;
  /** The places, in the order of the source table. */
  places: DirectionsPlace[];
  /** The records that people published about the model; absent if there are none. */
  published?: readonly PublishedSource[];
  /** The number and bytes of all files. */
  files: number;
  bytes: number;
  /** Counts the files by how their hashes were obtained; absent if unknown. */
  hashed?: HashedCounts;
  rows: Blocks;
  /**
   * The blocks of the list of hashes. This and `shown`, the number of bytes of the shown files, are absent if the rows
   * are one block.
   */
  hashes?: Blocks;
  shown?: number;
}

/** The head of a gated model. Its origin demands a login, so there are no other facts. */
export interface GatedHead {
  id: string;
  gated: true;
}

/** Reads the head, which `bytes` must hold completely. `body` is the position after the head, where the rows begin. */
export function parseHead(bytes: Uint8Array): { head: DirectionsHead | GatedHead; body: number } | undefined {
  const end = bytes.indexOf(LINE_FEED);
  if (end < 0) return undefined;
  return { head: JSON.parse(textOfBytes(bytes.subarray(0, end))), body: end + 1 };
}

/**
 * Gives the span of the shown files, counted from the end of the head. If the rows are one block, it is the span of all
 * rows.
 */
export function shownSpan({ rows, hashes, shown }: DirectionsHead): Span {
  if (hashes === undefined || shown === undefined) return { start: 0, end: endOf(rows) };
  const start = endOf(rows) + endOf(hashes);
  return { start, end: start + shown };
}
