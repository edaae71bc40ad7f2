// Lists the models that people want and the index lacks: open requests of accounts and everybody's demand.
import type { Kysely } from 'kysely';
import type { Wanted } from '../../../src/service/account-store.ts';
import type { Tables } from './schema.ts';

/** Every model asked for: most accounts first, then most days, then by name. */
export async function wantedModels(database: Kysely<Tables>): Promise<Wanted[]> {
  const counts = (table: 'requests' | 'demand') =>
    database
      .selectFrom(table)
      .select(({ fn }) => ['model', fn.countAll<number | string>().as('times')])
      .groupBy('model')
      .execute();
  const wanted = new Map<string, Wanted>();
  const entry = (model: string) => wanted.get(model) ?? { model, accounts: 0, days: 0 };
  // PostgreSQL counts in numbers that its driver gives as text.
  for (const { model, times } of await counts('requests'))
    wanted.set(model, { ...entry(model), accounts: Number(times) });
  for (const { model, times } of await counts('demand')) wanted.set(model, { ...entry(model), days: Number(times) });
  return [...wanted.values()].sort(
    (a, b) => b.accounts - a.accounts || b.days - a.days || (a.model < b.model ? -1 : 1),
  );
}
