// Opens SQLite for the typed queries, with Node's own module as a driver of Kysely. Every call blocks, so the database
// needs its own thread.
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { migrate } from '../migrations.ts';
import type { Tables } from '../schema.ts';

/**
 * The milliseconds that opening waits for a lock of another process. Later calls do not wait in SQLite: the thread
 * repeats a call that finds a lock.
 */
const OPEN_MS = 2000;
/**
 * The maximum number of statements that stay prepared, and the maximum length in characters of such a statement.
 * Statements with long lists of values are not repeated.
 */
const PREPARED = 100;
const LONGEST = 2000;

/** Thrown if the file at the path is missing, or is not the file that is open. */
export class FileGone extends Error {
  readonly kind: 'gone' | 'replaced';

  constructor(kind: 'gone' | 'replaced') {
    super(`the file is ${kind}`);
    this.kind = kind;
  }
}

export interface SqliteFile {
  database: Kysely<Tables>;
  /** Throws a `FileGone` if a write would not reach the file that is at the path now. */
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
 * with a `FileGone`.
 */
export async function openSqlite(path: string, mayCreate: boolean): Promise<SqliteFile> {
  if (mayCreate) mkdirSync(dirname(path), { recursive: true });
  else if (!existsSync(path)) throw new FileGone('gone');
  // SQLite itself would not say that the path is a folder.
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw Object.assign(new Error('not a file'), { code: 'EISDIR' });
  const sqlite = new DatabaseSync(path);
  try {
    sqlite.exec(`PRAGMA busy_timeout = ${OPEN_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;`);
    const database = new Kysely<Tables>({ dialect: new ImmediateDialect({ database: statementCache(sqlite) }) });
    await migrate(database, 'sqlite');
    sqlite.exec('PRAGMA busy_timeout = 0');
    return { database, ...presence(path, sqlite) };
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
  const state = () => {
    const file = identity(path);
    if (file === undefined) return 'gone';
    return file === ownFile && (ownLog === undefined || identity(log) === ownLog) ? 'there' : 'replaced';
  };
  return {
    assertThere() {
      const found = state();
      if (found !== 'there') throw new FileGone(found);
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      // SQLite does not remove the log of a file that is gone.
      const isStale = state() === 'replaced' && identity(path) !== ownFile && identity(log) === ownLog;
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

class ImmediateDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }
}

function statementCache(sqlite: DatabaseSync) {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare(sql: string): SqliteStatement {
      const statement = prepared.get(sql) ?? asStatement(sqlite.prepare(sql));
      if (prepared.size < PREPARED && sql.length < LONGEST) prepared.set(sql, statement);
      return statement;
    },
  };
}

function asStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
