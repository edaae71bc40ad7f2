// SQLite for the typed queries: Node's own module as a driver of Kysely. It needs a thread of its own, since every call
// blocks.
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
 * Opening waits this many milliseconds for another process. Later calls don't wait here: the thread repeats a call that
 * finds a lock.
 */
const OPEN_MS = 2000;
/**
 * The most statements that stay prepared, and the longest of them: statements with long lists of values do not come twice.
 */
const PREPARED = 100;
const LONGEST = 2000;

/** The file at the path is missing, or is another one than the open file. */
export class FileGone extends Error {
  readonly kind: 'gone' | 'replaced';

  constructor(kind: 'gone' | 'replaced') {
    super(`the file is ${kind}`);
    this.kind = kind;
  }
}

export interface SqliteFile {
  database: Kysely<Tables>;
  /** Throws a `FileGone` if a later reader of the path would not find a write. */
  assertThere(): void;
  /**
   * Closes the database if it is open. Removes the log of a replaced file, which SQLite would replay into the new file.
   */
  close(): void;
}

/**
 * Opens the database at `path` and brings it up to date. Commits survive any end of the process; a power cut may lose the
 * last of them, but never damages the database. A missing file is made only if `mayCreate`: else `FileGone`.
 */
export async function openSqlite(path: string, mayCreate: boolean): Promise<SqliteFile> {
  if (mayCreate) mkdirSync(dirname(path), { recursive: true });
  else if (!existsSync(path)) throw new FileGone('gone');
  // SQLite itself would give no reason.
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

/** Compares the open file with the one at the path, by device and inode. */
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
      // SQLite leaves the log where it is when its file is gone.
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
 * A transaction takes the writer's lock at its beginning: one that begins as a reader may find later that it can't write.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk ends the transaction, and then the rollback fails: that must not hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

/** SQLite can make tables within a transaction; Kysely's own adapter cautiously says no. */
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
