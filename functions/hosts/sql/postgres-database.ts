// PostgreSQL for the typed queries: a pool of connections that gives up in time and keeps none that failed.
import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Secret } from '../../../src/secret.ts';
import type { Tables } from './schema.ts';

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
  // A connection that the server ends says so twice: to the query under way, which tells whoever asked, and as an event.
  // The event has nobody else to hear it, and would end the process: on an idle connection the pool's, on one in use its own.
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

/** SQLSTATE of what the server says before it ends a connection (PostgreSQL appendix A). */
const LAST_WORDS = /^(?:08|25P0[34]|57P|XX)/;
/** And of every statement behind one that failed, until the transaction ends. */
const ABORTED = '25P02';

function discardedWhenBroken(client: pg.PoolClient): PostgresPoolClient {
  let fault: unknown;
  let failed: unknown;
  const query = async (sql: string, parameters: unknown[]) => {
    // A query that was given up may still be under way: what comes behind it would wait for it in vain.
    if (fault !== undefined) throw fault;
    try {
      return await client.query(sql, parameters);
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : undefined;
      if (code === undefined || LAST_WORDS.test(code)) fault = error;
      if (code !== ABORTED) failed = error;
      throw failed ?? error;
    }
  };
  return {
    // Kysely would also hand over cursors, had it been given any.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || fault !== undefined),
  };
}

/** Tables are made in a transaction that holds a lock until its end: one that outlives it could be left behind in the pool. */
class WithoutLocks extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class WholeTransactions extends PostgresDialect {
  override createAdapter() {
    return new WithoutLocks();
  }
}
