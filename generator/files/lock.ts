// Allows only one process at a time to write in a folder of the hub.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { closeData } from '../../functions/stores/bytes/close-data.ts';
import type { Config } from '../../src/service/config.ts';
import { systemSentence } from '../process/failure.ts';
import { adviceFor, diskRefusal, refusalAt, WriteFailure } from './full-disk.ts';

const SQLITE_BUSY = 5;

/**
 * Takes the lock of `folder`, which messages call `name`, and makes the folder if it is missing. The operating system
 * releases the lock however the process ends, so no stale lock remains. Throws a WriteFailure when another process
 * writes there, or when the folder can't be written.
 */
export function takeLock(folder: string, name = 'HUB_DATA') {
  let database: DatabaseSync;
  try {
    mkdirSync(folder, { recursive: true });
    database = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 });
  } catch (error) {
    throw new WriteFailure(cannotWrite(name, folder, error), { cause: error });
  }
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const busy = (error as { errcode?: number }).errcode === SQLITE_BUSY;
    const sentence = busy
      ? `Another process is writing to ${name} (${folder}); try again when it has ended.`
      : cannotWrite(name, folder, error);
    throw new WriteFailure(sentence, { cause: error });
  }
  return { release: () => database.close() };
}

function cannotWrite(name: string, folder: string, error: unknown): string {
  const place = `${name} (${folder})`;
  // SQLite's own messages for a full disk and for a read-only disk count too.
  const code = diskRefusal(error) ?? refusalAt(folder);
  if (code !== undefined && diskRefusal(Object.assign(new Error(), { code })) !== undefined)
    return `${systemSentence({ code }, place)} ${adviceFor(code, 'Make room and try again.')}`;
  const said = systemSentence(error, place) ?? (code && systemSentence({ code }, place));
  return said ?? `${place} can’t be written: ${(error as Error).message}.`;
}

/** Calls `work` under the lock of HUB_DATA. */
export async function inData<T>(config: Config, work: () => T | Promise<T>): Promise<T> {
  const lock = takeLock(config.data);
  try {
    closeData(config);
    return await work();
  } finally {
    lock.release();
  }
}
