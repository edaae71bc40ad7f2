// The head of directions: what is known of a model before any of its files is looked up, and how it is read.
import { textOfBytes } from '../basics/byte-text.ts';
import type { DiffersSummary } from '../catalog/differing-files.ts';
import type { HashedCounts } from '../nouns/hashed.ts';
import type { Place } from '../nouns/source-kinds.ts';
import { type Blocks, endOf, type Span } from './sorted-lines.ts';

/** Bytes that hold the whole of directions whose rows are one block, and the head of nearly all others. */
export const FIRST_READ = 96 * 1024;

const LINE_FEED = 0x0a;

/** A place where bytes of the model are. */
export interface DirectionsPlace extends Place {
  source: string;
  /** How many of the files it holds, where that may not be all: then each row says whether it is there. */
  held?: number;
  /** Files that it has with other bytes. */
  differs?: DiffersSummary;
}

/** The head of a model that is served. */
export interface DirectionsHead {
  id: string;
  revision: string;
  /** Null when it is unknown. */
  license: string | null;
  lastModified?: string;
  /** In the order of the source table. */
  places: DirectionsPlace[];
  /** How many files there are, and the bytes of all of them. */
  files: number;
  bytes: number;
  /** How the hashes of so many files were obtained; absent where nobody says. */
  hashed?: HashedCounts;
  rows: Blocks;
  /** Absent where the rows are one block; so is `shown`, the bytes of the shown files. */
  hashes?: Blocks;
  shown?: number;
}

/** The head of a gated model: the origin demands a login, and nothing else is said of it. */
export interface GatedHead {
  id: string;
  gated: true;
}

/** Reads the head, which `bytes` must hold whole. `body` is where it ends and rows begin. */
export function parseHead(bytes: Uint8Array): { head: DirectionsHead | GatedHead; body: number } | undefined {
  const end = bytes.indexOf(LINE_FEED);
  if (end < 0) return undefined;
  return { head: JSON.parse(textOfBytes(bytes.subarray(0, end))), body: end + 1 };
}

/** Where the shown files lie, from the end of the head: among the rows where those are one block. */
export function shownSpan({ rows, hashes, shown }: DirectionsHead): Span {
  if (hashes === undefined || shown === undefined) return { start: 0, end: endOf(rows) };
  const start = endOf(rows) + endOf(hashes);
  return { start, end: start + shown };
}
