// Tests the Worker as it is deployed, in workerd: its tree in R2, probe results in KV.
// @module-tag all
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { sha256Hex } from '../../src/digests/sha.ts';
import type { HubHealth } from '../../src/shapes/live.ts';
import { freePort } from '../fixtures/free-port.ts';
import { baseUrl, buildFrom, importRows, service } from '../fixtures/hub.ts';
import { audience, issuer, publicPem, tokenFor } from '../fixtures/identity.ts';
import { needs } from '../fixtures/needs.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import { models } from '../fixtures/rows.ts';
import { startWorker, type TestWorker, workerMissing } from '../fixtures/worker.ts';

const MIB = 2 ** 20;

describe('a Worker', needs(workerMissing), () => {
  let worker: TestWorker;
  let source: Server;
  let isUp = true;
  let url = '';
  beforeAll(async () => {
    source = createServer((_, response) => void response.writeHead(isUp ? 200 : 503).end('{}')).listen(0, '127.0.0.1');
    await once(source, 'listening');
    const at = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
    const facts = parse(readFileSync(join(import.meta.dirname, '../../content/service.yaml'), 'utf8'));
    // The fake source sends the same bytes for every file.
    for (const { probe } of facts.sources.slice(0, 2)) probe.sha256 = sha256Hex(Buffer.from('{}'));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    worker = await startWorker({
      port,
      main: join(import.meta.dirname, '../../functions/hosts/worker/worker.ts'),
      alias: { 'model-hub-website': join(import.meta.dirname, 'plain-website.ts') },
      variables: {
        HUB_BASE_URL: baseUrl,
        HUB_PUBLISHER_TOKEN: 'publisher-token',
        HUB_SERVICE: stringify(facts),
        HUB_SOURCE_SRCA: at,
        HUB_SOURCE_SRCB: at,
        HUB_SOURCE_IPFS: at,
        HUB_IDENTITY_KEY: publicPem,
        HUB_IDENTITY_ISSUER: issuer,
        HUB_IDENTITY_AUDIENCE: audience,
      },
    });
  }, 120_000);
  afterAll(async () => {
    await worker?.stop();
    source?.close();
  });

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { redirect: 'manual', ...init, headers: { Host: 'hub.example', ...init.headers } });
  const json = async (path: string, init?: RequestInit) => (await ask(path, init)).json();
  test('account routes answer as a hub without sign-in keys does', async () => {
    expect(await json('/api/account/health')).toEqual({ ok: true, configured: false });
    expect((await ask('/api/account/me', { headers: { Authorization: `Bearer ${tokenFor('did:a:b')}` } })).status).toBe(
      503,
    );
  });

  test('the bundle of the Worker is far below the limit of three megabytes that every plan has', () => {
    expect(Number.parseFloat(worker.size)).toBeGreaterThan(100);
    expect(Number.parseFloat(worker.size)).toBeLessThan(2000);
  });

  test('a Worker with a wrong variable answers with an error that names it', async () => {
    const port = await freePort();
    const wrong = await startWorker({
      port,
      main: join(import.meta.dirname, '../../functions/hosts/worker/worker.ts'),
      alias: { 'model-hub-website': join(import.meta.dirname, 'plain-website.ts') },
      variables: { HUB_BASE_URL: 'no address' },
      options: { handleRuntimeStdio() {} },
    });
    try {
      for (let asked = 0; asked < 2; asked++) {
        const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
        expect([answer.status, await answer.text()]).toEqual([
          500,
          expect.stringContaining('The service is not set up'),
        ]);
      }
    } finally {
      await wrong.stop();
    }
  }, 120_000);

  test('before the bucket has a tree, the Worker says what to do', async () => {
    const answer = await ask('/api/models');
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('No index is built yet')]);
  });

  test('a pushed day is served within five seconds, and so is the next day', async () => {
    const { dist, data } = inject('fixture');
    await worker.push(dist);
    await vi.waitFor(async () => expect((await ask('/api/models/acme/tiny-bert')).status).toBe(200), 5000);
    const home = folderOfTest();
    const places = { data: join(home, 'data'), dist: join(home, 'dist') };
    cpSync(data, places.data, { recursive: true });
    cpSync(dist, places.dist, { recursive: true });
    await buildFrom(places, await importRows(places.data, '2026-11-30', [models.bert]));
    await worker.push(places.dist);
    await vi.waitFor(
      async () => expect(await json('/.well-known/model-hub.json')).toMatchObject({ snapshot: '2026-11-30' }),
      5000,
    );
    await worker.push(dist);
  }, 240_000);

  test('the Worker redirects to files, answers searches, and makes pages', async () => {
    const file = await ask('/acme/tiny-bert/resolve/main/config.json');
    expect([file.status, file.headers.get('x-hub-source')]).toEqual([302, service.sources[0]!.host]);
    expect(await json('/api/models?search=tiny+bert&match=words&limit=1')).toMatchObject([{ id: 'acme/tiny-bert' }]);
    const page = await ask('/models/?search=bert', { headers: { Accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([200, '<!doctype html><title>/models/</title>']);
  });

  test('a cron trigger probes, and every isolate serves the results', async () => {
    const runs = (await worker.miniflare.getWorker()).scheduled({ cron: '* * * * *' });
    expect((await runs).outcome).toBe('ok');
    const told = JSON.parse((await (await worker.miniflare.getKVNamespace('HEALTH')).get('probes'))!);
    expect(told.value.sources.srca).toMatchObject({ health: { ok: true, reason: 'verified' } });
    expect(((await json('/api/hub/health')) as HubHealth).sources[service.sources[0]!.host]).toMatchObject({
      ok: true,
    });
    isUp = false;
    await (await worker.miniflare.getWorker()).scheduled({ cron: '* * * * *' });
    isUp = true;
    expect(((await json('/api/hub/health')) as HubHealth).sources[service.sources[0]!.host]).toMatchObject({
      ok: false,
      reason: 'status',
      checked: told.value.sources.srca.health.checked,
    });
  });

  test.each([1000, 3 * MIB])('an object of %i bytes is published to R2 and comes back', async (length) => {
    const bytes = Buffer.alloc(length, `of ${length} `);
    const publisher = { Authorization: 'Bearer publisher-token', 'Content-Type': 'application/octet-stream' };
    const put = await ask('/api/v1/objects?kind=test', { method: 'POST', headers: publisher, body: bytes });
    const told = await put.json();
    expect([put.status, told]).toEqual([201, expect.objectContaining({ size: length })]);
    const got = await ask(`/api/v1/objects/${(told as { id: string }).id}`);
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
  });
});
