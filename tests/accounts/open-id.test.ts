// Tests sign-in by OpenID Connect against a simulated provider that can have faults: the requests of the hub, and its
// checks of the answers.
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openSignIn } from '../../functions/account/sign-in.ts';
import { createAllowance } from '../../functions/ports/allowance.ts';
import { holdsControl } from '../../src/basics/shown-text.ts';
import { readConfig } from '../../src/service/config.ts';
import { inMemory } from '../contract/players.ts';
import { baseUrl, openInMemory } from '../fixtures/hub.ts';
import { publicPem, tokenFor } from '../fixtures/identity.ts';
import { memoryHub } from '../fixtures/memory-hub.ts';
import { sqliteAccounts } from '../fixtures/sqlite-accounts.ts';
import { nonce, ProviderStandIn } from './provider-stand-in.ts';

const tree = openInMemory(inject('fixture').dist);
const state = 'the state of this sign-in';
const verifier = 'v'.repeat(43);

let provider: ProviderStandIn;
let notices: string[];
let ask: Awaited<ReturnType<typeof hubWith>>;

async function hubWith(env: Record<string, string> = {}) {
  const config = readConfig({ HUB_IDENTITY_ISSUER: provider.url, HUB_IDENTITY_CLIENT: 'model-hub', ...env });
  const accounts = {
    ...(await openSignIn(config, (line) => void notices.push(line))),
    store: sqliteAccounts(),
    allowance: createAllowance(),
  };
  const play = inMemory(memoryHub({ accounts }, tree));
  return async (line: string, body?: object, token?: string) => {
    const [method = '', target = ''] = line.split(' ');
    const headers: [string, string][] = token === undefined ? [] : [['Authorization', `Bearer ${token}`]];
    const given = (await play({ method, target, headers, body: body && JSON.stringify(body) }))!;
    return { status: given.status, json: JSON.parse(given.body.toString()) as Record<string, string> };
  };
}

beforeEach(async () => {
  notices = [];
  provider = await new ProviderStandIn().start();
  ask = await hubWith();
});
afterEach(() => provider.stop());

const answer = (more: object = {}) => ({
  returned: `code=abc&state=${encodeURIComponent(state)}`,
  state,
  nonce,
  verifier,
  ...more,
});
const exchange = (more?: object) => ask('POST /api/account/sign-in', answer(more));
const readMe = (token: string) => ask('GET /api/account/me', undefined, token);

test('the sign-in address is the provider’s, and it leads back to the account page', async () => {
  expect(provider.asked).toEqual([]);
  expect(await ask('GET /api/account/sign-in')).toEqual({
    status: 200,
    json: {
      issuer: provider.url,
      client_id: 'model-hub',
      authorization_endpoint: `${provider.url}/authorize`,
      redirect_uri: `${baseUrl}/account/`,
      response_mode: 'fragment',
      scope: 'openid',
    },
  });
  await ask('GET /api/account/sign-in');
  expect(provider.asked).toEqual(['/.well-known/openid-configuration']);
});

test.each(['jwks_uri', 'token_endpoint'])(
  'the provider’s %s may not name a private address, unless the operator allows that',
  async (name) => {
    const inside = await new ProviderStandIn().start();
    onTestFinished(() => inside.stop());
    provider.facts = { [name]: `${inside.url}${name === 'jwks_uri' ? '/keys' : '/token'}` };
    inside.claims = { iss: provider.url };
    expect((await exchange()).status).toBe(503);
    expect(inside.asked).toEqual([]);
    expect(notices.join()).toContain('it leads to the private address 127.0.0.1; HUB_UPSTREAM_PRIVATE=on allows that');
    ask = await hubWith({ HUB_UPSTREAM_PRIVATE: 'on' });
    expect((await exchange()).status).toBe(200);
  },
);

test('a code becomes a token that the account routes take, and the keys are read once', async () => {
  const { status, json } = await exchange();
  expect(status).toBe(200);
  expect(Object.fromEntries(provider.sent!)).toEqual({
    grant_type: 'authorization_code',
    code: 'abc',
    redirect_uri: `${baseUrl}/account/`,
    code_verifier: verifier,
    client_id: 'model-hub',
  });
  for (let turn = 0; turn < 3; turn++)
    expect(await readMe(json.token!)).toMatchObject({ status: 200, json: { did: 'alice' } });
  expect(provider.asked).toEqual(['/.well-known/openid-configuration', '/token', '/keys']);
});

describe('a token is refused', () => {
  const later = Math.floor(Date.now() / 1000);
  test.each([
    ['of another sign-in', { nonce: 'another nonce altogether' }, {}],
    ['without a nonce', { nonce: undefined }, {}],
    ['for another client', { aud: 'another' }, {}],
    ['for several clients, and not issued to this one', { aud: ['model-hub', 'another'], azp: 'another' }, {}],
    ['of another issuer', { iss: 'https://login.example' }, {}],
    ['issued to another client (azp)', { azp: 'another' }, {}],
    ['that has expired', { exp: later - 120, iat: later - 600 }, {}],
    ['signed in another way', {}, { alg: 'RS256' }],
    ['by a key that nobody published', {}, { kid: 'two' }],
    ['whose key lies elsewhere', {}, { jku: 'https://evil.example/keys' }],
    ['with a header that demands more', {}, { crit: ['exp'] }],
  ])('%s', async (_, claims, header) => {
    Object.assign(provider, { claims, header });
    const { status, json } = await exchange();
    expect(status).toBe(400);
    expect(json.error).toMatch(/^Nobody is signed in: .+\. Begin again from the account page\.$/);
    expect(JSON.stringify([json, notices])).not.toContain('eyJ');
  });
});

describe('a returned answer is refused', () => {
  test.each([
    ['to another state', { state: 'the state of another sign-in' }, 400, /not what was asked for/],
    [
      'as an error',
      { returned: `error=access_denied&state=${encodeURIComponent(state)}` },
      400,
      /the provider said access_denied/,
    ],
    [
      'from another issuer (RFC 9207)',
      { returned: `${answer().returned}&iss=https://evil.example` },
      400,
      /not what was asked for/,
    ],
    ['with more than a code', { returned: `${answer().returned}&id_token=x` }, 400, /not what was asked for/],
    ['without a code', { returned: 'state=x' }, 400, /not what was asked for/],
    ['with a malformed verifier', { verifier: 'short' }, 400, /The body can't be used/],
    ['without a nonce', { nonce: undefined }, 400, /The body can't be used/],
  ])('%s', async (_, more, status, error) => {
    expect(await exchange(more)).toMatchObject({ status, json: { error: expect.stringMatching(error) } });
    expect(provider.asked).not.toContain('/token');
  });

  test('when the provider does not take the code', async () => {
    provider.refusal = { status: 400, body: { error: 'invalid_grant', error_description: '<script>' } };
    expect(await exchange()).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('(invalid_grant)') },
    });
  });
});

describe('a provider in trouble causes one notice and answers of 503', () => {
  test.each<[string, (url: string) => Record<string, unknown> | undefined, RegExp]>([
    ['that is gone', () => undefined, /does not describe itself/],
    ['whose name is written otherwise', (url) => ({ issuer: `${url}/` }), /write the same in HUB_IDENTITY_ISSUER/],
    ['without keys', () => ({ jwks_uri: undefined }), /has no jwks_uri/],
    ['that sends people to a script', () => ({ authorization_endpoint: 'javascript:alert(1)' }), /no https address/],
    ['that signs otherwise', () => ({ id_token_signing_alg_values_supported: ['RS256'] }), /does not sign with ES256/],
  ])('%s', async (_, factsAt, notice) => {
    const facts = factsAt(provider.url);
    if (facts) provider.facts = facts;
    else provider.stop();
    for (const line of ['GET /api/account/sign-in', 'GET /api/account/sign-in']) {
      const given = await ask(line);
      expect(given).toMatchObject({ status: 503, json: { error: expect.stringContaining('identity provider') } });
    }
    expect(await exchange()).toMatchObject({ status: 503 });
    expect(await readMe(tokenFor('alice'))).toMatchObject({ status: 503 });
    expect(notices).toEqual([expect.stringMatching(notice)]);
  });

  test.each(['/.well-known/openid-configuration', '/keys', '/token'])(
    'that never ends its answer at %s',
    async (path) => {
      provider.endless = path;
      expect(await exchange()).toMatchObject({ status: 503 });
      expect(notices).toEqual([expect.stringContaining('more than 1048576 bytes')]);
    },
  );

  test('whose address contains characters that a log must not contain', async () => {
    provider.refusal = { status: 404, body: '' };
    provider.facts = { jwks_uri: `${provider.url}/absent\n{"forged":1}\u001b[31m\u202e` };
    expect(await readMe(tokenFor('alice'))).toMatchObject({ status: 503 });
    const told = notices.join();
    expect([told.length < 600, holdsControl(told)]).toEqual([true, false]);
    expect(told).toMatch(/^Nobody can sign in just now: .*\/absent {"forged":1}/);
  });

  test('that is slow does not lock out signed-in people', async () => {
    const { json } = await exchange();
    provider.isSilent = true;
    const waiting = Array.from({ length: 600 }, () => exchange());
    const atToken = () => provider.asked.filter((path) => path === '/token').length;
    await expect.poll(atToken).toBeGreaterThan(20);
    expect(await readMe(json.token!)).toMatchObject({ status: 200 });
    provider.stop();
    const told = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set(told)).toEqual(new Set([429, 503]));
  });

  test('whose token endpoint fails', async () => {
    provider.refusal = { status: 500, body: 'oops' };
    expect(await exchange()).toMatchObject({ status: 503 });
    expect(notices).toEqual([expect.stringContaining('gave no token')]);
    provider.refusal = undefined;
    expect(await exchange()).toMatchObject({ status: 200 });
  });
});

test('people stay signed in while the provider is away', async () => {
  const { json } = await exchange();
  provider.stop();
  expect(await readMe(json.token!)).toMatchObject({ status: 200 });
});

test('with HUB_IDENTITY_KEY the hub requests no keys', async () => {
  ask = await hubWith({ HUB_IDENTITY_KEY: publicPem });
  provider.keys = [];
  const { json } = await exchange();
  expect(await readMe(json.token!)).toMatchObject({ status: 200 });
  expect(provider.asked).not.toContain('/keys');
});

test('tokens for HUB_IDENTITY_AUDIENCE are accepted beside those for the client, and no others', async () => {
  ask = await hubWith({ HUB_IDENTITY_AUDIENCE: 'programs' });
  for (const [aud, status] of [
    ['programs', 200],
    ['model-hub', 200],
    ['another', 401],
  ] as const) {
    provider.claims = { aud };
    expect([aud, (await readMe(provider.token())).status]).toEqual([aud, status]);
  }
});
