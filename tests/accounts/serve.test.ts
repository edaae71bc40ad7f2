// Tests accounts over real sockets: on each database, without a database, and with the operator's commands.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Serving } from '../../functions/hosts/node/serve.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import type { HubHealth } from '../../src/shapes/live.ts';
import { hubCommand } from '../faults/hub-command.ts';
import { origin, service } from '../fixtures/hub.ts';
import { audience, issuer, publicPem, tokenFor } from '../fixtures/identity.ts';
import { inAll } from '../fixtures/in-all.ts';
import { servedBy } from '../fixtures/loopback-server.ts';
import { needs } from '../fixtures/needs.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import { models } from '../fixtures/rows.ts';
import { serveFixture } from '../fixtures/serve-fixture.ts';
import { type PostgresServer, postgresMissing, startPostgres } from './postgres-server.ts';

const { data } = inject('fixture');
let notices: string[] = [];
let serving: Serving;
beforeEach(() => {
  notices = [];
});

const key = { HUB_IDENTITY_KEY: publicPem, HUB_IDENTITY_ISSUER: issuer, HUB_IDENTITY_AUDIENCE: audience };

async function start(env: Record<string, string>, facts = service, baseUrl?: string): Promise<Serving> {
  const writeNotice = (line: string) => void notices.push(line);
  serving = await serveFixture(env, { service: facts, baseUrl, writeNotice });
  return serving;
}

const patiently = { timeout: 60_000, interval: 100 };

async function ask(line: string, did?: string, body?: object): Promise<{ status: number; json: unknown }> {
  const [method = '', path = ''] = line.split(' ');
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (did !== undefined) headers.Authorization = `Bearer ${tokenFor(did)}`;
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(serving.url + path, { method, headers, ...sent });
  return { status: answer.status, json: await answer.json() };
}

/** Uses every route of a signed-in person at least once. */
async function liveThrough(): Promise<void> {
  const did = 'did:example:alice';
  expect((await ask('GET /api/account/health')).json).toEqual({ ok: true, configured: true });
  expect((await ask('GET /api/account/me', did)).json).toMatchObject({ did, saved: [], requests: 0 });
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => ask('POST /api/account/saved', did, { model: `o/${at % 10}` })),
  );
  expect((await ask('DELETE /api/account/saved/o%2F3', did)).json).toMatchObject({ saved: { length: 9 } });
  expect((await ask('POST /api/account/request', did, { model: models.bert.id })).status).toBe(200);
  expect((await ask('POST /api/account/request', did, { model: 'nobody/has-this' })).status).toBe(200);
  expect((await ask('POST /api/account/publisher-request', did, { note: 'hello' })).status).toBe(202);
  expect((await ask('GET /api/models/nobody/has-this')).status).toBe(404);
  expect((await ask('GET /api/account/me', did)).json).toMatchObject({ saved: { length: 9 }, requests: 1 });
}

async function hub(env: Record<string, string>, ...words: string[]): Promise<string> {
  const { code, out, err } = await hubCommand(words, env);
  if (code !== 0) throw new Error(err);
  return out;
}

/** Runs the operator's commands beside the hub that serves from the same database. */
async function seeFromTheDesk(env: Record<string, string>): Promise<void> {
  const shown = JSON.parse(await hub(env, 'account', 'show', 'did:example:alice', '--json'));
  expect(shown).toMatchObject({
    account: { did: 'did:example:alice', requests: 1 },
    open: ['nobody/has-this'],
    interest: { note: 'hello' },
  });
  expect(await hub(env, 'account', 'show', 'did:example:alice')).toMatch(/^requests {2}1$/m);
  expect(JSON.parse(await hub(env, 'status', '--interest', '--json'))).toEqual({
    interests: [{ did: 'did:example:alice', note: 'hello', noted: expect.any(String) }],
  });
  expect(await hub(env, 'status', '--interest')).toMatch(/^\d{4}-\S+Z {2}did:example:alice {2}"hello"$/m);
  // A model that is in the index no longer counts as wanted.
  expect(JSON.parse(await hub({ ...env, HUB_DATA: data }, 'status', '--wanted', '--json'))).toEqual([
    expect.objectContaining({ model: 'nobody/has-this', accounts: 1 }),
  ]);
  expect(await hub(env, 'account', 'delete', 'did:example:alice')).toBe('Forgotten: did:example:alice\n');
  await expect(hub(env, 'account', 'delete', 'did:example:alice')).rejects.toThrow(/Nothing is kept of/);
  expect((await ask('GET /api/account/me', 'did:example:alice')).json).toMatchObject({ saved: [], requests: 0 });
}

test('accounts in SQLite', async () => {
  const HUB_DATABASE = `sqlite:${folderOfTest()}/accounts.db`;
  await start({ ...key, HUB_DATABASE });
  await liveThrough();
  await seeFromTheDesk({ HUB_DATABASE });
});

const missing = postgresMissing();
describe('with PostgreSQL', { ...needs(missing), ...inAll() }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test('PostgreSQL keeps accounts and demand', async () => {
    const HUB_DATABASE = server.database();
    await start({ ...key, HUB_DATABASE });
    await liveThrough();
    await seeFromTheDesk({ HUB_DATABASE });
    expect(notices).toEqual([]);
    // The hub counts requests for unknown models in memory, and writes the counts to the database when it closes.
    expect((await ask('GET /api/models/somebody/asked-late')).status).toBe(404);
    await serving.close();
    const wanted = await hub({ HUB_DATABASE, HUB_DATA: data }, 'status', '--wanted');
    expect(wanted).toMatch(/^somebody\/asked-late +0 +1$/m);
    expect(wanted).toMatch(/^nobody\/has-this +0 +1$/m);
  });

  test('of two hubs one probes, and both report what it finds, also after it has ended', async () => {
    const PROBE = 'what a probe fetches';
    const sha256 = sha256Hex(PROBE);
    const probed: string[] = [];
    let isRight = true;
    const source = await servedBy((request, response) => {
      probed.push(/instance-(\w+)/.exec(request.headers['user-agent'] ?? '')![1]!);
      response.end(isRight ? PROBE : 'other bytes');
    });
    // Gives every source the address of the fake source, so that no test sends requests to a real source.
    const probe = { path: 'probe.txt', id: 'a/b', revision: 'main', sha256, timeLimit: 5 };
    const sources = service.sources.map(({ probe: _, ...one }) =>
      one.token === origin.token ? { ...one, base: source.base, probe } : { ...one, base: source.base },
    );
    const HUB_DATABASE = server.database();
    const pair: Serving[] = [];
    for (const name of ['one', 'two'])
      pair.push(
        await start({ HUB_DATABASE, HUB_PROBE: '1' }, { ...service, sources }, `https://instance-${name}.example`),
      );
    onTestFinished(async () => {
      await Promise.all(pair.map((one) => one.close()));
      await source.close();
    });
    const reason = async ({ url }: Serving) =>
      ((await (await fetch(`${url}/api/hub/health`)).json()) as HubHealth).sources[origin.host]!.reason;
    const all = (found: string) =>
      expect.poll(() => Promise.all(pair.map(reason)), patiently).toEqual(pair.map(() => found));
    await all('verified');
    await expect.poll(() => probed.length, patiently).toBeGreaterThan(4);
    expect(new Set(probed).size).toBe(1);
    isRight = false;
    await all('mismatch');
    await pair.splice(probed[0] === 'one' ? 0 : 1, 1)[0]!.close();
    await expect.poll(() => new Set(probed).size, patiently).toBe(2);
    isRight = true;
    await all('verified');
  });
});

test('only accounts fail while the database is away', async () => {
  await start({ ...key, HUB_DATABASE: 'postgres://hub:hunter2@127.0.0.1:1/hub' });
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/can't be reached \(ECONNREFUSED\)/);
  expect(notices.join()).not.toContain('hunter2');
  expect((await ask('GET /api/account/health')).json).toEqual({ ok: false, configured: true });
  const { status, json } = await ask('GET /api/account/me', 'did:example:alice');
  expect({ status, json }).toEqual({
    status: 503,
    json: { error: expect.stringMatching(/can not be reached just now/) },
  });
  expect((await ask(`GET /api/models/${models.bert.id}`)).status).toBe(200);
  expect((await ask('GET /api/models/nobody/has-this')).status).toBe(404);
});

test('with sign-in, a database that somebody must repair causes a notice, and redirects go on', async () => {
  const file = join(folderOfTest(), 'people.db');
  writeFileSync(file, 'no database at all, but long enough to be looked at by whoever opens it '.repeat(9));
  await start({ ...key, HUB_DATABASE: `sqlite:${file}` });
  expect(notices).toEqual([
    expect.stringContaining(
      `The database ${file} is no SQLite database (file is not a database, SQLite error 26): move the file away`,
    ),
  ]);
  expect((await ask(`GET /api/models/${models.bert.id}`)).status).toBe(200);
  expect((await ask('GET /api/account/health')).json).toEqual({ ok: false, configured: true });
});

test('without sign-in, a broken database causes a notice and stops nothing', async () => {
  const HUB_DATA = folderOfTest();
  mkdirSync(join(HUB_DATA, 'hub.db'));
  await start({ HUB_DATA });
  expect((await ask(`GET /api/models/${models.bert.id}`)).status).toBe(200);
  await vi.waitFor(() => expect(notices).toHaveLength(1), { timeout: 20_000 });
  expect(notices[0]).toMatch(/hub\.db is a folder .*: name a file in HUB_DATABASE\./);
  expect((await ask('GET /api/models/nobody/has-this')).status).toBe(404);
  expect((await ask('GET /api/account/health')).json).toEqual({ ok: false, configured: false });
});

test('a key whose point is not on the curve stops the start', async () => {
  const off = JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) });
  await expect(start({ HUB_IDENTITY_KEY: off })).rejects.toThrow(/^HUB_IDENTITY_KEY .* not on the curve P-256\.$/);
});
