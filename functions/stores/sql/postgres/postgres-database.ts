// PostgreSQL for the typed queries: a pool of connections that gives up in time and keeps none that failed.
import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Secret } from '../../../../src/basics/secret.ts';
import type { Tables } from '../schema.ts';

const CONNECTIONS = 10;
const CONNECT_MS = 3000;
/** Longer than that no query takes, unless something is wrong. */
const QUERY_MS = 5000;

/** A pool on the database at `url`. Nothing is connected before the first query; an unreachable database shows there. */
export function openPostgres(url: Secret): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url.reveal(),
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: QUERY_MS,
    query_timeout: QUERY_MS + 1000,
    application_name: 'model-hub',
    // Pooled connections alone are no reason to go on living.
    allowExitOnIdle: true,
  });
  // A connection that the server ends fails twice: the query under way rejects, and an event fires. Without a listener
  // the event would end the process; an idle connection's event fires at the pool, one in use fires its own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: new WholeTransactions({ pool: discarding(pool) }) });
}

/** The pool, except that a connection on which more than a statement failed is closed, not used again. */
function discarding(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => discardedWhenBroken(await pool.connect()),
    end: () => pool.end(),
  };
}

/** SQLSTATE of the errors with which the server ends a connection (PostgreSQL appendix A). */
const ENDING = /^(?:08|25P0[34]|57P|XX)/;
/** SQLSTATE of every statement that follows a failed one in the same transaction: it hides the reason. */
const ABORTED = '25P02';

function discardedWhenBroken(client: pg.PoolClient): PostgresPoolClient {
  let fault: unknown;
  let firstError: unknown;
  const query = async (sql: string, parameters: unknown[]) => {
    // A query that timed out may still run, and the next one would wait behind it.
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
    // Kysely's type also covers cursors, which are not in use here.
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
