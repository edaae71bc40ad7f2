// Makes the operator's calls to a database: all records of a person, and the requested models.
import type { Kysely } from 'kysely';
import type { AccountDesk, NamedInterest, Wanted } from '../../../src/service/account-store.ts';
import type { Tables } from './schema.ts';
import { sqlAccounts } from './sql-accounts.ts';

/** Makes the operator's calls in a database that is open and up to date. */
export function sqlDesk(database: Kysely<Tables>): AccountDesk {
  const { peek } = sqlAccounts(database);
  return {
    async find(did) {
      const account = await peek(did);
      if (!account) return undefined;
      const open = database.selectFrom('requests').select('model').where('did', '=', did);
      const interest = database.selectFrom('interests').select(['note', 'noted']).where('did', '=', did);
      return {
        account,
        open: (await open.orderBy('asked').orderBy('model').execute()).map(({ model }) => model),
        interest: await interest.executeTakeFirst(),
      };
    },
    forget: (did) =>
      database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('rates').where('did', '=', did).execute();
        const { numDeletedRows } = await transaction.deleteFrom('accounts').where('did', '=', did).executeTakeFirst();
        return numDeletedRows > 0n;
      }),
    interests: (limit, after) => interestsIn(database, limit, after),
    wanted: () => wantedModels(database),
    openRequests: () =>
      database.selectFrom('requests').select(['did', 'model']).orderBy('asked').orderBy('model').execute(),
  };
}

async function interestsIn(
  database: Kysely<Tables>,
  limit: number,
  after: string | undefined,
): Promise<NamedInterest[] | undefined> {
  const all = database.selectFrom('interests').select(['did', 'note', 'noted']);
  const newest = all.orderBy('noted', 'desc').orderBy('did').limit(limit);
  if (after === undefined) return newest.execute();
  const last = await all.where('did', '=', after).executeTakeFirst();
  if (last === undefined) return undefined;
  const { noted } = last;
  return newest
    .where(({ and, eb, or }) => or([eb('noted', '<', noted), and([eb('noted', '=', noted), eb('did', '>', after)])]))
    .execute();
}

/**
 * Lists every requested model, sorted by the number of accounts, then by the number of days, both descending, and then
 * by name.
 */
async function wantedModels(database: Kysely<Tables>): Promise<Wanted[]> {
  const counts = (table: 'requests' | 'demand') =>
    database
      .selectFrom(table)
      .select(({ fn }) => ['model', fn.countAll<number | string>().as('times')])
      .groupBy('model')
      .execute();
  const wanted = new Map<string, Wanted>();
  const entry = (model: string) => wanted.get(model) ?? { model, accounts: 0, days: 0 };
  // The driver of PostgreSQL returns counts as text.
  for (const { model, times } of await counts('requests'))
    wanted.set(model, { ...entry(model), accounts: Number(times) });
  for (const { model, times } of await counts('demand')) wanted.set(model, { ...entry(model), days: Number(times) });
  return [...wanted.values()].sort(
    (a, b) => b.accounts - a.accounts || b.days - a.days || (a.model < b.model ? -1 : 1),
  );
}
