// Accounts: what a signed-in person may keep here. Signing in opens no read that anonymous callers lack.
import type { RouteName } from '../../table/routes.ts';
import type { Operation, RequestBody } from './operation.ts';

const JSON_TYPE = 'application/json';

/** The members that all operations for a signed-in person share. */
const signedIn = {
  tag: 'Accounts',
  docs: 'accounts',
  token: 'identityToken',
  refusals: ['SignInOff', 'NotSignedIn', 'ProviderAway', 'RateLimited', 'AccountsDown'],
} as const;
const writing = [...signedIn.refusals, 'BadBody', 'TooLarge'] as const;

const aModel: RequestBody = { description: 'The model.', content: { [JSON_TYPE]: 'ModelChoice' } };

const badModel = { name: 'model', fix: 'send {"model": "owner/name"}' };

export const accounts = {
  accountHealth: {
    id: 'getAccountHealth',
    tag: 'Accounts',
    docs: 'accounts',
    why: 'Call it before offering anybody to sign in: `configured` says whether this service can know people at all. It needs no token.',
    shape: 'AccountHealth',
    answers: { 200: { is: 'Whether accounts can be used.' } },
  },
  signIn: {
    id: 'getSignIn',
    tag: 'Accounts',
    docs: 'accounts',
    why: 'Call it to send a browser to the identity provider: OpenID Connect, code flow with PKCE, as a public client. It needs no token.',
    shape: 'SignInOffer',
    answers: { 200: { is: 'Where to go, and what to ask for there.' } },
    refusals: ['SignInOff', 'ProviderAway', 'RateLimited', 'NotFound'],
    also: {
      POST: {
        id: 'requestToken',
        tag: 'Accounts',
        docs: 'accounts',
        why:
          'Exchange what the browser came back with for an identity token. The hub asks the provider, checks the token ' +
          'and the nonce in it, and keeps nothing.',
        shape: 'SignInToken',
        request: { description: 'What came back, and what it belongs to.', content: { [JSON_TYPE]: 'SignInAnswer' } },
        answers: { 200: { is: 'The token.' } },
        refusals: ['SignInOff', 'ProviderAway', 'RateLimited', 'NotFound', 'SignInRefused', 'BadBody', 'TooLarge'],
        badBody: {
          name: 'sign-in',
          fix: 'send {"returned": "code=...", "state": "...", "nonce": "...", "verifier": "..."}',
        },
      },
    },
  },
  account: {
    ...signedIn,
    id: 'getAccount',
    why: 'Call it with an identity token to see all that is kept of the person it was issued for. The account begins with the first request.',
    shape: 'Account',
    answers: { 200: { is: 'The account.' } },
    also: {
      PATCH: {
        ...signedIn,
        id: 'updateAccount',
        why: 'Record or clear a wallet address. It is recorded as reported and never trusted: nothing here depends on it.',
        shape: 'Account',
        request: { description: 'The address, or null.', content: { [JSON_TYPE]: 'WalletReport' } },
        answers: { 200: { is: 'The account, with the address as it stands.' } },
        refusals: writing,
        badBody: {
          name: 'wallet',
          fix: 'send {"wallet": "0x..."} with 40 hex digits, where mixed case is a checksum (EIP-55), or {"wallet": null}',
        },
      },
    },
  },
  saved: {
    ...signedIn,
    id: 'saveModel',
    why: 'Put a model on the saved list. A model that is on it stays where it is; one that this index lacks may be saved as well.',
    shape: 'SavedList',
    request: aModel,
    answers: { 200: { is: 'The list as it now stands.' } },
    refusals: [...writing, 'SavedListFull'],
    badBody: badModel,
  },
  savedModel: {
    ...signedIn,
    id: 'removeSavedModel',
    why: 'Take a model off the saved list. Removing one that is not on it is no error.',
    params: { model: 'savedModel' },
    shape: 'SavedList',
    answers: { 200: { is: 'The list as it now stands.' } },
  },
  modelRequest: {
    ...signedIn,
    id: 'requestModel',
    why: 'Ask for a model to be indexed, under your own name: the operator sees how many people want it, and models that more people request come first.',
    shape: 'Account',
    request: aModel,
    answers: { 200: { is: 'Recorded; the account with its new count.' } },
    refusals: [...writing, 'RequestsFull'],
    badBody: badModel,
  },
  publisherRequest: {
    ...signedIn,
    id: 'requestPublishing',
    why: 'Tell the operator that you would like to publish objects. It issues and grants nothing.',
    shape: 'Recorded',
    request: {
      description: 'A note for the operator, if you like.',
      optional: true,
      content: { [JSON_TYPE]: 'PublisherInterest' },
    },
    answers: { 202: { is: 'Recorded.' } },
    refusals: writing,
    badBody: {
      name: 'note',
      fix: 'send {"note": "..."} with at most 2000 characters and no NUL among them, or {}',
    },
  },
} satisfies Partial<Record<RouteName, Operation>>;
