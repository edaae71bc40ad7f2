// Tests two served hubs on one PostgreSQL database: one probes for both, they share health and the request counts of
// accounts, and each works alone while the database hangs.
// @module-tag all
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type Serving, serve } from '../../functions/hosts/node/serve.ts';
import { readConfig } from '../../src/service/config.ts';
import type { Spell } from '../../src/service/kept-health.ts';
import type { HubHealth } from '../../src/shapes/health.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { origin, service } from '../fixtures/hub.ts';
import { audience, issuer, publicPem } from '../fixtures/identity.ts';
import { needs } from '../fixtures/needs.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import { models } from '../fixtures/rows.ts';
import { type PostgresServer, postgresMissing, startPostgres } from './postgres-server.ts';

const missing = postgresMissing();
const PROBE = 'what a probe fetches';
const sha256 = createHash('sha256').update(PROBE).digest('hex');
/** A website whose pages show only the results of the probes, as JSON. */
const pages: PagePort = {
  render: async (_, hub) => ({ status: 200, html: new TextEncoder().encode(JSON.stringify(hub.spells())) }),
};

const patiently = { timeout: 60_000, interval: 100 };

describe('on PostgreSQL', needs(missing), () => {
  let postgres: PostgresServer;
  let source: Server;
  let folder: string;
  let pair: Serving[];
  let database: string;
  /**
   * `probed` names the instance of each request for the probe file, in order; `questions` has the paths of all other
   * requests.
   */
  let probed: string[];
  let questions: string[];
  /** `isRight`: the source sends the right probe bytes. `isThere`: the source has the files of its models. */
  let isRight: boolean;
  let isThere: boolean;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());
  beforeEach(async () => {
    folder = folderOfTest();
    [probed, questions, isRight, isThere, pair] = [[], [], true, true, []];
    database = postgres.database();
    source = createServer((request, response) => {
      const [, instance] = /instance-(\w+)/.exec(request.headers['user-agent'] ?? '') ?? [];
      if (request.url!.endsWith('/probe.txt')) {
        probed.push(instance!);
        response.end(isRight ? PROBE : 'other bytes');
      } else {
        questions.push(request.url!);
        response.writeHead(isThere ? 200 : 404).end();
      }
    }).listen(0, '127.0.0.1');
    await once(source, 'listening');
  });
  afterEach(async () => {
    postgres.wake();
    await Promise.all(pair.map((one) => one.close()));
    source.close();
    source.closeAllConnections();
  });

  async function start(name: string): Promise<Serving> {
    const { port } = source.address() as AddressInfo;
    const config = readConfig({
      ...{ PORT: '0', HUB_PROBE: '1', HUB_DATA: join(folder, name), HUB_DIST: inject('fixture').dist },
      ...{ HUB_DATABASE: database, HUB_IDENTITY_KEY: publicPem, HUB_IDENTITY_ISSUER: issuer },
      ...{ HUB_IDENTITY_AUDIENCE: audience },
    });
    // Gives every source the address of the fake source, so that no test sends requests to a real source.
    const probe = { path: 'probe.txt', id: 'a/b', revision: 'main', sha256, timeLimit: 5 };
    const base = `http://127.0.0.1:${port}`;
    const sources = service.sources.map(({ probe: _, ...one }) =>
      one.token === origin.token ? { ...one, base, probe } : { ...one, base },
    );
    const one = await serve({
      ...{ config, service: { ...service, sources }, baseUrl: `https://instance-${name}.example` },
      ...{ pages, writeLog() {}, writeNotice() {} },
    });
    pair.push(one);
    return one;
  }

  const health = async ({ url }: Serving) => (await (await fetch(`${url}/api/hub/health`)).json()) as HubHealth;
  const said = async (one: Serving) => (await health(one)).sources[origin.host]!.reason;

  const spellOf = async ({ url }: Serving) => {
    const answer = await fetch(`${url}/health/`, { headers: { Accept: 'text/html' } });
    return ((await answer.json()) as Record<string, Spell>)[origin.host]!;
  };

  test('one instance probes and both show the result; the other takes over when the first ends', async () => {
    const [one, two] = [await start('one'), await start('two')];
    await vi.waitFor(
      async () => expect([await said(one), await said(two)]).toEqual(['verified', 'verified']),
      patiently,
    );
    await vi.waitFor(() => expect(probed.length).toBeGreaterThan(4), patiently);
    expect(new Set(probed).size).toBe(1);
    isRight = false;
    await vi.waitFor(
      async () => expect([await said(one), await said(two)]).toEqual(['mismatch', 'mismatch']),
      patiently,
    );
    expect(await health(one)).toEqual(await health(two));
    const leader = probed[0] === 'one' ? one : two;
    const other = leader === one ? two : one;
    const { checked } = (await health(other)).sources[origin.host]!;
    await leader.close();
    const before = probed.length;
    await vi.waitFor(() => expect(probed.length).toBeGreaterThan(before + 1), patiently);
    expect(new Set(probed).size).toBe(2);
    expect((await health(other)).sources[origin.host]).toEqual({ ok: false, reason: 'mismatch', checked });
    isRight = true;
    await vi.waitFor(async () => expect(await said(other)).toBe('verified'), patiently);
    expect(await spellOf(other)).toMatchObject({ ok: true });
  });

  test('while the database hangs, each instance probes for itself and answers reads', async () => {
    const both = [await start('one'), await start('two')];
    await vi.waitFor(() => expect(probed.length).toBeGreaterThan(2), patiently);
    postgres.freeze();
    const before = probed.length;
    await vi.waitFor(() => expect(new Set(probed.slice(before)).size).toBe(2), patiently);
    isRight = false;
    for (const one of both) {
      await vi.waitFor(async () => expect(await said(one)).toBe('mismatch'), patiently);
      expect((await fetch(`${one.url}/api/models/${models.bert.id}`)).status).toBe(200);
    }
    postgres.wake();
    await vi.waitFor(() => {
      const last = probed.slice(-4);
      expect(new Set(last).size).toBe(1);
    }, patiently);
  });
});
