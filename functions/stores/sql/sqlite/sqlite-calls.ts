// Types the messages to and from the thread of an SQLite database.
import process from 'node:process';
import type { SqlStore } from '../sql-store.ts';

export interface Opening {
  path: string;
  /** True if a missing file is made; otherwise a missing file is a fault. */
  mayCreate: boolean;
}

export interface SqliteCall {
  id: number;
  method: keyof SqlStore;
  args: readonly unknown[];
  /** The time until which it waits for a lock, on the clock of `monotonicMs`. */
  lockEnd: number;
  /** The time at which the caller gives up: a call does not begin after it. */
  answerEnd: number;
}

/** A reply. The first message has no `id`: it says that the database is open, or why not. */
export interface Reply {
  id?: number;
  result?: unknown;
  fault?: CallFault;
}

/** An error on its way between threads, which pass on only the message and the stack. */
export interface CallFault {
  message: string;
  stack: string | undefined;
  /** SQLite's extended result code. */
  errcode?: number;
  /** The operating system's code, as `EACCES`. */
  code?: string;
  /**
   * Names a fault that has no code: the file is gone, another replaced it, its tables are newer, or the turn came too
   * late.
   */
  kind?: 'gone' | 'replaced' | 'newer' | 'late';
}

/** Milliseconds of a clock that all threads share and that only goes forward. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
