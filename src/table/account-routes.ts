// The rows of the route table for the account API and the account page (decision 0024).
import { live } from './route.ts';

/**
 * The facts of rows about a person's own data. The hub makes these answers on request, even without a tree, and nobody
 * caches them.
 */
const account = {
  dialect: 'account',
  type: 'application/json; charset=utf-8',
  cache: 'no-store',
  treeless: true,
} as const;

export const accountRoutes = {
  accountPage: live('/account/', {
    file: true,
    dialect: 'page',
    cache: 'revalidate',
    type: 'text/html; charset=utf-8',
    treeless: true,
    summary: 'What an account is for, and your own one with script, as a page',
  }),
  accountHealth: live('/api/account/health', {
    ...account,
    summary: 'Does the store of accounts answer, and can one sign in?',
  }),
  signIn: live('/api/account/sign-in', {
    ...account,
    methods: ['GET', 'HEAD', 'POST'],
    summary: 'Sign-in at the identity provider: where a browser goes, and the token for what it comes back with',
  }),
  account: live('/api/account/me', {
    ...account,
    methods: ['GET', 'HEAD', 'PATCH'],
    summary: 'The account of whoever the identity token was issued for',
  }),
  saved: live('/api/account/saved', { ...account, methods: ['POST'], summary: 'Put a model on the saved list' }),
  savedModel: live('/api/account/saved/{model...}', {
    ...account,
    methods: ['DELETE'],
    summary: 'Take a model off the saved list',
  }),
  modelRequest: live('/api/account/request', {
    ...account,
    methods: ['POST'],
    summary: 'Ask for a model to be indexed',
  }),
  publisherRequest: live('/api/account/publisher-request', {
    ...account,
    methods: ['POST'],
    summary: 'Tell the operator of an interest in publishing',
  }),
} as const;
