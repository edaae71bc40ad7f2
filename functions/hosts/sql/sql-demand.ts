// Demand in a database that several instances share: noted ids, once a day each, bounded.
import type { Kysely } from 'kysely';
import { DEMAND_A_DAY, DEMAND_DAYS, dayOf } from '../demand-buffer.ts';
import type { Tables } from './schema.ts';

const DAY_MS = 86_400_000;
/** PostgreSQL takes 65,535 values in a statement. */
const AT_ONCE = 5000;

/** Notes `models` as asked for on the day of `now`, as far as the day has room, and forgets old days. */
export async function noteDemand(database: Kysely<Tables>, models: readonly string[], now: Date): Promise<void> {
  const day = dayOf(now);
  const count = database.selectFrom('demand').select(({ fn }) => fn.countAll<number | string>().as('noted'));
  const { noted } = await count.where('day', '=', day).executeTakeFirstOrThrow();
  const taken = models.slice(0, Math.max(0, DEMAND_A_DAY - Number(noted)));
  for (let at = 0; at < taken.length; at += AT_ONCE) {
    const rows = taken.slice(at, at + AT_ONCE).map((model) => ({ day, model }));
    await database
      .insertInto('demand')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const before = dayOf(new Date(now.getTime() - DEMAND_DAYS * DAY_MS));
  await database.deleteFrom('demand').where('day', '<', before).execute();
}
