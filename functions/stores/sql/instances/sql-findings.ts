// Shares findings by way of PostgreSQL. A finding is the result of checks of one model at one source. Each instance
// writes its own findings, and reads those of the other instances.
import { type Kysely, sql } from 'kysely';
import type { InstanceStore } from '../../../ports/instances.ts';
import type { Tables } from '../schema.ts';
import { CLOCK } from './sql-leases.ts';

/**
 * Each look also reads the rows of this number of milliseconds before the last look: a row that was written shortly
 * before a look may become visible only after that look.
 */
const LATE_MS = 10_000;
/**
 * The milliseconds after which rows are changed or removed. A refusal expires if no instance has asked the source again
 * for `OVERDUE_MS` after the next check was due. A row without a refusal is kept for `TOLD_MS`, so that every instance
 * reads it.
 */
const [OVERDUE_MS, TOLD_MS] = [86_400_000, 600_000];

/** Makes the calls for findings in a database that is open and up to date. */
export function sqlFindings(database: Kysely<Tables>): Pick<InstanceStore, 'noteFinding' | 'findings'> {
  return {
    noteFinding: ({ source, model, times, left }) =>
      database.transaction().execute(async (transaction) => {
        const ms = Math.round(left);
        await sql`
          INSERT INTO holder_findings (source, model, times, next, found)
          VALUES (${source}, ${model}, ${times}::integer, ${CLOCK} + ${ms}::bigint, ${CLOCK})
          ON CONFLICT (source, model) DO UPDATE SET times = excluded.times, next = excluded.next, found = excluded.found
        `.execute(transaction);
        await sql`
          UPDATE holder_findings SET times = 0, next = ${CLOCK}, found = ${CLOCK}
          WHERE times > 0 AND next < ${CLOCK} - ${OVERDUE_MS}::bigint`.execute(transaction);
        await sql`
          DELETE FROM holder_findings WHERE times = 0 AND next < ${CLOCK} - ${TOLD_MS}::bigint`.execute(transaction);
      }),
    async findings(since) {
      const { rows } = await sql<{ source: string; model: string; times: number; next: string; found: string }>`
        SELECT source, model, times, next, found FROM holder_findings WHERE found >= ${since ?? 0}::bigint
        ORDER BY found`.execute(database);
      const [{ now } = { now: 0 }] = (await sql<{ now: string }>`SELECT ${CLOCK} AS now`.execute(database)).rows;
      return {
        findings: rows.map(({ next, found: _, ...row }) => ({ ...row, left: Number(next) - Number(now) })),
        next: Number(now) - LATE_MS,
      };
    },
  };
}
