// Reads the withdrawn models from the database. No import, crawl, mirror or build may bring them back.
import { existsSync } from 'node:fs';
import { withStores } from '../../functions/stores/open-stores.ts';
import { StoreUnavailable } from '../../src/service/account-store.ts';
import type { Config } from '../../src/service/config.ts';
import { isInForce, type Withdrawal, type WithdrawalDesk } from '../../src/service/withdrawals.ts';
import { Failure } from '../process/failure.ts';

/**
 * Calls `work` with access to the withdrawals in the database. Rejects with a Failure when the database can't be
 * reached.
 */
export async function atWithdrawals<T>(
  config: Pick<Config, 'database'>,
  work: (desk: WithdrawalDesk) => Promise<T>,
): Promise<T> {
  return withStores(config, async (stores) => {
    // A command waits until the database is open. An HTTP request would give up after a while.
    await stores.open();
    return work(stores.withdrawals);
  }).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new Failure(`${error.message} Only that database knows which models are withdrawn.`, { cause: error });
  });
}

/** Lists every withdrawal, including those that have ended. Makes no database if there is none. */
export const allWithdrawals = async (config: Pick<Config, 'database'>): Promise<Withdrawal[]> =>
  config.database.kind === 'sqlite' && !existsSync(config.database.path)
    ? []
    : atWithdrawals(config, (desk) => desk.withdrawals());

/** Lists the withdrawals that are in force. Rejects with a Failure when the database can't be reached. */
export const readWithdrawals = async (config: Pick<Config, 'database'>): Promise<Withdrawal[]> =>
  (await allWithdrawals(config)).filter((one) => isInForce(one));
