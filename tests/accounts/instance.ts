// An instance in a process of its own: opens the accounts that its environment names, writes what it is told, and says what came of it.
import process from 'node:process';
import { readConfig } from '../../src/config.ts';
import { openInstance } from './stores.ts';

/** Models to save and to ask for, all at once. */
export interface Orders {
  did: string;
  save: string[];
  request: string[];
}

/** What each came to: `true` where it was accepted. */
export interface Outcomes {
  saved: boolean[];
  requested: boolean[];
}

const stores = openInstance(readConfig(process.env));
await stores.open();
const { accounts } = stores;
process.send!('open');
process.once('message', async ({ did, save, request }: Orders) => {
  const [saved, requested] = await Promise.all([
    Promise.all(save.map(async (model) => (await accounts.save(did, model)) !== 'full')),
    Promise.all(request.map(async (model) => (await accounts.request(did, model, () => false)) !== 'full')),
  ]);
  await stores.close();
  process.send!({ saved, requested } satisfies Outcomes, () => process.disconnect());
});
