// Allows only one process at a time to write in a folder of the hub, and tells others which process that is.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { closeData } from '../../functions/stores/bytes/close-data.ts';
import { instantOf } from '../../src/nouns/calendar.ts';
import type { Config } from '../../src/service/config.ts';
import { systemSentence } from '../process/failure.ts';
import { adviceFor, diskRefusal, refusalAt, WriteFailure } from './full-disk.ts';

interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** The file that names the holder of the lock for people. Nobody reads it while the lock is free. */
const HOLDER = 'lock.json';

/**
 * Takes the lock of `folder`, which messages call `name`, and makes the folder if it is missing; `command` names the
 * caller's command to others. The operating system releases the lock however the process ends, so no stale lock
 * remains. Throws a WriteFailure when another process writes there, or when the folder can't be written.
 */
export function takeLock(folder: string, name = 'HUB_DATA', command?: string): Lock {
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
      ? `Another process${holderOf(folder)} is writing to ${name} (${folder}); try again when it has ended.`
      : cannotWrite(name, folder, error);
    throw new WriteFailure(sentence, { cause: error });
  }
  const note = join(folder, HOLDER);
  tell(note, { command, process: process.pid, since: instantOf(Date.now()) });
  return {
    release() {
      rmSync(note, { force: true });
      database.close();
    },
  };
}

interface Holder {
  command?: string | undefined;
  process: number;
  since: string;
}

/**
 * Writes the file that names the holder of the lock, for people only. A failure here is no error: a disk that refuses
 * this file will also fail during the work.
 */
function tell(note: string, holder: Holder): void {
  try {
    writeFileSync(note, `${JSON.stringify(holder)}\n`);
  } catch {
    rmSync(note, { force: true });
  }
}

/**
 * Describes the holder of the lock, such as ` (model-hub day, process 4711, since …)`. Gives an empty text if the file
 * is missing, or if the process has ended or runs on another machine.
 */
function holderOf(folder: string): string {
  try {
    const { command, process: id, since } = JSON.parse(readFileSync(join(folder, HOLDER), 'utf8')) as Holder;
    process.kill(id, 0);
    return ` (${command === undefined ? '' : `model-hub ${command}, `}process ${id}, since ${since})`;
  } catch {
    return '';
  }
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

/** Calls `work` under the lock of HUB_DATA. `command` is the name of the command, as in `takeLock`. */
export async function inData<T>(config: Config, command: string, work: () => T | Promise<T>): Promise<T> {
  const lock = takeLock(config.data, 'HUB_DATA', command);
  try {
    closeData(config);
    return await work();
  } finally {
    lock.release();
  }
}
