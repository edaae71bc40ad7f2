// Keeps what instances share in a PostgreSQL database (decision 0035). Times are in milliseconds of the database's
// clock, because the clocks of instances may differ.
import { type Kind, PER_MINUTE, WINDOW_MS } from '../../ports/allowance.ts';
import type { Rows, Sql } from './rows.ts';

/** The store that instances share. */
export type InstanceStore = ReturnType<typeof instanceRows>;

/** The milliseconds between two removals of requests that are older than a minute. */
const CLEAR_EVERY_MS = WINDOW_MS;
const CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** Selects those times of a row of rates that are in the last minute. */
const RECENT = `
  SELECT time FROM unnest(string_to_array(r.times, ',')::bigint[]) AS time WHERE time > ${CLOCK} - ${WINDOW_MS}`;

/** Makes the interface to the shared data in `rows`. Every call may reject with a `StoreUnavailable`. */
export function instanceRows(rows: Rows) {
  let cleared = Number.NEGATIVE_INFINITY;
  return {
    /** Takes or renews a lease for `milliseconds`. Resolves to false while another instance holds it. */
    hold: (name: string, holder: string, milliseconds: number): Promise<boolean> =>
      rows.writeOne(async (sql) => {
        const now = sql.raw(CLOCK);
        const held = await sql`
          INSERT INTO leases (name, holder, ends) VALUES (${name}, ${holder}, ${now} + ${milliseconds}::bigint)
          ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends = excluded.ends
          WHERE leases.holder = excluded.holder OR leases.ends <= ${now} RETURNING name`;
        return held.length > 0;
      }),
    /** Gives up a lease. Changes nothing if another instance holds it. */
    leave: (name: string, holder: string): Promise<unknown> =>
      rows.writeOne(
        (sql) =>
          sql`UPDATE leases SET holder = '', ends = ${sql.raw(CLOCK)} WHERE name = ${name} AND holder = ${holder}`,
      ),
    /** Stores a text with a lease, unless another instance has taken the lease. */
    note: (name: string, holder: string, text: string): Promise<unknown> =>
      rows.writeOne((sql) => sql`UPDATE leases SET note = ${text} WHERE name = ${name} AND holder = ${holder}`),
    /** Returns the text that is stored with a lease; undefined before a text is stored. */
    noted: (name: string): Promise<string | undefined> =>
      rows.read(async (sql) => {
        const [lease] = await sql<{ note: string | null }>`SELECT note FROM leases WHERE name = ${name}`;
        return lease?.note ?? undefined;
      }),
    /** Counts one request of an account and returns 0, or counts nothing and returns the milliseconds to wait. */
    takeRate: (did: string, kind: Kind): Promise<number> =>
      rows.writeOne(async (sql) => {
        if (performance.now() - cleared >= CLEAR_EVERY_MS) {
          cleared = performance.now();
          await sql`DELETE FROM rates WHERE latest < ${sql.raw(CLOCK)} - ${WINDOW_MS}::bigint`;
        }
        return (await isTaken(sql, did, kind)) ? 0 : waitOf(sql, did, kind);
      }),
  };
}

/**
 * Counts the request and returns true, or returns false if the limit is reached. It does not wait for the disk: a crash
 * loses only the counts of the last moments, which matter for a minute.
 */
async function isTaken(sql: Sql, did: string, kind: Kind): Promise<boolean> {
  const [now, recent] = [sql.raw(CLOCK), sql.raw(RECENT)];
  const taken = await sql`
    WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO rates AS r (did, kind, times, latest) SELECT ${did}, ${kind}, ${now}::text, ${now} FROM quick
    ON CONFLICT (did, kind) DO UPDATE SET
      times = array_to_string(ARRAY(${recent} ORDER BY time) || excluded.latest, ','), latest = excluded.latest
    WHERE (SELECT count(*) FROM (${recent}) AS recent) < ${PER_MINUTE[kind]}::bigint RETURNING did`;
  return taken.length > 0;
}

/** Returns the milliseconds until the oldest request of the last minute is a minute old. */
async function waitOf(sql: Sql, did: string, kind: Kind): Promise<number> {
  const [oldest] = await sql<{ wait: string | null }>`
    SELECT min(time) + ${WINDOW_MS}::bigint - ${sql.raw(CLOCK)} AS wait
    FROM rates AS r, LATERAL (${sql.raw(RECENT)}) AS recent WHERE did = ${did} AND kind = ${kind}`;
  return Math.max(1, Number(oldest?.wait ?? 1));
}
