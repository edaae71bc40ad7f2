// Keeps leases in PostgreSQL: which instance does a task, until when, and the text that it stores for the other
// instances.
import { type Kysely, sql } from 'kysely';
import type { InstanceStore } from '../../../ports/instances.ts';
import type { Tables } from '../schema.ts';

/** The time of the database's clock in milliseconds. The clocks of instances may differ. */
export const CLOCK = sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** Makes the calls for leases in a database that is open and up to date. */
export function sqlLeases(database: Kysely<Tables>): Pick<InstanceStore, 'hold' | 'leave' | 'note' | 'noted'> {
  return {
    async hold(name, holder, milliseconds) {
      const { rows } = await sql`
        INSERT INTO leases (name, holder, ends) VALUES (${name}, ${holder}, ${CLOCK} + ${milliseconds}::bigint)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends = excluded.ends
        WHERE leases.holder = excluded.holder OR leases.ends <= ${CLOCK}
        RETURNING name`.execute(database);
      return rows.length > 0;
    },
    async leave(name, holder, milliseconds) {
      // Gives the lease up. Other instances may take it after `milliseconds`.
      await sql`
        UPDATE leases SET holder = '', ends = ${CLOCK} + ${milliseconds}::bigint
        WHERE name = ${name} AND holder = ${holder}`.execute(database);
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
