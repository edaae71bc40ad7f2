// Records the request for a model in two steps, because the database can't look into the index.
import type { AccountStore } from '../../../src/service/account-store.ts';
import type { Account } from '../../../src/shapes/account.ts';

/**
 * Records a request by `ask`. `ask` first closes the requests for the models in `met`. If too many requests are still
 * open, `ask` records nothing, and returns the models of the open requests. `ask` is then called once more, and `met`
 * has the models among them that the index has by now. Returns 'full' if too many requests are open even then.
 */
export async function askedTwice(
  isIndexed: Parameters<AccountStore['request']>[2],
  ask: (met: readonly string[]) => Promise<Account | { open: string[] }>,
): Promise<Account | 'full'> {
  const first = await ask([]);
  if (!('open' in first)) return first;
  const isMet = await Promise.all(first.open.map(isIndexed));
  const met = first.open.filter((_, at) => isMet[at]);
  const second = met.length > 0 && (await ask(met));
  return second && !('open' in second) ? second : 'full';
}
