// SQLite for the typed queries: Node's own module in the shape that Kysely expects of a driver.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import type { Tables } from './schema.ts';

/** How long a writer waits for another process. It waits with the whole process, so not for long. */
const BUSY_MS = 2000;

/** A transaction takes the writer's lock when it begins: begun as a reader, it could find that it may not write. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
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
}

/**
 * Opens (and creates) the database at `path`. Commits outlive the process, however it ends; when the power
 * fails, the last of them may be lost, the database never.
 */
export function openSqlite(path: string): Kysely<Tables> {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  const prepared = new Map<string, SqliteStatement>();
  return new Kysely<Tables>({
    dialect: new ImmediateDialect({
      database: {
        close: () => database.close(),
        prepare(sql) {
          const statement = prepared.get(sql) ?? asStatement(database.prepare(sql));
          prepared.set(sql, statement);
          return statement;
        },
      },
    }),
  });
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
