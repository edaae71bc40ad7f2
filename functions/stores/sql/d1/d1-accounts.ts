// Keeps accounts and demand in D1, which has no interactive transactions. The limits are checked by the statements of
// one batch: each limit is a condition of an INSERT.
import { type Compilable, sql } from 'kysely';
import { type AccountStore, MAX_OPEN_REQUESTS, REQUEST_DAYS } from '../../../../src/service/account-store.ts';
import type { Account } from '../../../../src/shapes/account.ts';
import { accountStatements } from '../account-queries.ts';
import { askedTwice } from '../asked-twice.ts';
import type { AccountTable } from '../schema.ts';
import { DEMAND_A_DAY, DEMAND_DAYS, demandDay } from '../sql-demand.ts';
import { type D1Batches, d1Words } from './d1-batches.ts';

const DAY_MS = 86_400_000;
const words = accountStatements(d1Words);
const before = (time: Date, days: number) => new Date(time.getTime() - days * DAY_MS);

/** Makes the store of accounts in `database`. `now` returns the time of new entries. */
export function d1Accounts(database: D1Batches, now = () => new Date()): AccountStore {
  /** Creates the account if needed, and does `writes`. Returns the account, and the models of its open requests. */
  const writtenWithOpen = async (did: string, writes: readonly Compilable[]) => {
    const begun = words.lock({ did, created: now().toISOString() });
    const [account, saved, open] = (
      await database.ask([begun, ...writes, words.account({ did }), words.saved({ did }), words.open({ did })])
    ).slice(-3) as [AccountTable[], { model: string }[], { model: string }[]];
    return { account: accountOf(account, saved)!, open: open.map(({ model }) => model) };
  };
  const written = async (did: string, writes: readonly Compilable[]): Promise<Account> =>
    (await writtenWithOpen(did, writes)).account;
  return {
    check: async () => void (await database.ask([d1Words.selectFrom('accounts').select('did').limit(1)])),
    async read(did) {
      const known = accountOf(...(await database.ask([words.account({ did }), words.saved({ did })])));
      return known ?? written(did, []);
    },
    setWallet: (did, wallet) => written(did, [d1Words.updateTable('accounts').set({ wallet }).where('did', '=', did)]),
    async save(did, model) {
      const { saved } = await written(did, [words.save({ did, model })]);
      return saved.includes(model) ? saved : 'full';
    },
    unsave: async (did, model) => (await written(did, [words.unsave({ did, model })])).saved,
    request: (did, model, isIndexed) =>
      askedTwice(isIndexed, async (met) => {
        const { account, open } = await writtenWithOpen(did, [...closed(did, met), ...requested(did, model, now())]);
        return open.includes(model) ? account : { open };
      }),
    async noteInterest(did, note) {
      const entry = { note, noted: now().toISOString() };
      const insert = d1Words.insertInto('interests').values({ did, ...entry });
      await written(did, [insert.onConflict((conflict) => conflict.column('did').doUpdateSet(entry))]);
    },
  };
}

function accountOf([row]: AccountTable[], saved: { model: string }[]): Account | undefined {
  if (!row) return undefined;
  const { did, created, wallet, requests } = row;
  return { did, created, wallet, saved: saved.map(({ model }) => model), requests };
}

/** Returns the statements that close the requests for the models in `met`. */
function closed(did: string, met: readonly string[]): Compilable[] {
  return met.length === 0 ? [] : [d1Words.deleteFrom('requests').where('did', '=', did).where('model', 'in', met)];
}

/**
 * Returns the statements of a new request. If the list is full, lapsed requests are closed first. The request is
 * recorded unless it is open already or the list is still full; if it is recorded, it is counted.
 */
function requested(did: string, model: string, time: Date): Compilable[] {
  const open = d1Words.selectFrom('requests').where('did', '=', did);
  const count = open.select(({ fn }) => fn.countAll<number>().as('open'));
  const lapsed = before(time, REQUEST_DAYS).toISOString();
  return [
    d1Words
      .deleteFrom('requests')
      .where('did', '=', did)
      .where('asked', '<', lapsed)
      .where(({ not, exists }) => not(exists(open.select('model').where('model', '=', model))))
      .where(count, '>=', MAX_OPEN_REQUESTS),
    d1Words
      .insertInto('requests')
      .columns(['did', 'model', 'asked'])
      .expression(
        d1Words
          .selectNoFrom(({ val }) => [val(did).as('did'), val(model).as('model'), val(time.toISOString()).as('asked')])
          .where(count, '<', MAX_OPEN_REQUESTS),
      )
      .onConflict((conflict) => conflict.doNothing()),
    // SQLite's `changes()` returns the number of rows that the last statement inserted.
    d1Words
      .updateTable('accounts')
      .set((row) => ({ requests: row('requests', '+', sql<number>`changes()`) }))
      .where('did', '=', did),
  ];
}

/**
 * Records demand for the missing `model` once a day, unless the day's limit is reached. Removes the demand of old days.
 */
export async function noteDemand(database: D1Batches, model: string): Promise<void> {
  const time = new Date();
  const day = demandDay(time);
  const noted = d1Words
    .selectFrom('demand')
    .select(({ fn }) => fn.countAll<number>().as('noted'))
    .where('day', '=', day);
  await database.ask([
    d1Words
      .insertInto('demand')
      .columns(['day', 'model'])
      .expression(
        d1Words.selectNoFrom(({ val }) => [val(day).as('day'), val(model).as('model')]).where(noted, '<', DEMAND_A_DAY),
      )
      .onConflict((conflict) => conflict.doNothing()),
    d1Words.deleteFrom('demand').where('day', '<', demandDay(before(time, DEMAND_DAYS))),
  ]);
}
