// The rows of the route table for the account API and the account page (decision 0024).
import { chapter, live } from './route.ts';
import { filePage, json } from './row-facts.ts';

/**
 * The facts of rows about a person's own data. The hub makes these answers on request, even without a tree, and nobody
 * caches them.
 */
const account = {
  dialect: 'account',
  type: json,
  cache: 'no-store',
  treeless: true,
} as const;

/** The facts of rows that take an identity token. */
const signedIn = {
  ...account,
  token: 'identityToken',
  refusals: ['SignInOff', 'NotSignedIn', 'ProviderAway', 'RateLimited', 'AccountsDown'],
} as const;

/** The refusals of a body. */
const BODY = ['BadBody', 'TooLarge', 'UnsupportedMediaType'] as const;
const writing = [...signedIn.refusals, ...BODY] as const;
const offer = ['SignInOff', 'ProviderAway', 'RateLimited', 'NotFound'] as const;

const JSON_TYPE = 'application/json';
const aModel = {
  description: 'The model.',
  content: { [JSON_TYPE]: 'ModelChoice' },
  example: { model: 'owner/name' },
} as const;

export const accountRoutes = {
  accountPage: live('/account/', {
    ...filePage,
    treeless: true,
    summary: 'What an account is for, and your own one with script, as a page',
  }),
  ...chapter('Accounts', {
    accountHealth: live('/api/account/health', {
      ...account,
      summary: 'Does the store of accounts answer, and can one sign in?',
      why: 'Call it before offering anybody to sign in: `configured` says whether this service can know people at all. It needs no token.',
      shape: 'AccountHealth',
    }),
    signIn: live('/api/account/sign-in', {
      ...account,
      summary: 'Sign-in at the identity provider: where a browser goes, and the token for what it comes back with',
      why: 'Call it to send a browser to the identity provider: OpenID Connect, code flow with PKCE, as a public client. It needs no token.',
      shape: 'SignInOffer',
      refusals: offer,
      also: {
        POST: {
          id: 'requestToken',
          why:
            'Exchange what the browser came back with for an identity token. The hub asks the provider, checks the token ' +
            'and the nonce in it, and keeps nothing.',
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
          refusals: [...offer, 'SignInRefused', ...BODY],
        },
      },
    }),
    account: live('/api/account/me', {
      ...signedIn,
      summary: 'The account of whoever the identity token was issued for',
      why: 'Call it with an identity token to see all that is kept of the person it was issued for. The account begins with the first request.',
      shape: 'Account',
      also: {
        PATCH: {
          id: 'updateAccount',
          why: 'Record or clear a wallet address. It is recorded as reported and never trusted: nothing here depends on it.',
          token: signedIn.token,
          shape: 'Account',
          request: {
            description: 'The address, or null.',
            content: { [JSON_TYPE]: 'WalletReport' },
            example: { wallet: null },
          },
          refusals: writing,
        },
      },
    }),
    saved: live('/api/account/saved', {
      ...signedIn,
      methods: ['POST'],
      summary: 'Put a model on the saved list',
      id: 'saveModel',
      why: 'Put a model on the saved list. A model that is on it stays where it is; one that this index lacks may be saved as well.',
      shape: 'SavedList',
      request: aModel,
      refusals: [...writing, 'SavedListFull'],
    }),
    savedModel: live('/api/account/saved/{model...}', {
      ...signedIn,
      methods: ['DELETE'],
      summary: 'Take a model off the saved list',
      id: 'removeSavedModel',
      why: 'Take a model off the saved list, also one that this index lacks. Removing one that is not on it is no error.',
      shape: 'SavedList',
    }),
    modelRequest: live('/api/account/request', {
      ...signedIn,
      methods: ['POST'],
      summary: 'Ask for a model to be indexed',
      id: 'requestModel',
      why: 'Ask for a model to be indexed, under your own name: the operator sees how many people want it, and models that more people request come first.',
      shape: 'Account',
      request: aModel,
      refusals: [...writing, 'RequestsFull'],
    }),
    publisherRequest: live('/api/account/publisher-request', {
      ...signedIn,
      methods: ['POST'],
      summary: 'Tell the operator of an interest in publishing',
      id: 'requestPublishing',
      why: 'Tell the operator that you would like to publish objects. It issues and grants nothing.',
      answers: { 202: { is: 'Recorded.' } },
      shape: 'Recorded',
      request: {
        description: 'A note for the operator, if you like.',
        optional: true,
        content: { [JSON_TYPE]: 'PublisherInterest' },
        example: { note: 'We would like to publish the models of our lab.' },
      },
      refusals: writing,
    }),
  }),
};
