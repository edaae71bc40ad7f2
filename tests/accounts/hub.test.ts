// Tests the account routes of a hub without a sign-in key, with too many requests, with full lists, and with an
// unreachable database.
import { describe, expect, inject, test, vi } from 'vitest';
import { createIdentityCheck } from '../../functions/account/identity.ts';
import { Allowance } from '../../functions/ports/allowance.ts';
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
    allowance: new Allowance(() => performance.now()),
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
  test('sixty writes a minute are allowed; a caller who waits as long as Retry-After says succeeds', async () => {
    let now = 0;
    const ask = hubOf({ allowance: new Allowance(() => now) });
    const save = () => ask('POST /api/account/saved', 'did:a', { model: 'o/a' });
    for (let write = 0; write < 60; write++) {
      expect((await save()).status).toBe(200);
      now += 500;
    }
    const refused = await save();
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('30');
    expect(refused.error).toBe('More than 60 writes in a minute: wait as long as Retry-After says.');
    expect((await ask('DELETE /api/account/saved/o/a', 'did:a')).status).toBe(429);
    // The limit of one account's writes stops neither its reads nor the writes of another account.
    expect((await ask('GET /api/account/me', 'did:a')).status).toBe(200);
    expect((await ask('POST /api/account/saved', 'did:b', { model: 'o/a' })).status).toBe(200);
    now += 30_000;
    expect((await save()).status).toBe(200);
  });

  test('three hundred reads a minute are allowed', async () => {
    const ask = hubOf({ allowance: new Allowance(() => 1000) });
    for (let read = 0; read < 300; read++) expect((await ask('GET /api/account/me', 'did:a')).status).toBe(200);
    const refused = await ask('GET /api/account/nothing', 'did:a');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect((await ask('PATCH /api/account/me', 'did:a', { wallet: null })).status).toBe(200);
  });

  test('a refused request and a request without a token are not counted', async () => {
    let now = 0;
    const allowance = new Allowance(() => now);
    for (let read = 0; read < 1000; read++) await allowance.take('did:a', 'writes');
    now = 59_999;
    expect(await allowance.take('did:a', 'writes')).toBe(1);
    now = 60_000;
    expect(await allowance.take('did:a', 'writes')).toBe(0);
    const ask = hubOf({ allowance: new Allowance(() => 0) });
    for (let write = 0; write < 100; write++)
      expect((await ask('POST /api/account/saved', undefined, { model: 'o/a' })).status).toBe(401);
  });

  test('an instance handles at most 512 account requests at a time', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
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
  const generous = () => hubOf({ allowance: new Allowance(() => performance.now() * 1e9) });

  test('the saved list is full at five hundred', async () => {
    const ask = generous();
    const save = (model: string) => ask('POST /api/account/saved', 'did:a', { model });
    for (let at = 0; at < 500; at++) expect((await save(`o/${at}`)).status).toBe(200);
    const refused = await save('o/one-more');
    expect(refused.status).toBe(409);
    expect(refused.error).toBe('The saved list holds 500 models and is full: remove one first.');
    expect((await save('o/499')).status).toBe(200);
  });

  test('fifty requests may be open; requests for models that the index has do not count', async () => {
    const ask = generous();
    const request = (model: string) => ask('POST /api/account/request', 'did:a', { model });
    for (let at = 0; at < 50; at++) expect((await request(`o/${at}`)).status).toBe(200);
    const refused = await request('o/one-more');
    expect(refused.status).toBe(409);
    expect(refused.error).toMatch(/^50 requests of this account are open/);
    const other = (model: string) => ask('POST /api/account/request', 'did:b', { model });
    await other(models.bert.id);
    await other('gate/closed');
    for (let at = 0; at < 48; at++) await other(`o/${at}`);
    expect((await other('o/one-more')).json).toMatchObject({ requests: 51 });
    expect((await other('o/and-more')).status).toBe(409);
  });
});

describe('while the database is away', () => {
  const away = () => Promise.reject(new StoreUnavailable('away'));
  const store = new Proxy({} as AccountStore, { get: () => away });

  test.each(signedInRoutes.filter((line) => !/nothing|account$/.test(line)))(
    '%s is 503, and says when to ask again',
    async (line) => {
      const ask = hubOf({ store });
      const bodies: Record<string, object> = { PATCH: { wallet: null }, POST: { model: 'o/a' } };
      const { status, headers, error } = await ask(line, 'did:a', bodies[line.split(' ')[0]!]);
      expect(status).toBe(503);
      expect(headers['retry-after']).toBe('5');
      expect(error).toMatch(/can not be reached/);
    },
  );

  test('health reports the unreachable database, with 200', async () => {
    expect(await hubOf({ store })('GET /api/account/health')).toMatchObject({
      status: 200,
      json: { ok: false, configured: true },
    });
  });
});
