// Answers the account routes of a signed-in person, and the two that need no token: health and signing in (decision
// 0024).
import { MAX_OPEN_REQUESTS, MAX_SAVED } from '../../src/service/account-store.ts';
import { isRefusal, refuse } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { idIgnoringCase } from '../models/locate.ts';
import type { Handler, Ports } from '../ports/ports.ts';
import { freshJson } from '../request/answer.ts';
import { readModel, readNote, readSignIn, readWallet } from './account-body.ts';
import { served, signedIn, signInOff } from './signed-in.ts';

/** Answers `ok` while the account store answers. It asks the store even on a hub without sign-in. */
export const accountHealth: Handler<'accountHealth'> = async ({ ports: { accounts } }) => {
  const ok = await accounts.store.check().then(
    () => true,
    () => false,
  );
  return freshJson({ ok, configured: accounts.identity !== undefined });
};

/**
 * GET returns the provider's address for the browser. POST exchanges the provider's answer for a token (decision 0024).
 * The caller has no identity yet, so only the limit of the whole instance applies, and none per account.
 */
export const signIn: Handler<'signIn'> = async ({ ask, ports }) => {
  const { identity, signIn: provider } = ports.accounts;
  if (!identity) return signInOff();
  if (!provider) return refuse('NotFound', { path: href(routes.signIn) });
  const redirect = `${ports.baseUrl}${href(routes.accountPage)}`;
  if (ask.method !== 'POST') return served(ports, async () => freshJson(await provider.offer(redirect)));
  const body = await readSignIn(ask);
  if (isRefusal(body)) return body;
  return served(ports, async () => {
    const result = await provider.exchange(body, redirect);
    return 'fault' in result ? refuse('SignInRefused', result) : freshJson(result);
  });
};

/**
 * GET returns the account, and creates it at the first request. PATCH changes the wallet address, and returns the
 * account too.
 */
export const account: Handler<'account'> = (call) =>
  call.ask.method === 'PATCH'
    ? signedIn(call, async ({ did, store }, { wallet }) => freshJson(await store.setWallet(did, wallet)), readWallet)
    : signedIn(call, async ({ did, store }) => freshJson(await store.read(did)));

export const saved: Handler<'saved'> = (call) =>
  signedIn(
    call,
    async ({ did, store }, { model }) => {
      const list = await store.save(did, model);
      return list === 'full' ? refuse('SavedListFull', { limit: MAX_SAVED }) : freshJson({ saved: list });
    },
    readModel,
  );

/** Removes a model from the saved list. Removing a model that is not in the list is no error. */
export const savedModel: Handler<'savedModel'> = (call) =>
  signedIn(call, async ({ did, store }) => freshJson({ saved: await store.unsave(did, call.params.model) }));

/**
 * Records who asked for a model. The record only credits that person: it makes the model no more likely to be indexed.
 */
export const modelRequest: Handler<'modelRequest'> = (call) =>
  signedIn(
    call,
    async ({ did, store }, { model }) => {
      const isIndexed = isIndexedIn(call.ports);
      if (await isIndexed(model)) return freshJson(await store.read(did));
      const made = await store.request(did, model, isIndexed);
      return made === 'full' ? refuse('RequestsFull', { limit: MAX_OPEN_REQUESTS }) : freshJson(made);
    },
    readModel,
  );

/** Records that the caller wants to publish models. The operator decides what follows. */
export const publisherRequest: Handler<'publisherRequest'> = (call) =>
  signedIn(
    call,
    async ({ did, store }, { note }) => {
      await store.noteInterest(did, note);
      return freshJson({ recorded: true }, 202);
    },
    readNote,
  );

/**
 * Returns a function that tells whether today's index serves a model, in any letter case. Gated models count as absent,
 * because nobody can get their files from this hub.
 */
function isIndexedIn(ports: Ports): (model: string) => Promise<boolean> {
  const tree = ports.tree();
  return async (model) => {
    const id = tree && (await idIgnoringCase(tree, model));
    return id !== undefined && !tree!.gated.includes(id);
  };
}
