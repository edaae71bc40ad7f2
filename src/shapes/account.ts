// The schemas of accounts: what the hub keeps for a person who has signed in, and the bodies of requests that change
// it.
import { type Static, Type } from 'typebox';
import {
  booleanShape,
  choice,
  countShape,
  instant,
  modelId,
  optional,
  shape,
  textOrNull,
  textShape,
  texts,
} from './notation.ts';

export const AccountHealth = shape('AccountHealth', 'Whether accounts can be used just now.', {
  ok: booleanShape('The store of accounts answers.'),
  configured: booleanShape('False: the service has no sign-in key, so nobody can sign in.'),
});

export const SignInOffer = shape(
  'SignInOffer',
  'An authorization request of OpenID Connect, without what the browser adds: `response_type=code`, `state`, `nonce` and a PKCE challenge (S256).',
  {
    issuer: textShape('The identity provider.'),
    client_id: textShape('This hub, as the provider knows it.'),
    authorization_endpoint: textShape('Where the browser goes.'),
    redirect_uri: textShape('Where it comes back to.'),
    response_mode: choice(['fragment', 'query'], 'How it comes back: a browser sends the fragment to no server.'),
    scope: textShape('What the hub asks for: who somebody is, and nothing more.'),
  },
);
export type SignInOffer = Static<typeof SignInOffer>;

export const SignInAnswer = shape('SignInAnswer', 'What is to be exchanged for an identity token.', {
  returned: Type.String({
    maxLength: 8192,
    description: 'What the browser came back with: the fragment or the query, without its first character.',
  }),
  state: Type.String({ minLength: 16, maxLength: 128, description: 'The `state` that it went with.' }),
  nonce: Type.String({ minLength: 16, maxLength: 128, description: 'The `nonce` that it went with.' }),
  verifier: Type.String({ pattern: '^[A-Za-z0-9._~-]{43,128}$', description: 'The verifier of the PKCE challenge.' }),
});
export type SignInAnswer = Static<typeof SignInAnswer>;

export const SignInToken = shape('SignInToken', 'Somebody is signed in with this. Nothing of it is kept here.', {
  token: Type.String({ description: 'An identity token, which this hub takes: a JWT.' }),
});
export type SignInToken = Static<typeof SignInToken>;

const saved = texts('Ids of models, the newest entry first.');

export const Account = shape('Account', 'All that is kept of a person, except a note about publishing.', {
  did: textShape('The identifier that the token was issued for.'),
  created: instant('When it was first seen here.'),
  wallet: textOrNull('The address the person chose to report: recorded, never trusted.', {
    pattern: '^0x[0-9a-fA-F]{40}$',
  }),
  saved,
  requests: countShape('Models this account has asked for.'),
});
export type Account = Static<typeof Account>;

export const SavedList = shape('SavedList', 'The saved list as it now stands.', { saved });
export type SavedList = Static<typeof SavedList>;

export const ModelChoice = shape('ModelChoice', 'A model to save or to ask for.', {
  model: modelId('`owner/name`; it need not be indexed.'),
});

export const WalletReport = shape('WalletReport', 'A wallet address to record, or to forget.', {
  wallet: textOrNull('`0x` and 40 hex digits, whose mixed case is a checksum (EIP-55); null clears it.', {
    pattern: '^0x[0-9a-fA-F]{40}$',
  }),
});

export const PublisherInterest = shape('PublisherInterest', 'An interest in publishing; a later one replaces it.', {
  note: optional(
    textOrNull('What the operator should know; null is no note.', { maxLength: 2000, pattern: '^[^\\x00]*$' }),
  ),
});

export const Recorded = shape('Recorded', 'Nothing is granted by this.', {
  recorded: Type.Literal(true, { description: 'It was written down.' }),
});
