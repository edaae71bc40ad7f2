// Keeps the result of the last probe of each source in a database.
import type { Kysely } from 'kysely';
import type { KeptHealth } from '../../../src/service/kept-health.ts';
import type { ProbeReason } from '../../../src/shapes/health.ts';
import type { Tables } from './schema.ts';
import type { SqlStore } from './sql-store.ts';

/** Makes the calls for health in a database that is open and up to date. */
export function sqlHealth(database: Kysely<Tables>): Pick<SqlStore, 'loadHealth' | 'saveHealth'> {
  return {
    async loadHealth() {
      const rows = await database.selectFrom('health').selectAll().execute();
      return Object.fromEntries(rows.map(({ source, ...row }) => [source, asHealth(row)]));
    },
    saveHealth: (found) =>
      database.transaction().execute(async (transaction) => {
        for (const [source, { ok, checked, reason = null, asked }] of found) {
          const entry = { ok: ok ? 1 : 0, checked, reason, asked };
          await transaction
            .insertInto('health')
            .values({ source, ...entry })
            .onConflict((conflict) => conflict.column('source').doUpdateSet(entry))
            .execute();
        }
      }),
  };
}

function asHealth({ ok, checked, reason, asked }: Omit<Tables['health'], 'source'>): KeptHealth {
  const health = { ok: ok === 1, checked, asked };
  return reason === null ? health : { ...health, reason: reason as ProbeReason };
}
