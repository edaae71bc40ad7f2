// The operator's desk: the accounts of the database that the environment names, opened for one command.
import { existsSync } from 'node:fs';
import { openStores } from '../../functions/stores/open-stores.ts';
import { type AccountDesk, StoreUnavailable } from '../../src/service/account-store.ts';
import { type Environment, readConfig } from '../../src/service/config.ts';
import { Failure } from '../process/failure.ts';

/** Nobody's desk: there is no database yet, and looking at it makes none. */
const empty: AccountDesk = {
  find: async () => undefined,
  forget: async () => false,
  interests: async (_, after) => (after === undefined ? [] : undefined),
  wanted: async () => [],
};

/** Opens the desk; the caller closes it. Rejects with a Failure when the database can't be reached. */
export async function openDesk(env: Environment): Promise<{ desk: AccountDesk; close: () => Promise<unknown> }> {
  const config = readConfig(env);
  const { database } = config;
  if (database.kind === 'sqlite' && !existsSync(database.path)) return { desk: empty, async close() {} };
  // The command that opened the desk reports failures itself.
  const stores = openStores({ config, notice() {}, onFault() {} });
  try {
    await stores.open();
  } catch (error) {
    await stores.close();
    throw error instanceof StoreUnavailable ? new Failure(error.message) : error;
  }
  return { desk: stores.accounts, close: stores.close };
}
