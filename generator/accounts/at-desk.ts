// Opens the operator's calls to the accounts of the database, for one command.
import { existsSync } from 'node:fs';
import { withStores } from '../../functions/stores/open-stores.ts';
import { type AccountDesk, StoreUnavailable } from '../../src/service/account-store.ts';
import type { Config } from '../../src/service/config.ts';
import { Failure } from '../process/failure.ts';

/** The operator's calls if there is no database yet. Reading makes no database. */
const empty: AccountDesk = {
  find: async () => undefined,
  forget: async () => false,
  interests: async (_, after) => (after === undefined ? [] : undefined),
  wanted: async () => [],
  openRequests: async () => [],
};

/** Does `work` with the operator's calls. Rejects with a Failure when the database can't be reached. */
export async function atDesk<T>(config: Config, work: (desk: AccountDesk) => Promise<T>): Promise<T> {
  const { database } = config;
  if (database.kind === 'sqlite' && !existsSync(database.path)) return work(empty);
  return withStores(config, async (stores) => {
    await stores.open();
    return work(stores.accounts);
  }).catch((error: unknown) => {
    throw error instanceof StoreUnavailable ? new Failure(error.message) : error;
  });
}
