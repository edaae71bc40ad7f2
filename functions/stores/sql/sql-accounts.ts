// Keeps accounts in SQLite or PostgreSQL, with the same queries. In both, only one caller at a time writes an account.
import type { Kysely, Transaction } from 'kysely';
import { MAX_OPEN_REQUESTS, REQUEST_DAYS } from '../../../src/service/account-store.ts';
import type { Account } from '../../../src/shapes/account.ts';
import { accountQueries } from './account-queries.ts';
import type { Tables } from './schema.ts';
import type { SqlStore } from './sql-store.ts';

const DAY_MS = 86_400_000;

type AccountCalls = 'peek' | 'begin' | 'setWallet' | 'save' | 'unsave' | 'request' | 'noteInterest';

/** Makes the calls of account routes in a database that is open and up to date. */
export function sqlAccounts(database: Kysely<Tables>): Pick<SqlStore, AccountCalls> {
  const queries = accountQueries(database);

  /** Does `work` while no other caller writes this account. It makes the account's row if needed, and locks it. */
  const inTurn = <T>(did: string, at: string, work: (locked: Transaction<Tables>) => Promise<T>): Promise<T> =>
    database.transaction().execute(async (locked) => {
      await queries.lock(locked, { did, created: at });
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

  /** Returns an account that must exist, because its row is locked. */
  const knownAccount = async (locked: Transaction<Tables>, did: string) => (await accountOf(locked, did))!;

  return {
    peek: (did) => accountOf(database, did),
    begin: (did, at) => inTurn(did, at, (locked) => knownAccount(locked, did)),
    setWallet: (did, wallet, at) =>
      inTurn(did, at, async (locked) => {
        await locked.updateTable('accounts').set({ wallet }).where('did', '=', did).execute();
        return knownAccount(locked, did);
      }),
    save: (did, model, at) =>
      inTurn(did, at, async (locked) => {
        await queries.save(locked, { did, model });
        const saved = await savedOf(locked, did);
        return saved.includes(model) ? saved : 'full';
      }),
    unsave: (did, model, at) =>
      inTurn(did, at, async (locked) => {
        await queries.unsave(locked, { did, model });
        return savedOf(locked, did);
      }),
    request: (did, model, met, at) =>
      inTurn(did, at, async (locked) => {
        const tooMany = await noteRequest(locked, queries, { did, model, asked: at }, met);
        return tooMany ?? knownAccount(locked, did);
      }),
    noteInterest: (did, note, at) =>
      inTurn(did, at, async (locked) => {
        const entry = { note, noted: at };
        await locked
          .insertInto('interests')
          .values({ did, ...entry })
          .onConflict((conflict) => conflict.column('did').doUpdateSet(entry))
          .execute();
      }),
  };
}

/**
 * Closes the account's requests for the models in `met`, and records `request` unless a request for that model is open.
 * If too many requests are open, records nothing and returns their models.
 */
async function noteRequest(
  locked: Transaction<Tables>,
  queries: ReturnType<typeof accountQueries>,
  request: Tables['requests'],
  met: readonly string[],
): Promise<{ open: string[] } | undefined> {
  const { did, model, asked } = request;
  if (met.length > 0) await closeMet(locked, did, met);
  const open = await queries.open(locked, { did });
  if (open.some((one) => one.model === model)) return undefined;
  const left = open.length < MAX_OPEN_REQUESTS ? open : await closeLapsed(locked, did, open, asked);
  if (left.length >= MAX_OPEN_REQUESTS) return { open: left.map((one) => one.model) };
  await locked.insertInto('requests').values(request).execute();
  const oneMore = locked.updateTable('accounts').set((row) => ({ requests: row('requests', '+', 1) }));
  await oneMore.where('did', '=', did).execute();
  return undefined;
}

type Open = Pick<Tables['requests'], 'model' | 'asked'>[];

async function closeMet(locked: Transaction<Tables>, did: string, met: readonly string[]): Promise<void> {
  await locked.deleteFrom('requests').where('did', '=', did).where('model', 'in', met).execute();
}

/** Closes the requests that have lapsed at the time `at`, and returns those that are still open. */
async function closeLapsed(locked: Transaction<Tables>, did: string, open: Open, at: string): Promise<Open> {
  const lapsed = new Date(Date.parse(at) - REQUEST_DAYS * DAY_MS).toISOString();
  await locked.deleteFrom('requests').where('did', '=', did).where('asked', '<', lapsed).execute();
  return open.filter(({ asked }) => asked >= lapsed);
}
