// Keeps the health of sources in a database: the result of the last probe of each source, and the counts of its probes
// by day.
import type { Kysely } from 'kysely';
import type { KeptHealth } from '../../../src/service/kept-health.ts';
import { firstDayKept } from '../../../src/service/probed-days.ts';
import type { ProbeReason } from '../../../src/shapes/health.ts';
import type { Tables } from './schema.ts';
import type { SqlStore } from './sql-store.ts';

/** Makes the calls for health in a database that is open and up to date. */
export function sqlHealth(
  database: Kysely<Tables>,
): Pick<SqlStore, 'loadHealth' | 'saveHealth' | 'loadDays' | 'saveDays'> {
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
    async loadDays() {
      const rows = await database.selectFrom('source_days').selectAll().orderBy('day').execute();
      const sources = Map.groupBy(rows, ({ source }) => source);
      return Object.fromEntries(
        [...sources].map(([source, days]) => [source, days.map(({ source: _, ...day }) => day)]),
      );
    },
    saveDays: (days) =>
      database.transaction().execute(async (transaction) => {
        for (const [source, { day, good, probes }] of days)
          await transaction
            .insertInto('source_days')
            .values({ source, day, good, probes })
            .onConflict((conflict) => conflict.columns(['source', 'day']).doUpdateSet({ good, probes }))
            .execute();
        const last = days
          .map(([, { day }]) => day)
          .sort()
          .at(-1);
        if (last) await transaction.deleteFrom('source_days').where('day', '<', firstDayKept(last)).execute();
      }),
  };
}

function asHealth({ ok, checked, reason, asked }: Omit<Tables['health'], 'source'>): KeptHealth {
  const health = { ok: ok === 1, checked, asked };
  return reason === null ? health : { ...health, reason: reason as ProbeReason };
}
