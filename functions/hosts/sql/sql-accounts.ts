// Accounts in a database. The queries are the same for SQLite and PostgreSQL; both keep writers of one account in turn.
import type { Kysely, Transaction } from 'kysely';
import {
  type Account,
  type AccountDesk,
  type AccountStore,
  MAX_OPEN_REQUESTS,
  REQUEST_DAYS,
} from '../../account/account-store.ts';
import { accountQueries } from './account-queries.ts';
import type { Tables } from './schema.ts';
import { wantedModels } from './wanted-models.ts';

const DAY_MS = 86_400_000;

/** The store and the operator's desk over an open, migrated database. `now` gives the time of new entries. */
export function sqlAccounts(database: Kysely<Tables>, now = () => new Date()): AccountStore & AccountDesk {
  const queries = accountQueries(database);

  /** Does `work` while nobody else writes this account: its row is locked until the end, and begun if need be. */
  const inTurn = <T>(did: string, work: (locked: Transaction<Tables>) => Promise<T>): Promise<T> =>
    database.transaction().execute(async (locked) => {
      await queries.lock(locked, { did, created: now().toISOString() });
      return work(locked);
    });

  const savedOf = async (on: Kysely<Tables>, did: string) =>
    (await queries.saved(on, { did })).map(({ model }) => model);

  const accountOf = async (on: Kysely<Tables>, did: string): Promise<Account | undefined> => {
    const [row] = await queries.account(on, { did });
    return (
      row && { did, created: row.created, wallet: row.wallet, saved: await savedOf(on, did), requests: row.requests }
    );
  };

  /** An account whose row is locked, and so is there. */
  const knownAccount = async (locked: Transaction<Tables>, did: string) => (await accountOf(locked, did))!;

  return {
    async check() {
      await database.selectFrom('accounts').select('did').limit(1).execute();
    },
    async read(did) {
      return (await accountOf(database, did)) ?? (await inTurn(did, (locked) => knownAccount(locked, did)));
    },
    setWallet: (did, wallet) =>
      inTurn(did, async (locked) => {
        await locked.updateTable('accounts').set({ wallet }).where('did', '=', did).execute();
        return knownAccount(locked, did);
      }),
    save: (did, model) =>
      inTurn(did, async (locked) => {
        await queries.save(locked, { did, model });
        const saved = await savedOf(locked, did);
        return saved.includes(model) ? saved : 'full';
      }),
    unsave: (did, model) =>
      inTurn(did, async (locked) => {
        await queries.unsave(locked, { did, model });
        return savedOf(locked, did);
      }),
    request: (did, model, isIndexed) =>
      inTurn(did, async (locked) => {
        const open = await queries.open(locked, { did });
        if (!open.some((one) => one.model === model)) {
          const left = open.length < MAX_OPEN_REQUESTS ? open : await closeMet(locked, did, open, isIndexed, now());
          if (left.length >= MAX_OPEN_REQUESTS) return 'full';
          await locked.insertInto('requests').values({ did, model, asked: now().toISOString() }).execute();
          const oneMore = locked.updateTable('accounts').set((row) => ({ requests: row('requests', '+', 1) }));
          await oneMore.where('did', '=', did).execute();
        }
        return knownAccount(locked, did);
      }),
    noteInterest: (did, note) =>
      inTurn(did, async (locked) => {
        const entry = { note, noted: now().toISOString() };
        await locked
          .insertInto('interests')
          .values({ did, ...entry })
          .onConflict((conflict) => conflict.column('did').doUpdateSet(entry))
          .execute();
      }),
    async find(did) {
      const account = await accountOf(database, did);
      if (!account) return undefined;
      const open = (await queries.open(database, { did })).map(({ model }) => model);
      const interest = database.selectFrom('interests').select(['note', 'noted']).where('did', '=', did);
      return { account, open, interest: await interest.executeTakeFirst() };
    },
    async forget(did) {
      const { numDeletedRows } = await database.deleteFrom('accounts').where('did', '=', did).executeTakeFirst();
      return numDeletedRows > 0n;
    },
    wanted: () => wantedModels(database),
  };
}

type Open = Pick<Tables['requests'], 'model' | 'asked'>[];

/** Closes the requests that were met or have lapsed; gives those that stay open. */
async function closeMet(
  locked: Transaction<Tables>,
  did: string,
  open: Open,
  isIndexed: (model: string) => boolean,
  now: Date,
): Promise<Open> {
  const lapsed = new Date(now.getTime() - REQUEST_DAYS * DAY_MS).toISOString();
  const isOver = ({ model, asked }: Open[number]) => asked < lapsed || isIndexed(model);
  const over = open.filter(isOver).map(({ model }) => model);
  if (over.length > 0) await locked.deleteFrom('requests').where('did', '=', did).where('model', 'in', over).execute();
  return open.filter((one) => !isOver(one));
}
