// Copies SQLite databases that are in use, and tests the copies.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../src/service/config.ts';
import { diskRefusal } from '../files/full-disk.ts';
import { Failure } from '../process/failure.ts';
import type { DATABASES } from './backup-layout.ts';

/** Gives the path of this hub's database with this name. */
export const databasePath = ({ data, database }: Config, name: (typeof DATABASES)[number]) =>
  name === 'hub.db' && database.kind === 'sqlite' ? database.path : join(data, name);

/** The milliseconds to wait for a lock of the database. No process holds a lock that long, even to change tables. */
const LOCKED_MS = 10_000;

/**
 * Copies the database at `path`, in its state at one moment, to a new file. Other processes can write to it meanwhile.
 * Throws a Failure if the database is damaged.
 */
export function copyDatabase(path: string, to: string): void {
  asked(path, (database) => {
    database.prepare('VACUUM INTO ?').run(to);
  });
  testDatabase(to, path);
}

/** Reads the whole database at `path`. Throws a Failure when it is damaged; the message calls it `name`. */
export function testDatabase(path: string, name: string): void {
  const found = asked(path, (database) => database.prepare('PRAGMA integrity_check(1)').get(), name);
  const [said] = Object.values(found ?? {});
  if (said !== 'ok') throw damaged(name, String(said));
}

function asked<T>(path: string, ask: (database: DatabaseSync) => T, name = path): T {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: LOCKED_MS });
    try {
      return ask(database);
    } finally {
      database.close();
    }
  } catch (error) {
    if (diskRefusal(error) !== undefined) throw error;
    throw damaged(name, (error as Error).message);
  }
}

const damaged = (name: string, why: string) =>
  new Failure(`The database ${name} can’t be read whole: ${why.replace(/\.$/, '')}. Put it back from a backup.`);
