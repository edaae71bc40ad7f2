// Opens PostgreSQL for the typed queries: a pool of connections with time limits. Connections that failed are dropped.
import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Secret } from '../../../../src/basics/secret.ts';
import type { Tables } from '../schema.ts';

const CONNECTIONS = 10;
const CONNECT_MS = 3000;
/** The maximum number of milliseconds of a query. A query takes longer only if something is wrong. */
const QUERY_MS = 5000;

/** Opens a pool for the database at `url`. The first query connects, and fails if the database can't be reached. */
export function openPostgres(url: Secret): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url.reveal(),
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: QUERY_MS,
    query_timeout: QUERY_MS + 1000,
    application_name: 'model-hub',
    // Idle connections do not keep the process alive.
    allowExitOnIdle: true,
  });
  // If the server ends a connection, the running query rejects, and an `error` event comes as well. Without a listener
  // the event would end the process. It comes from the pool for an idle connection, and from the client for a
  // connection in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: new WholeTransactions({ pool: discarding(pool) }) });
}

/** Wraps the pool so that a connection is closed after a fault that concerns more than one statement. */
function discarding(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => discardedWhenBroken(await pool.connect()),
    end: () => pool.end(),
  };
}

/** The SQLSTATE of errors with which the server ends a connection (PostgreSQL appendix A). */
const ENDING = /^(?:08|25P0[34]|57P|XX)/;
/**
 * The SQLSTATE of each statement that follows a failed one in the same transaction. Its error hides the reason of the
 * failure.
 */
const ABORTED = '25P02';

function discardedWhenBroken(client: pg.PoolClient): PostgresPoolClient {
  let fault: unknown;
  let firstError: unknown;
  const query = async (sql: string, parameters: unknown[]) => {
    // After a time-out the query may still be running, and would delay the next query of the connection.
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

/**
 * Makes Kysely take no lock. `migrate` takes a lock that ends with its transaction; Kysely's own lock would outlive a
 * step that fails.
 */
class WithoutLocks extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class WholeTransactions extends PostgresDialect {
  override createAdapter() {
    return new WithoutLocks();
  }
}
