// Gives commands access to the database of a hub: accounts, and the withdrawn models, which no import, crawl, mirror or
// build may bring back.
import { existsSync } from 'node:fs';
import { type Stores, withStores } from '../../functions/stores/open-stores.ts';
import { type AccountAdmin, StoreUnavailable } from '../../src/service/account-store.ts';
import type { Config } from '../../src/service/config.ts';
import { isInForce, type Withdrawal, type WithdrawalDesk, withdrawnIds } from '../../src/service/withdrawals.ts';
import { Failure } from '../process/failure.ts';

type Place = Pick<Config, 'database'>;

/** Calls `work` with the stores. `note` follows the sentence about a database that can't be reached. */
async function inDatabase<T>(config: Place, note: string, work: (stores: Stores) => Promise<T>): Promise<T> {
  return withStores(config, async (stores) => {
    // A command waits until the database is open. An HTTP request would give up after a while.
    await stores.open();
    return work(stores);
  }).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new Failure(`${error.message}${note}`, { cause: error });
  });
}

/** A command that only reads makes no database: it reads an empty one in memory if there is none. */
const ifThere = ({ database }: Place): Place =>
  database.kind === 'sqlite' && !existsSync(database.path)
    ? { database: { kind: 'sqlite', path: ':memory:' } }
    : { database };

/** Calls `work` with access to the accounts. Rejects with a Failure when the database can't be reached. */
export const withAdmin = <T>(config: Place, work: (desk: AccountAdmin) => Promise<T>): Promise<T> =>
  inDatabase(ifThere(config), '', ({ accounts }) => work(accounts));

/**
 * Calls `work` with access to the withdrawals in the database. Rejects with a Failure when the database can't be
 * reached.
 */
export const atWithdrawals = <T>(config: Place, work: (desk: WithdrawalDesk) => Promise<T>): Promise<T> =>
  inDatabase(config, ' Only that database knows which models are withdrawn.', ({ withdrawals }) => work(withdrawals));

/** Lists every withdrawal, including those that have ended. */
export const allWithdrawals = (config: Place): Promise<Withdrawal[]> =>
  atWithdrawals(ifThere(config), (desk) => desk.withdrawals());

/** Lists the withdrawals that are in force. Rejects with a Failure when the database can't be reached. */
export const readWithdrawals = async (config: Place): Promise<Withdrawal[]> =>
  (await allWithdrawals(config)).filter((one) => isInForce(one));

/** Gives the ids, in lower case, of the models whose withdrawal is in force. */
export const readWithdrawnIds = async (config: Place): Promise<ReadonlySet<string>> =>
  withdrawnIds(await readWithdrawals(config));
