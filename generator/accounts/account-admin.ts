// Gives a command access to the accounts in the database.
import { existsSync } from 'node:fs';
import { withStores } from '../../functions/stores/open-stores.ts';
import { type AccountAdmin, StoreUnavailable } from '../../src/service/account-store.ts';
import type { Config } from '../../src/service/config.ts';
import { Failure } from '../process/failure.ts';

/** The answers when there is no database yet, so that a command that only reads does not create one. */
const empty: AccountAdmin = {
  find: async () => undefined,
  forget: async () => false,
  interests: async (_, after) => (after === undefined ? [] : undefined),
  wanted: async () => [],
  openRequests: async () => [],
};

/** Calls `work` with access to the accounts. Rejects with a Failure when the database can't be reached. */
export async function withAdmin<T>(config: Config, work: (desk: AccountAdmin) => Promise<T>): Promise<T> {
  const { database } = config;
  if (database.kind === 'sqlite' && !existsSync(database.path)) return work(empty);
  return withStores(config, async (stores) => {
    await stores.open();
    return work(stores.accounts);
  }).catch((error: unknown) => {
    throw error instanceof StoreUnavailable ? new Failure(error.message) : error;
  });
}
