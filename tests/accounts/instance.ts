// Runs as a process of its own: opens the account stores that the environment names, makes the writes that the parent
// process orders, and sends it the results.
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../src/service/account-store.ts';
import { readConfig } from '../../src/service/config.ts';
import { openInstance } from './stores.ts';

/** The writes of one account: the models to save and the models to request, all at the same time. */
export interface Orders {
  did: string;
  save: string[];
  request: string[];
}

/** The result of each write, in the order of `Orders`: `true` if it was accepted. */
export interface Outcomes {
  saved: boolean[];
  requested: boolean[];
}

const stores = openInstance(readConfig(process.env));
await patiently(() => stores.open());
const { accounts } = stores;
process.send!('open');
process.once('message', async ({ did, save, request }: Orders) => {
  const [saved, requested] = await Promise.all([
    Promise.all(save.map(async (model) => (await patiently(() => accounts.save(did, model))) !== 'full')),
    Promise.all(
      request.map(async (model) => (await patiently(() => accounts.request(did, model, () => false))) !== 'full'),
    ),
  ]);
  await stores.close();
  process.send!({ saved, requested } satisfies Outcomes, () => process.disconnect());
});

/**
 * Repeats a call that failed because the database was busy, up to ten times: fifty writers of one account overload a
 * slow machine.
 */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || tries === 10) throw error;
      await sleep(500);
    }
  }
}
