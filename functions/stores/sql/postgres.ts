// Opens a database in PostgreSQL: a pool of connections with time limits. Connections that failed are dropped.
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Secret } from '../../../src/basics/secret.ts';
import { StoreUnavailable } from '../../../src/service/account-store.ts';
import { NewerSchema, type OpenDatabase, postgresName } from './rows.ts';
import { migrate, runIn } from './tables.ts';

const CONNECTIONS = 10;
const CONNECT_MS = 3000;
/** The maximum number of milliseconds of a query. A query takes longer only if something is wrong. */
const QUERY_MS = 5000;
const BEGIN = `BEGIN; SET LOCAL statement_timeout = ${QUERY_MS}`;
/** The maximum number of milliseconds that closing waits for a server that does not answer. */
const CLOSE_MS = 3000;

/**
 * Connects, and brings the tables up to date. Opening and the later calls reject with a `StoreUnavailable` if the
 * database is at fault.
 */
export async function openPostgres(url: Secret): Promise<OpenDatabase> {
  const name = postgresName(url.reveal());
  const database = connectPostgres(url);
  const close = async () => {
    const closed = database.destroy().catch(() => {});
    await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
  };
  try {
    await migrate(database, 'postgres');
  } catch (error) {
    void close();
    throw postgresFault(name, error);
  }
  return {
    run: (work, isWhole) =>
      runIn(database, work, isWhole).catch((error) => {
        throw postgresFault(name, error);
      }),
    close,
  };
}

/** Opens a pool for the database at `url`. The first query connects, and fails if the database can't be reached. */
export function connectPostgres(url: Secret): Kysely<unknown> {
  const pool = new pg.Pool({
    connectionString: url.reveal(),
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    // PgBouncer refuses connections that set the server's own time limit, so each transaction sets it.
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
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: discarding(pool) }) });
}

/** The SQLSTATE of errors with which the server ends a connection (PostgreSQL appendix A). */
const ENDING = /^(?:08|25P0[34]|57P|XX)/;

/** Wraps the pool so that a connection is closed after a fault that concerns more than one statement. */
function discarding(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let fault: unknown;
      const query = async (sql: string, parameters: unknown[]) => {
        // After a time-out the query may still be running, and would delay the next query of the connection.
        if (fault !== undefined) throw fault;
        try {
          return await client.query(sql === 'begin' ? BEGIN : sql, parameters);
        } catch (error) {
          if (!(error instanceof pg.DatabaseError) || ENDING.test(error.code ?? '')) fault = error;
          throw error;
        }
      };
      return {
        // Kysely's type also covers cursors, which we don't use.
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy = false) => client.release(destroy || fault !== undefined),
      };
    },
  };
}

interface Words {
  is: string;
  forGood?: true;
}

/**
 * The words for an SQLSTATE, by its first characters (PostgreSQL appendix A). No code matches two rows. A code without a
 * row is a fault of ours.
 */
const BY_STATE: readonly [RegExp, Words][] = [
  [/^28/, { is: 'refuses the login: check user and password in HUB_DATABASE' }],
  [/^3D/, { is: 'does not exist on that server: create it' }],
  [/^42501|^3F/, { is: 'does not let this user make and use tables: grant that' }],
  [/^53/, { is: 'has no room or no connection left' }],
  [/^(?:25006|25P0)/, { is: 'takes no writes just now' }],
  [/^(?:40|55|57014)/, { is: 'did not answer in time' }],
  [/^08P01/, { is: 'or a proxy in front of it takes no connection with these settings: correct HUB_DATABASE' }],
  [/^(?:08(?!P01)|57P|58|XX)/, { is: "can't be reached or is going down" }],
];

/**
 * Turns the error of a call, or of opening, into a `StoreUnavailable` if the database is at fault; returns any other
 * error unchanged. `name` names the database; the sentence has no password.
 */
export function postgresFault(name: string, error: unknown): unknown {
  if (
    error instanceof NewerSchema ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof ReferenceError
  )
    return error;
  const { code, message } = error as { code?: string; message: string };
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^E[A-Z]{4}$/.test(code))
    // An error without an SQLSTATE comes from the connection or the driver. Its message may quote HUB_DATABASE, so the
    // code is shown instead, if there is one.
    return new StoreUnavailable(`${name} can't be reached (${code ?? message}).`, { cause: error });
  const words = BY_STATE.find(([state]) => state.test(code))?.[1];
  if (!words) return error;
  return new StoreUnavailable(`${name} ${words.is} (${message}, SQLSTATE ${code}).`, { cause: error });
}
