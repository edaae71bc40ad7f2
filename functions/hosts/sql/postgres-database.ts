// PostgreSQL for the typed queries: a pool of connections that gives up in time.
import { Kysely, PostgresDialect } from 'kysely';
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
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
