// Opens a database in an SQLite file, with Node's own module as a driver of Kysely. It runs in the thread that answers
// requests: no call waits in SQLite for the lock of another process, and a slow disk gets few calls.
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { StoreUnavailable } from '../../../src/service/account-store.ts';
import type { OpenDatabase, Sql, Work } from './rows.ts';
import { migrate, runIn } from './tables.ts';

/**
 * The milliseconds that a call waits for a lock of another process, that opening waits for it, and between two attempts.
 */
const [LOCKED_MS, OPEN_MS, AGAIN_MS] = [1000, 2000, 8];
/**
 * The milliseconds after which a call counts as slow. Calls block the thread, so after a slow call the database rests
 * for `RESTS` times as long.
 */
const [SLOW_MS, RESTS] = [1000, 10];
/** The milliseconds after which a transaction takes no further write that waits, because it blocks the thread. */
const TURN_MS = 10;
/**
 * The maximum number of statements that stay prepared, and the maximum length in characters of such a statement.
 * Statements with long lists of values are not repeated.
 */
const [PREPARED, LONGEST] = [100, 2000];
/** The path of a database that is only in memory. */
const MEMORY = ':memory:';

/** The reason why a file can't be used, and the way to mend that. */
interface Words {
  is: string;
  fix: string;
}

const LOCKED: Words = {
  is: 'is locked by another process',
  // SQLite tells a file system without locks no differently.
  fix: 'end that one, or wait; if there is none, its file system keeps no locks: put it on a local disk',
};
const CLOSED: Words = {
  is: 'may not be opened or written by this user',
  fix: 'let it write the file and its folder, or set HUB_DATA or HUB_DATABASE to another place',
};
const FULL: Words = { is: 'has no room left', fix: 'free some on its disk' };
const READ_ONLY: Words = { ...CLOSED, is: 'is read-only' };
const BUSY = 5;

/** The words for SQLite's primary result codes. Any other code is a fault of ours. */
const BY_RESULT: Readonly<Record<number, Words>> = {
  3: CLOSED,
  [BUSY]: LOCKED,
  6: LOCKED,
  7: { is: 'found no memory', fix: 'look at what else runs on the machine' },
  8: READ_ONLY,
  10: { is: "can't be read or written", fix: 'look at its disk' },
  11: { is: 'is damaged', fix: 'restore it from a backup' },
  13: FULL,
  14: CLOSED,
  15: LOCKED,
  26: { is: 'is no SQLite database', fix: 'move the file away, or name another in HUB_DATABASE' },
};

const BY_CODE: Readonly<Record<string, Words>> = {
  EISDIR: { is: 'is a folder', fix: 'name a file in HUB_DATABASE' },
  ENOSPC: FULL,
  EROFS: READ_ONLY,
};

/** A fault that this module finds itself. */
class FileFault extends Error {
  readonly words: Words;

  constructor(words: Words) {
    super(`it ${words.is}`);
    this.words = words;
  }
}

const GONE: Words = { is: 'is gone', fix: 'put the file back, or restart the hub to begin with an empty one' };
const REPLACED: Words = { is: 'was replaced while it was in use', fix: 'the new file is opened' };
const SLOW: Words = { is: 'does not answer in time', fix: 'look at its disk, and at who else uses it' };

type SqliteError = Error & { errcode?: number; code?: string };

function wordsFor(error: SqliteError): Words | undefined {
  if (error instanceof FileFault) return error.words;
  const { errcode, code = '' } = error;
  if (errcode !== undefined) return BY_RESULT[errcode % 256];
  return Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : /^E[A-Z]+$/.test(code) ? CLOSED : undefined;
}

/** Turns an error into a `StoreUnavailable` if the file at `path` is the reason; returns any other error unchanged. */
function explained(path: string, error: SqliteError): Error {
  const words = wordsFor(error);
  if (!words) return error;
  const reason = error.errcode === undefined ? error.message : `${error.message}, SQLite error ${error.errcode}`;
  return new StoreUnavailable(`The database ${path} ${words.is} (${reason}): ${words.fix}.`);
}

/**
 * Opens the database at `path`; `:memory:` is one that is only in memory. Makes a missing file if `mayCreate` is true.
 * Calls `onEnd` if the file was replaced; the next caller must open the new file. If `rests` is true, calls are refused
 * for a while after a slow one. Opening and the later calls reject with a `StoreUnavailable` if the file is at fault.
 */
export async function openSqlite(
  path: string,
  { mayCreate, rests }: { mayCreate: boolean; rests: boolean },
  onEnd: () => void,
): Promise<OpenDatabase> {
  const file = await whenUnlocked(performance.now() + OPEN_MS, () => connectSqlite(path, mayCreate)).catch((error) => {
    throw explained(path, error);
  });
  /** The writes that wait. SQLite runs one transaction at a time, and those that wait share the next one. */
  const waiting: Write[] = [];
  /** The number of writes at the front that get a transaction each, because the one that they shared failed. */
  let alone = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let restsUntil = Number.NEGATIVE_INFINITY;
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    if (begun < restsUntil) throw new FileFault(SLOW);
    file.assertThere();
    try {
      return await work();
    } finally {
      const now = performance.now();
      if (rests && now - begun > SLOW_MS) restsUntil = now + RESTS * (now - begun);
    }
  };
  const attempt = <T>(work: Work<T>, isWhole: boolean, end: number) =>
    whenUnlocked(end, () => timed(() => runIn(file.database, work, isWhole)));
  const commitWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Requests that arrived together reach this point one by one. Others are answered between two transactions.
      await setImmediate();
      const writes = waiting.slice(0, alone > 0 ? 1 : undefined);
      let tried = 0;
      const all = async (sql: Sql) => {
        const results: unknown[] = [];
        const late = performance.now() + TURN_MS;
        for (tried = 0; tried < writes.length && performance.now() < late; )
          results.push(await writes[tried++]!.work(sql));
        return results;
      };
      try {
        const results = await attempt(all, true, writes[0]!.end);
        for (const [at, { resolve }] of waiting.splice(0, results.length).entries()) resolve(results[at]);
      } catch (error) {
        if (writes.length > 1) {
          alone = tried || 1;
          continue;
        }
        waiting.shift()!.reject(error);
      }
      if (alone > 0) alone--;
    }
  };
  const write = <T>(work: Work<T>, end: number): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting.push({ work, end, resolve: resolve as Write['resolve'], reject });
    if (waiting.length === 1) turn = turn.then(commitWaiting);
    return promise;
  };
  return {
    async run(work, isWhole) {
      const end = performance.now() + LOCKED_MS;
      try {
        return await (isWhole ? write(work, end) : attempt(work, false, end));
      } catch (error) {
        if (error instanceof FileFault && error.words === REPLACED) {
          // Other calls of this moment still use the file. The new file may be opened only after the old one is closed.
          await setImmediate();
          file.close();
          onEnd();
        }
        throw explained(path, error as Error);
      }
    },
    async close() {
      await turn;
      file.close();
    },
  };
}

/** A write that waits for its transaction, and until when, by `performance.now`, it waits for a lock. */
interface Write extends Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'> {
  work: Work<unknown>;
  end: number;
}

/** Does `work`, and repeats it while another process has the lock, at most until `end`. */
async function whenUnlocked<T>(end: number, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isLocked = ((error as SqliteError).errcode ?? 0) % 256 === BUSY;
      if (!isLocked || performance.now() + AGAIN_MS > end) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

interface SqliteFile {
  database: Kysely<unknown>;
  /** Throws a `FileFault` if a write would not reach the file that is at the path now. */
  assertThere(): void;
  /**
   * Closes the database if it is open. If the file was replaced, removes the log of the old file, because SQLite would
   * apply it to the new file.
   */
  close(): void;
}

/**
 * Opens the database at `path`, and brings it up to date. Commits survive any end of the process. A power cut may lose
 * the last commits, but never damages the database. A missing file is made if `mayCreate` is true; otherwise rejects
 * with a `FileFault`.
 */
async function connectSqlite(path: string, mayCreate: boolean): Promise<SqliteFile> {
  if (path !== MEMORY) {
    if (mayCreate) mkdirSync(dirname(path), { recursive: true });
    else if (!existsSync(path)) throw new FileFault(GONE);
    // SQLite itself would not say that the path is a folder.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw Object.assign(new Error('not a file'), { code: 'EISDIR' });
  }
  const sqlite = new DatabaseSync(path);
  try {
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const database = new Kysely<unknown>({ dialect: dialectOf(sqlite) });
    await migrate(database, 'sqlite');
    return {
      database,
      ...(path === MEMORY ? { assertThere() {}, close: () => sqlite.close() } : presence(path, sqlite)),
    };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Makes the functions that compare the open file with the file at the path, by device and inode. */
function presence(path: string, sqlite: DatabaseSync): Omit<SqliteFile, 'database'> {
  const log = `${path}-wal`;
  const [ownFile, ownLog] = [identity(path), identity(log)];
  let isOpen = true;
  const fault = () => {
    const file = identity(path);
    if (file === undefined) return GONE;
    return file === ownFile && (ownLog === undefined || identity(log) === ownLog) ? undefined : REPLACED;
  };
  return {
    assertThere() {
      const words = isOpen ? fault() : REPLACED;
      if (words) throw new FileFault(words);
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      const isStale = fault() === REPLACED && identity(path) !== ownFile && identity(log) === ownLog;
      try {
        // SQLite neither applies nor removes the log of a file that was moved. Somebody may put that file back.
        if (isStale) sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // There is no room for it, and the log must not get into the new file.
      }
      sqlite.close();
      if (isStale) for (const name of [log, `${path}-shm`]) rmSync(name, { force: true });
    },
  };
}

function identity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/**
 * Begins each transaction with the writers' lock. A transaction that begins as a reader may find out later that it
 * can't write.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk the transaction has ended already, so the rollback fails. Its error must not hide the first one. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

/** Tells Kysely that SQLite can make tables in a transaction, which Kysely's own adapter denies. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

const dialectOf = (sqlite: DatabaseSync): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => new ImmediateDriver({ database: statementCache(sqlite) }),
  createIntrospector: (database) => new SqliteIntrospector(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

function statementCache(sqlite: DatabaseSync) {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare(sql: string): SqliteStatement {
      const known = prepared.get(sql);
      if (known) return known;
      const statement = sqlite.prepare(sql);
      const made: SqliteStatement = {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as SQLInputValue[])),
        run: (values) => statement.run(...(values as SQLInputValue[])),
        iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
      };
      if (prepared.size < PREPARED && sql.length < LONGEST) prepared.set(sql, made);
      return made;
    },
  };
}
