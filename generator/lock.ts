// One writer at a time for a HUB_DATA.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure, systemSentence } from './failure.ts';

export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Takes the lock of `data`, making the folder when it is missing. The operating system gives the lock
 * back when the process dies, however it dies, so no stale lock can be left behind.
 * Throws one sentence when another process writes there, or when the folder can't be written.
 */
export function takeLock(data: string): Lock {
  let database: DatabaseSync;
  try {
    mkdirSync(data, { recursive: true });
    database = new DatabaseSync(join(data, 'lock.db'), { timeout: 0 });
  } catch (error) {
    throw new Failure(systemSentence(error, `HUB_DATA (${data})`) ?? `HUB_DATA (${data}) can’t be written.`, {
      cause: error,
    });
  }
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const busy = (error as { errcode?: number }).errcode === SQLITE_BUSY;
    const sentence = busy
      ? `Another process is writing to HUB_DATA (${data}); try again when it has ended.`
      : `HUB_DATA (${data}) can’t be written: ${(error as Error).message}.`;
    throw new Failure(sentence, { cause: error });
  }
  return { release: () => database.close() };
}
