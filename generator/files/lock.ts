// One writer at a time for a folder of ours.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure, systemSentence } from '../process/failure.ts';
import { diskRefusal } from './full-disk.ts';

interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Takes the lock of `folder`, which messages call `name`, making it when it is missing. The operating system gives the lock
 * back when the process dies, however it dies, so no stale lock can be left behind.
 * Throws one sentence when another process writes there, or when the folder can't be written.
 */
export function takeLock(folder: string, name = 'HUB_DATA'): Lock {
  let database: DatabaseSync;
  try {
    mkdirSync(folder, { recursive: true });
    database = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  } catch (error) {
    throw new Failure(cannotWrite(`${name} (${folder})`, error), { cause: error });
  }
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const busy = (error as { errcode?: number }).errcode === SQLITE_BUSY;
    const sentence = busy
      ? `Another process is writing to ${name} (${folder}); try again when it has ended.`
      : cannotWrite(`${name} (${folder})`, error);
    throw new Failure(sentence, { cause: error });
  }
  return { release: () => database.close() };
}

function cannotWrite(place: string, error: unknown): string {
  // SQLite has words of its own for a full disk.
  const code = diskRefusal(error);
  if (code !== undefined) return `${systemSentence({ code }, place)} Make room and try again.`;
  return systemSentence(error, place) ?? `${place} can’t be written: ${(error as Error).message}.`;
}
