// SQLite for the typed queries: Node's own module in the shape that Kysely expects of a driver. For a thread of its own, since every call blocks.
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
 * Opening waits so long for another process. Later calls don't wait here: the thread repeats a call that finds a lock.
 */
const OPEN_MS = 2000;
/** Statements that stay prepared, and the longest of them: those with long lists of values are not asked twice. */
const PREPARED = 100;
const LONGEST = 2000;

/** The file at the path is missing, or is not the one that is open. */
export class FileGone extends Error {
  readonly kind: 'gone' | 'replaced';

  constructor(kind: 'gone' | 'replaced') {
    super(`the file is ${kind}`);
    this.kind = kind;
  }
}

export interface SqliteFile {
  database: Kysely<Tables>;
  /** Throws a `FileGone` when a write would not be found at the path later. */
  assertThere(): void;
  /** Closes, if it is open. The log that a replaced file has left behind is removed: SQLite would replay it into the new file. */
  close(): void;
}

/**
 * Opens the database at `path` and brings it up to date. Commits outlive the process, however it ends; when the power
 * fails, the last of them may be lost, the database never. A missing file is made only if `mayCreate`: else `FileGone`.
 */
export async function openSqlite(path: string, mayCreate: boolean): Promise<SqliteFile> {
  if (mayCreate) mkdirSync(dirname(path), { recursive: true });
  else if (!existsSync(path)) throw new FileGone('gone');
  // SQLite would only say that it can't open it.
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

/** A transaction takes the writer's lock when it begins: begun as a reader, it could find that it may not write. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk ends the transaction by itself, and the rollback then fails: that must not hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

/** SQLite can make tables within a transaction. Kysely's own adapter says no, to be careful. */
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
