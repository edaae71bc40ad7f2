// The types of messages to and from the thread of an SQLite database.
import process from 'node:process';
import type { SqlStore } from '../sql-store.ts';

export interface Opening {
  path: string;
  /** True to make a missing file; otherwise a missing file is a fault. */
  mayCreate: boolean;
}

export interface SqliteCall {
  id: number;
  method: keyof SqlStore;
  args: readonly unknown[];
  /** The time until which the call waits for a lock, on the clock `monotonicMs`. */
  lockEnd: number;
  /** The time at which the caller gives up. The call does not begin after this time. */
  answerEnd: number;
}

/** A reply to a call. The first reply has no `id`: it says that the database is open, or why it is not. */
export interface Reply {
  id?: number;
  result?: unknown;
  fault?: CallFault;
}

/** An error in the form in which threads pass it on. As an Error it would keep only its message and stack. */
export interface CallFault {
  message: string;
  stack: string | undefined;
  /** SQLite's extended result code. */
  errcode?: number;
  /** The operating system's code, such as `EACCES`. */
  code?: string;
  /**
   * Names a fault without a code: the file is gone, another file replaced it, its tables are newer, or the call came
   * too late.
   */
  kind?: 'gone' | 'replaced' | 'newer' | 'late';
}

/** Returns the milliseconds of a clock that all threads share and that only goes forward. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
