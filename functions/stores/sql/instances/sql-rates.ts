// Counts an account's requests of the last minute in PostgreSQL. One statement checks and counts, so that instances
// agree.
import { type Kysely, sql } from 'kysely';
import { type Kind, PER_MINUTE, WINDOW_MS } from '../../../ports/allowance.ts';
import type { InstanceStore } from '../../../ports/instances.ts';
import type { Tables } from '../schema.ts';
import { CLOCK } from './sql-leases.ts';

/** The milliseconds between two removals of requests that are older than a minute. */
const CLEAR_EVERY_MS = WINDOW_MS;

/** Makes the calls for request rates in a database that is open and up to date. */
export function sqlRates(database: Kysely<Tables>): Pick<InstanceStore, 'takeRate'> {
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
