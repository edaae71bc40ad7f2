// Tests the account routes of a hub without a sign-in key, with too many requests, with full lists, and with an
// unreachable database.
import { describe, expect, inject, test, vi } from 'vitest';
import { createIdentityCheck } from '../../functions/account/identity.ts';
import { createAllowance } from '../../functions/ports/allowance.ts';
import type { AccountsPort } from '../../functions/ports/ports.ts';
import type { IdentityCheck } from '../../functions/ports/sign-in.ts';
import { type AccountStore, StoreUnavailable } from '../../src/service/account-store.ts';
import { inMemory } from '../contract/players.ts';
import { openInMemory } from '../fixtures/hub.ts';
import { audience, issuer, publicKey, tokenFor } from '../fixtures/identity.ts';
import { memoryHub } from '../fixtures/memory-hub.ts';
import { models } from '../fixtures/rows.ts';
import { sqliteAccounts } from '../fixtures/sqlite-accounts.ts';

const tree = openInMemory(inject('fixture').dist);
const identity = createIdentityCheck({ key: publicKey, issuer, audience, now: Date.now });

interface Given {
  status: number;
  headers: Record<string, string>;
  error: string | undefined;
  json: Record<string, unknown>;
}

/** Makes a hub whose accounts have the given parts, and returns a function that sends requests to it. */
function hubOf(given: Partial<AccountsPort>, isBuilt = true) {
  const accounts: AccountsPort = {
    identity,
    store: sqliteAccounts(),
    allowance: createAllowance(),
    ...given,
  };
  const ask = inMemory(memoryHub({ accounts, tree: () => (isBuilt ? tree : undefined) }, tree));
  return async (line: string, did?: string, body?: object | string): Promise<Given> => {
    const [method = '', target = ''] = line.split(' ');
    const headers: [string, string][] = did === undefined ? [] : [['Authorization', `Bearer ${tokenFor(did)}`]];
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = (await ask({ method, target, headers, body: sent }))!;
    const json = JSON.parse(answer.body.toString()) as Record<string, unknown>;
    return { status: answer.status, headers: Object.fromEntries(answer.headers), error: json.error as string, json };
  };
}

const signedInRoutes = [
  'GET /api/account/me',
  'PATCH /api/account/me',
  'POST /api/account/saved',
  'DELETE /api/account/saved/a/b',
  'POST /api/account/request',
  'POST /api/account/publisher-request',
  'GET /api/account/nothing',
  'GET /api/account',
];

describe('without a sign-in key', () => {
  const ask = hubOf({ identity: undefined });

  test.each(signedInRoutes)('%s is 503, whatever the request carries', async (line) => {
    for (const did of [undefined, 'did:example:alice']) {
      const { status, headers, error } = await ask(line, did, 'no json');
      expect(status).toBe(503);
      expect(error).toMatch(/sign/);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers['x-error-code']).toBeUndefined();
    }
  });

  test('a token is not verified', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify');
    await ask('GET /api/account/me', 'did:example:alice');
    expect(verify).not.toHaveBeenCalled();
    verify.mockRestore();
  });

  test('health and the list of modules report the missing key, and reads of the index work as before', async () => {
    expect((await ask('GET /api/account/health')).json).toEqual({ ok: true, configured: false });
    expect((await ask('GET /api/v1/modules')).json).toContainEqual(
      expect.objectContaining({ id: 'accounts', state: 'closed' }),
    );
    expect((await ask(`GET /api/models/${models.bert.id}`)).status).toBe(200);
  });
});

test('accounts work before the first tree is there', async () => {
  const ask = hubOf({}, false);
  expect((await ask('GET /api/models')).status).toBe(503);
  expect((await ask('GET /api/account/me', 'did:a')).status).toBe(200);
  expect((await ask('POST /api/account/request', 'did:a', { model: 'o/a' })).json).toMatchObject({ requests: 1 });
});

describe('the allowance of an account', () => {
  test.each([
    ['writes', 60, 'POST /api/account/saved', 'DELETE /api/account/saved/o/a', 'GET /api/account/me'],
    ['reads', 300, 'GET /api/account/me', 'GET /api/account/nothing', 'POST /api/account/saved'],
  ] as const)(
    '%s: %i a minute; who waits as long as Retry-After says succeeds',
    async (kind, limit, line, same, other) => {
      let now = 0;
      const ask = hubOf({ allowance: createAllowance(undefined, () => now) });
      const status = async (request: string, did = 'did:a') => (await ask(request, did, { model: 'o/a' })).status;
      for (let at = 0; at < limit; at++) {
        expect(await status(line)).toBe(200);
        now += 30_000 / limit;
      }
      const refused = await ask(line, 'did:a', { model: 'o/a' });
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
      expect(refused.error).toBe(`More than ${limit} ${kind} in a minute: wait as long as Retry-After says.`);
      expect(await status(same)).toBe(429);
      // The limit stops neither requests of the other kind nor those of another account.
      expect([await status(other), await status(line, 'did:b')]).toEqual([200, 200]);
      now += 30_000;
      expect(await status(line)).toBe(200);
    },
  );

  test('a refused request and a request without a token are not counted', async () => {
    let now = 0;
    const allowance = createAllowance(undefined, () => now);
    for (let at = 0; at < 1000; at++) await allowance.take('did:a', 'writes');
    now = 59_999;
    expect(await allowance.take('did:a', 'writes')).toBe(1);
    now = 60_000;
    expect(await allowance.take('did:a', 'writes')).toBe(0);
    const ask = hubOf({ allowance: createAllowance(undefined, () => 0) });
    for (let at = 0; at < 100; at++) expect((await ask('POST /api/account/saved', undefined, {})).status).toBe(401);
  });

  test('an instance handles at most 512 account requests at a time', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const slow: IdentityCheck = async () => {
      await held;
      return { did: 'did:a' };
    };
    const ask = hubOf({ identity: slow });
    const under = Array.from({ length: 512 }, () => ask('GET /api/account/me'));
    const refused = await ask('GET /api/account/me');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('1');
    release();
    const statuses = (await Promise.all(under)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    expect((await hubOf({ identity: slow })('GET /api/account/me')).status).toBe(200);
  });
});

describe('the limits of an account', () => {
  const full = async () => 'full' as const;
  const store = { ...sqliteAccounts(), save: full, request: full };

  test.each([
    ['saved', 'The saved list holds 500 models and is full: remove one first.'],
    ['request', '50 requests of this account are open'],
  ])('a full list is 409: %s', async (path, sentence) => {
    const { status, error } = await hubOf({ store })(`POST /api/account/${path}`, 'did:a', { model: 'o/a' });
    expect([status, error]).toEqual([409, expect.stringContaining(sentence)]);
  });

  test('requests for models that the index has do not count, but those for gated models do', async () => {
    const ask = hubOf({ allowance: createAllowance(undefined, () => performance.now() * 1e9) });
    const request = (model: string) => ask('POST /api/account/request', 'did:b', { model });
    const ids = [models.bert.id, 'gate/closed', ...Array.from({ length: 48 }, (_, at) => `o/${at}`)];
    for (const id of ids) expect((await request(id)).status).toBe(200);
    expect((await request('o/one-more')).json).toMatchObject({ requests: 50 });
    expect((await request('o/and-more')).status).toBe(409);
  });
});

describe('while the database is away', () => {
  const store = new Proxy({} as AccountStore, { get: () => () => Promise.reject(new StoreUnavailable('away')) });
  const ask = hubOf({ store });

  test.each(signedInRoutes.filter((line) => !/nothing|account$/.test(line)))(
    '%s is 503, and says when to ask again',
    async (line) => {
      const body = line.startsWith('PATCH') ? { wallet: null } : { model: 'o/a' };
      const { status, headers, error } = await ask(line, 'did:a', body);
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(error).toMatch(/can not be reached/);
    },
  );

  test('health reports the unreachable database, with 200', async () => {
    const { status, json } = await ask('GET /api/account/health');
    expect({ status, json }).toEqual({ status: 200, json: { ok: false, configured: true } });
  });
});
