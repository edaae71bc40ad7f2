// The operations of accounts, which store a few things for a person who has signed in. Nobody needs an account to read
// anything else.

import type { RouteName } from '../../table/routes.ts';
import { badBody, type OperationWords, operation, type RequestBody, type WordedRefusal } from './operation.ts';

const JSON_TYPE = 'application/json';

/** The facts that all operations for signed-in people share. */
const signedIn = {
  token: 'identityToken',
  refusals: ['SignInOff', 'NotSignedIn', 'ProviderAway', 'RateLimited', 'AccountsDown'],
} as const;
const writing = (body: WordedRefusal) => [...signedIn.refusals, body, 'TooLarge'] as const;

const aModel: RequestBody = { description: 'The model.', content: { [JSON_TYPE]: 'ModelChoice' } };

const badModel = badBody('model', 'send {"model": "owner/name"}');

export const accounts = {
  accountHealth: operation(
    'getAccountHealth',
    'Call it before offering anybody to sign in: `configured` says whether this service can know people at all. It needs no token.',
    'Whether accounts can be used.',
    { shape: 'AccountHealth' },
  ),
  signIn: operation(
    'getSignIn',
    'Call it to send a browser to the identity provider: OpenID Connect, code flow with PKCE, as a public client. It needs no token.',
    'Where to go, and what to ask for there.',
    {
      shape: 'SignInOffer',
      refusals: ['SignInOff', 'ProviderAway', 'RateLimited', 'NotFound'],
      also: {
        POST: operation(
          'requestToken',
          'Exchange what the browser came back with for an identity token. The hub asks the provider, checks the token ' +
            'and the nonce in it, and keeps nothing.',
          'The token.',
          {
            shape: 'SignInToken',
            request: {
              description: 'What came back, and what it belongs to.',
              content: { [JSON_TYPE]: 'SignInAnswer' },
            },
            refusals: [
              'SignInOff',
              'ProviderAway',
              'RateLimited',
              'NotFound',
              'SignInRefused',
              badBody('sign-in', 'send {"returned": "code=...", "state": "...", "nonce": "...", "verifier": "..."}'),
              'TooLarge',
            ],
          },
        ),
      },
    },
  ),
  account: operation(
    'getAccount',
    'Call it with an identity token to see all that is kept of the person it was issued for. The account begins with the first request.',
    'The account.',
    {
      ...signedIn,
      shape: 'Account',
      also: {
        PATCH: operation(
          'updateAccount',
          'Record or clear a wallet address. It is recorded as reported and never trusted: nothing here depends on it.',
          'The account, with the address as it stands.',
          {
            ...signedIn,
            shape: 'Account',
            request: { description: 'The address, or null.', content: { [JSON_TYPE]: 'WalletReport' } },
            refusals: writing(
              badBody(
                'wallet',
                'send {"wallet": "0x..."} with 40 hex digits, where mixed case is a checksum (EIP-55), or {"wallet": null}',
              ),
            ),
          },
        ),
      },
    },
  ),
  saved: operation(
    'saveModel',
    'Put a model on the saved list. A model that is on it stays where it is; one that this index lacks may be saved as well.',
    'The list as it now stands.',
    { ...signedIn, shape: 'SavedList', request: aModel, refusals: [...writing(badModel), 'SavedListFull'] },
  ),
  savedModel: operation(
    'removeSavedModel',
    'Take a model off the saved list. Removing one that is not on it is no error.',
    'The list as it now stands.',
    { ...signedIn, params: { model: 'savedModel' }, shape: 'SavedList' },
  ),
  modelRequest: operation(
    'requestModel',
    'Ask for a model to be indexed, under your own name: the operator sees how many people want it, and models that more people request come first.',
    'Recorded; the account with its new count.',
    { ...signedIn, shape: 'Account', request: aModel, refusals: [...writing(badModel), 'RequestsFull'] },
  ),
  publisherRequest: operation(
    'requestPublishing',
    'Tell the operator that you would like to publish objects. It issues and grants nothing.',
    { 202: { is: 'Recorded.' } },
    {
      ...signedIn,
      shape: 'Recorded',
      request: {
        description: 'A note for the operator, if you like.',
        optional: true,
        content: { [JSON_TYPE]: 'PublisherInterest' },
      },
      refusals: writing(
        badBody('note', 'send {"note": "..."} with at most 2000 characters and no NUL among them, or {}'),
      ),
    },
  ),
} satisfies Partial<Record<RouteName, OperationWords>>;
