// Opens the store in a PostgreSQL database. Its calls run in this thread: the database is remote, so nothing blocks.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Secret } from '../../../../src/basics/secret.ts';
import { type Kind, PER_MINUTE, WINDOW_MS } from '../../../ports/allowance.ts';
import type { InstanceStore } from '../../../ports/instances.ts';
import { kyselyStore } from '../kysely-store.ts';
import { migrate } from '../migrations.ts';
import type { Tables } from '../schema.ts';
import type { SqlStore } from '../sql-store.ts';
import type { OpenStore } from '../store-keeper.ts';
import { openPostgres } from './postgres-database.ts';
import { postgresFault, postgresOpeningFault } from './postgres-fault.ts';
import { postgresName } from './postgres-name.ts';

/** The maximum number of milliseconds that closing waits for a server that does not answer. */
const CLOSE_MS = 3000;

/** The calls to a database that several instances share. */
export type SharedCalls = SqlStore & InstanceStore;

/**
 * Connects, and brings the tables up to date. Opening and the later calls reject with a `StoreUnavailable` if the
 * database is at fault.
 */
export async function openPostgresStore(url: Secret): Promise<OpenStore<SharedCalls>> {
  const name = postgresName(url.reveal());
  const database = openPostgres(url);
  const close = async () => {
    const closed = database.destroy().catch(() => {});
    await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
  };
  try {
    await migrate(database, 'postgres');
  } catch (error) {
    void close();
    throw postgresOpeningFault(name, error);
  }
  const store: SharedCalls = {
    ...kyselyStore(database),
    ...sqlLeases(database),
    ...sqlRates(database),
  };
  return {
    async call(method, args) {
      try {
        return await (store[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
      } catch (error) {
        throw postgresFault(name, error);
      }
    },
    close,
  };
}

/** The milliseconds between two removals of requests that are older than a minute. */
const CLEAR_EVERY_MS = WINDOW_MS;

/** Makes the calls for request rates in a database that is open and up to date. */
function sqlRates(database: Kysely<Tables>): Pick<InstanceStore, 'takeRate'> {
  let cleared = Number.NEGATIVE_INFINITY;
  return {
    async takeRate(did, kind) {
      if (performance.now() - cleared >= CLEAR_EVERY_MS) {
        cleared = performance.now();
        await sql`DELETE FROM rates WHERE latest < ${CLOCK} - ${WINDOW_MS}::bigint`.execute(database);
      }
      return (await take(database, did, kind)) ? 0 : waitOf(database, did, kind);
    },
  };
}

/** The time of the database's clock in milliseconds. The clocks of instances may differ. */
const CLOCK = sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** Selects those times of a row that are in the last minute. */
const RECENT = sql`
  SELECT time FROM unnest(string_to_array(r.times, ',')::bigint[]) AS time WHERE time > ${CLOCK} - ${WINDOW_MS}::bigint`;

/**
 * Counts the request and returns true, or returns false if the limit is reached. It does not wait for the disk: a crash
 * loses only the counts of the last moments, which matter for a minute.
 */
async function take(database: Kysely<Tables>, did: string, kind: Kind): Promise<boolean> {
  const { rows } = await sql`
    WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO rates AS r (did, kind, times, latest)
    SELECT ${did}, ${kind}, ${CLOCK}::text, ${CLOCK} FROM quick
    ON CONFLICT (did, kind) DO UPDATE SET
      times = array_to_string(ARRAY(${RECENT} ORDER BY time) || excluded.latest, ','), latest = excluded.latest
    WHERE (SELECT count(*) FROM (${RECENT}) AS recent) < ${PER_MINUTE[kind]}::bigint
    RETURNING did`.execute(database);
  return rows.length > 0;
}

/** Returns the milliseconds until the oldest request of the last minute is a minute old. */
async function waitOf(database: Kysely<Tables>, did: string, kind: Kind): Promise<number> {
  const { rows } = await sql<{ wait: string | null }>`
    SELECT min(time) + ${WINDOW_MS}::bigint - ${CLOCK} AS wait
    FROM rates AS r, unnest(string_to_array(r.times, ',')::bigint[]) AS time
    WHERE did = ${did} AND kind = ${kind} AND time > ${CLOCK} - ${WINDOW_MS}::bigint`.execute(database);
  return Math.max(1, Number(rows[0]?.wait ?? 1));
}

/** Makes the calls for leases in a database that is open and up to date. */
function sqlLeases(database: Kysely<Tables>): Pick<InstanceStore, 'hold' | 'leave' | 'note' | 'noted'> {
  return {
    async hold(name, holder, milliseconds) {
      const { rows } = await sql`
        INSERT INTO leases (name, holder, ends) VALUES (${name}, ${holder}, ${CLOCK} + ${milliseconds}::bigint)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends = excluded.ends
        WHERE leases.holder = excluded.holder OR leases.ends <= ${CLOCK}
        RETURNING name`.execute(database);
      return rows.length > 0;
    },
    async leave(name, holder) {
      await sql`UPDATE leases SET holder = '', ends = ${CLOCK} WHERE name = ${name} AND holder = ${holder}`.execute(
        database,
      );
    },
    async note(name, holder, text) {
      await sql`UPDATE leases SET note = ${text} WHERE name = ${name} AND holder = ${holder}`.execute(database);
    },
    async noted(name) {
      const row = await database.selectFrom('leases').select('note').where('name', '=', name).executeTakeFirst();
      return row?.note ?? undefined;
    },
  };
}
