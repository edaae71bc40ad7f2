// Records the request for a model in two steps, because the database does not know the index.
import type { AccountStore } from '../../../src/service/account-store.ts';
import type { Account } from '../../../src/shapes/account.ts';

/**
 * Calls `ask`, which closes the requests for the models in `met` and records a new one, or gives the open requests if
 * they are too many. Then finds out which of these the index meets by now, and asks once more.
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
