// Guards every account route. It checks that the hub has a key, who the caller is, and how often the caller asked,
// before it reads a body or asks the store.

import { type AccountStore, StoreUnavailable } from '../../src/service/account-store.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { READ } from '../../src/table/route.ts';
import { type Kind, PER_MINUTE } from '../ports/allowance.ts';
import type { Call, Ports } from '../ports/ports.ts';
import { ProviderAway, type TokenFault } from '../ports/sign-in.ts';
import type { Answer, Ask } from '../request/answer.ts';

/**
 * The seconds after which a refused caller should try again. `KEY_WAIT` is for a hub without a key, which must restart
 * first. `AWAY_WAIT` is for a database or a provider that is away, and `BUSY_WAIT` for a hub with too many requests.
 */
const KEY_WAIT = 3600;
const AWAY_WAIT = 5;
const BUSY_WAIT = 1;

/** A request about an account, and the ports. */
type AccountCall = Pick<Call<'account'>, 'ask' | 'ports'>;

/**
 * Does `work` for the signed-in caller with the body that `read` parsed, or returns the refusal of `read`. Refuses with
 * 503 (the hub has no key, or the store is away), 401 or 429 (decision 0024). The body is read after the caller is
 * checked, and while the request does not count as running. Otherwise a few slow senders would use up the limit of
 * running requests.
 */
export async function signedIn<B extends object>(
  { ask, ports: { accounts } }: AccountCall,
  work: (caller: { did: string; store: AccountStore }, body: B) => Promise<Answer | Refusal>,
  read: (ask: Ask) => Promise<B | Refusal> = async () => ({}) as B,
): Promise<Answer | Refusal> {
  const { identity, allowance, store } = accounts;
  if (!identity) return signInOff();
  const caller = await allowance.within('accounts', () => reached(() => identity(ask.authorization())));
  if (!caller) return busy();
  if (isRefusal(caller)) return caller;
  if ('fault' in caller) return notSignedIn(caller.fault);
  const kind: Kind = READ.includes(ask.method) ? 'reads' : 'writes';
  const wait = await allowance.take(caller.did, kind);
  if (wait > 0) return refuse('RateLimited', { kind, limit: PER_MINUTE[kind] }, ['Retry-After', String(wait)]);
  const body = await read(ask);
  if (isRefusal(body)) return body;
  const { did } = caller;
  return (await allowance.within('accounts', () => reached(() => work({ did, store }, body)))) ?? busy();
}

export const signInOff = () => refuse('SignInOff', undefined, ['Retry-After', String(KEY_WAIT)]);

/** Does `work` for a caller without a checked identity. Only a few such requests run at a time. */
export async function served({ accounts }: Ports, work: () => Promise<Answer | Refusal>): Promise<Answer | Refusal> {
  return (await accounts.allowance.within('strangers', () => reached(work))) ?? busy();
}

const busy = () => refuse('RateLimited', { kind: 'instance' }, ['Retry-After', String(BUSY_WAIT)]);

/** Only a caller that sent a token learns what is wrong with it (RFC 6750 section 3). */
function notSignedIn(fault: TokenFault | 'missing'): Refusal {
  return fault === 'missing'
    ? refuse('NotSignedIn', { fault: undefined }, ['WWW-Authenticate', 'Bearer realm="hub"'])
    : refuse('NotSignedIn', { fault }, ['WWW-Authenticate', 'Bearer error="invalid_token"']);
}

/** Does `work`, and refuses the request when a store or the provider is away. */
async function reached<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    const away =
      error instanceof StoreUnavailable ? 'AccountsDown' : error instanceof ProviderAway ? 'ProviderAway' : undefined;
    if (away === undefined) throw error;
    return refuse(away, undefined, ['Retry-After', String(AWAY_WAIT)]);
  }
}

/**
 * Refuses a path under `/api/account` that has no row. Callers who are not signed in get the same refusal here as at a
 * path with a row, so they can't find out which paths exist.
 */
export function noAccountPath(call: AccountCall, path: string): Promise<Answer | Refusal> {
  return signedIn(call, async () => refuse('NotFound', { path }));
}
