// What changed in the index from one day to the next.
import type { CHANGE_COUNTS_FORMAT, CHANGES_FORMAT } from './formats.ts';

/** How much changed. */
export interface ChangeCounts {
  /** Models that were not there the day before. */
  added: number;
  /** Models that are gone for good. */
  removed: number;
  /** Models that fell off the browse list and are still served. */
  unlisted: number;
  /** Models that are back on the browse list. */
  relisted: number;
  /** Models at a new revision. */
  revised: number;
  /** Files of other bytes at a path that was there before. */
  rewritten: number;
  /** Those of them whose model is at the same revision still: what was a promise was broken at the origin. */
  rewritten_in_place: number;
}

interface Revised {
  id: string;
  /** Commits. */
  from: string;
  to: string;
}

interface Rewritten {
  id: string;
  path: string;
  /** SHA-256. */
  from: string;
  to: string;
  in_place: boolean;
}

/** What changed on a day against the one before it. The lists are sorted by model id. */
export interface DayChanges {
  format: typeof CHANGES_FORMAT;
  /** YYYY-MM-DD. */
  date: string;
  /** The day's catalog object, and that of the day before; null on the first day. */
  catalog: string;
  prev: string | null;
  prev_date: string | null;
  counts: ChangeCounts;
  /** The most items of a list: a longer one is cut, and `counts` has its length. */
  list_limit: number;
  added: string[];
  removed: string[];
  unlisted: string[];
  relisted: string[];
  revised: Revised[];
  rewritten: Rewritten[];
}

/** A day and how much changed on it. */
export interface DayCounts {
  date: string;
  prev_date: string | null;
  counts: ChangeCounts;
}

export interface ChangeCountsOfDays {
  format: typeof CHANGE_COUNTS_FORMAT;
  /** Newest first. */
  days: DayCounts[];
}
