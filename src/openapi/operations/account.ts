// The operations of accounts, which store a few things for a person who has signed in. Nobody needs an account to read
// anything else.

import type { RouteName } from '../../table/routes.ts';
import { type OperationWords, operation, type RequestBody } from './operation.ts';

const JSON_TYPE = 'application/json';

/** The facts that all operations for signed-in people share. */
const signedIn = {
  token: 'identityToken',
  refusals: ['SignInOff', 'NotSignedIn', 'ProviderAway', 'RateLimited', 'AccountsDown'],
} as const;
const writing = [...signedIn.refusals, 'BadBody', 'TooLarge', 'UnsupportedMediaType'] as const;

const aModel: RequestBody = {
  description: 'The model.',
  content: { [JSON_TYPE]: 'ModelChoice' },
  example: { model: 'owner/name' },
};

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
              example: {
                returned: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkjaf0ifjsldkj',
                state: 'af0ifjsldkjaf0ifjsldkj',
                nonce: 'n-0S6_WzA2Mjn-0S6_WzA2Mj',
                verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
              },
            },
            refusals: [
              'SignInOff',
              'ProviderAway',
              'RateLimited',
              'NotFound',
              'SignInRefused',
              'BadBody',
              'TooLarge',
              'UnsupportedMediaType',
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
            request: {
              description: 'The address, or null.',
              content: { [JSON_TYPE]: 'WalletReport' },
              example: { wallet: null },
            },
            refusals: writing,
          },
        ),
      },
    },
  ),
  saved: operation(
    'saveModel',
    'Put a model on the saved list. A model that is on it stays where it is; one that this index lacks may be saved as well.',
    'The list as it now stands.',
    { ...signedIn, shape: 'SavedList', request: aModel, refusals: [...writing, 'SavedListFull'] },
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
    { ...signedIn, shape: 'Account', request: aModel, refusals: [...writing, 'RequestsFull'] },
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
        example: { note: 'We would like to publish the models of our lab.' },
      },
      refusals: writing,
    },
  ),
} satisfies Partial<Record<RouteName, OperationWords>>;
