// The head of directions: what is known of a model before any of its files is looked up.
import type { Place } from '../source-kinds.ts';
import type { Blocks } from './sorted-lines.ts';

/** A place where bytes of the model are. */
export interface DirectionsPlace extends Place {
  source: string;
  /** How many of the files it holds, where that may not be all: then each row says whether it is there. */
  held?: number;
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
