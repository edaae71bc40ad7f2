// The head of directions: what is known of a model before any of its files is looked up, and how it is read.
import { textOfBytes } from '../basics/byte-text.ts';
import type { DiffersSummary } from '../catalog/differing-files.ts';
import type { HashedCounts } from '../nouns/hashed.ts';
import type { Place } from '../nouns/source-kinds.ts';
import type { PublishedSource } from '../shapes/objects.ts';
import { type Blocks, endOf, type Span } from './sorted-lines.ts';

/** Bytes that hold all of the directions if their rows are one block, and the head of nearly all others. */
export const FIRST_READ = 96 * 1024;

const LINE_FEED = 0x0a;

/** A place with bytes of the model. */
export interface DirectionsPlace extends Place {
  source: string;
  /**
   * The number of files that the place holds. Absent if it holds all; otherwise each row says whether the file is
   * there.
   */
  held?: number;
  /** Files that it has with other bytes. */
  differs?: DiffersSummary;
}

/** The head of a served model. */
export interface DirectionsHead {
  id: string;
  revision: string;
  /** Null if it is unknown. */
  license: string | null;
  lastModified?: string;
  /** The places, in the order of the source table. */
  places: DirectionsPlace[];
  /** The published records about it; absent if there are none. */
  published?: readonly PublishedSource[];
  /** The number of files, and their bytes. */
  files: number;
  bytes: number;
  /** Counts the files by the way in which their hashes were obtained; absent if nobody says. */
  hashed?: HashedCounts;
  rows: Blocks;
  /** This and `shown`, the bytes of the shown files, are absent if the rows are one block. */
  hashes?: Blocks;
  shown?: number;
}

/** The head of a gated model: its origin demands a login, and there are no further facts. */
export interface GatedHead {
  id: string;
  gated: true;
}

/** Reads the head, all of which `bytes` must hold. `body` is the end of the head, where rows begin. */
export function parseHead(bytes: Uint8Array): { head: DirectionsHead | GatedHead; body: number } | undefined {
  const end = bytes.indexOf(LINE_FEED);
  if (end < 0) return undefined;
  return { head: JSON.parse(textOfBytes(bytes.subarray(0, end))), body: end + 1 };
}

/** Gives the span of the shown files, from the end of the head: among the rows if those are one block. */
export function shownSpan({ rows, hashes, shown }: DirectionsHead): Span {
  if (hashes === undefined || shown === undefined) return { start: 0, end: endOf(rows) };
  const start = endOf(rows) + endOf(hashes);
  return { start, end: start + shown };
}
