// PostgreSQL for the typed queries: a pool of connections with time limits that drops failed connections.
import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Secret } from '../../../../src/basics/secret.ts';
import type { Tables } from '../schema.ts';

const CONNECTIONS = 10;
const CONNECT_MS = 3000;
/** No query takes longer than this unless something is wrong. */
const QUERY_MS = 5000;

/** Opens a pool on the database at `url`. It connects at the first query, which fails if the database can't be reached. */
export function openPostgres(url: Secret): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url.reveal(),
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: QUERY_MS,
    query_timeout: QUERY_MS + 1000,
    application_name: 'model-hub',
    // Idle connections must not keep the process alive.
    allowExitOnIdle: true,
  });
  // A connection that the server ends fails twice: the running query rejects, and an event fires. Without a listener
  // the event would end the process; an idle connection's event fires at the pool, one in use fires its own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: new WholeTransactions({ pool: discarding(pool) }) });
}

/** Wraps the pool: a connection is closed if more than a statement failed on it. */
function discarding(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => discardedWhenBroken(await pool.connect()),
    end: () => pool.end(),
  };
}

/** SQLSTATE of the errors with which the server ends a connection (PostgreSQL appendix A). */
const ENDING = /^(?:08|25P0[34]|57P|XX)/;
/** SQLSTATE of every statement after a failed one in the same transaction; it hides the reason. */
const ABORTED = '25P02';

function discardedWhenBroken(client: pg.PoolClient): PostgresPoolClient {
  let fault: unknown;
  let firstError: unknown;
  const query = async (sql: string, parameters: unknown[]) => {
    // A query that timed out may still be running, and would delay the next one.
    if (fault !== undefined) throw fault;
    try {
      return await client.query(sql, parameters);
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : undefined;
      if (code === undefined || ENDING.test(code)) fault = error;
      if (code !== ABORTED) firstError = error;
      throw firstError ?? error;
    }
  };
  return {
    // Kysely's type also covers cursors, which we don't use.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || fault !== undefined),
  };
}

/** `migrate` takes a lock that ends with its transaction. Kysely's own lock would stay with the connection when a step fails. */
class WithoutLocks extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class WholeTransactions extends PostgresDialect {
  override createAdapter() {
    return new WithoutLocks();
  }
}
