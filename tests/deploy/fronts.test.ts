// Tests nginx and Caddy with the files of `deploy` in front of a stand-in for a hub: what reaches the hub, how long they
// wait, what nginx keeps, and what both answer while the hub is away. tests/contract plays the scripts through them.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CACHE_CONTROL, PAGE_SECURITY } from '../../src/table/headers.ts';
import { type Given, overSocket } from '../contract/players.ts';
import { READ_SECONDS } from '../edge/reads.ts';
import { caddy, type Front, nginx, startFront } from '../fixtures/front.ts';
import { type LoopbackServer, servedBy } from '../fixtures/loopback-server.ts';
import { needs } from '../fixtures/needs.ts';
import { folderOfFile } from '../fixtures/own-folder.ts';
import { models } from '../fixtures/rows.ts';

const MIB = 2 ** 20;
/** The files of an exported folder. */
const EXPORTED = {
  'index.html': 'a page',
  'index.md': 'a brief',
  'api/models/a/b/index.json': '{}',
  'openapi.json': '{"openapi": "3.1.0"}',
  'v2/a/b/tags/list': '{}',
  '.export/state.json': 'private',
};

const folder = folderOfFile();
let hub: LoopbackServer;
/** The requests that reached the hub since a test set this to []. */
let asked: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;

beforeAll(async () => {
  for (const [path, text] of Object.entries(EXPORTED)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  hub = await servedBy(async (request, response) => {
    if (request.url === '/livez') return response.end();
    asked.push(`${request.method} ${request.url}`);
    await answer(request, response);
  });
});
afterAll(() => hub.close());

const portOf = ({ base }: LoopbackServer) => Number(new URL(base).port);
const ask = ({ port }: Front, method: string, target: string, ...headers: [name: string, value: string][]) =>
  overSocket(port)({ method, target, headers, body: undefined }) as Promise<Given>;
const headersOf = ({ headers }: Given) => Object.fromEntries(headers);

describe.each([nginx, caddy])('$name', (kind) => {
  const runs = needs(kind.missing);
  let front: Front;
  beforeAll(async () => {
    answer = (_, response) => response.end();
    if (kind.missing === undefined) front = await startFront(kind, { hubPorts: [portOf(hub)], folder });
  });
  afterAll(() => front?.stop());

  test('targets, ranges and hosts reach the hub as they were sent', runs, async () => {
    const seen: (string | undefined)[] = [];
    answer = ({ headers }, response) => {
      seen.push(headers.host, headers['accept-encoding']);
      response.end();
    };
    const targets = ['/api/account/saved/acme%2Fx', '//a//b', '/a/%6dain/x%20y?c=%2F&d', '/v2/a/b/blobs/sha256:0'];
    asked = [];
    for (const target of targets) await ask(front, 'GET', target, ['Host', 'models.example.org:8443']);
    expect(asked).toEqual(targets.map((target) => `GET ${target}`));
    expect(new Set(seen)).toEqual(new Set(['models.example.org:8443', undefined]));
  });

  test('a caller’s own X-Forwarded-For is replaced', runs, async () => {
    let forwarded: unknown;
    answer = ({ headers }, response) => {
      forwarded = [headers['x-forwarded-for'], headers['x-forwarded-proto']];
      response.end();
    };
    await ask(front, 'GET', '/forwarded', ['X-Forwarded-For', '192.0.2.1'], ['X-Forwarded-Proto', 'https']);
    expect(forwarded).toEqual(['127.0.0.1', 'http']);
  });

  test('a large body arrives whole, and its first part before its last', runs, async () => {
    let size = 0;
    answer = async (request, response) => {
      for await (const bytes of request) size += bytes.length;
      response.end();
    };
    const headers = { 'Content-Length': 32 * MIB };
    const sending = request(`${front.url}/api/v1/objects`, { method: 'POST', headers });
    sending.write(Buffer.alloc(MIB));
    await expect.poll(() => size).toBeGreaterThan(0);
    sending.end(Buffer.alloc(31 * MIB));
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    expect([response.statusCode, size]).toEqual([200, 32 * MIB]);
  });

  test('a read is given up, and a write is waited for', { ...runs, timeout: 30_000 }, async () => {
    answer = async (_, response) => {
      await sleep((READ_SECONDS + 1) * 1000);
      response.end();
    };
    const asks: [method: string, target: string, status: number][] = [
      ['GET', `/${models.bert.id}/resolve/main/config.json`, 502],
      ['HEAD', '/api/models?search=x', 502],
      ['PATCH', '/api/account/me', 200],
      ['POST', '/mcp', 200],
      ['DELETE', '/api/account/saved/acme%2Fx', 200],
    ];
    const given = asks.map(async ([method, target]) => [method, target, (await ask(front, method, target)).status]);
    expect(await Promise.all(given)).toEqual(asks);
  });
});

describe('nginx keeps answers', needs(nginx.missing), () => {
  let front: Front;
  beforeAll(async () => {
    front = await startFront(nginx, { hubPorts: [portOf(hub)] });
  });
  afterAll(() => front?.stop());

  /** Asks twice, and returns how often the hub was asked. */
  async function times(method: string, target: string, ...headers: [string, string][]): Promise<number> {
    asked = [];
    for (const _ of [1, 2]) await ask(front, method, target, ...headers);
    return asked.length;
  }

  test.each(Object.entries(CACHE_CONTROL))('of the cache life %s as it says', async (name, value) => {
    answer = (_, response) => response.setHeader('Cache-Control', value).end('x');
    expect(await times('GET', `/${name}`)).toBe(name === 'no-store' ? 2 : 1);
  });

  test.each<[string, Record<string, string>, [string, string][]]>([
    ['no life', {}, []],
    ['a private answer', { 'Cache-Control': 'private, max-age=60' }, []],
    ['a cookie', { 'Cache-Control': 'public, max-age=60', 'Set-Cookie': 'a=b' }, []],
    ['an Authorization', { 'Cache-Control': 'public, max-age=60' }, [['Authorization', 'Bearer x']]],
    ['a Cookie', { 'Cache-Control': 'public, max-age=60' }, [['Cookie', 'a=b']]],
  ])('but none with %s', async (name, headers, sent) => {
    answer = (_, response) => response.writeHead(200, headers).end('x');
    expect(await times('GET', `/none/${encodeURIComponent(name)}`, ...sent)).toBe(2);
  });

  test('each for its own Accept, method and host, and with the id of the request', async () => {
    answer = ({ headers, method }, response) => {
      response.setHeader('X-Request-Id', 'of the hub');
      response.setHeader('Cache-Control', CACHE_CONTROL.brief).setHeader('Vary', 'Accept');
      response.end(`${method} ${headers.accept} ${headers.host}`);
    };
    for (const _ of ['first', 'again'])
      for (const accept of ['text/html', 'application/json'])
        for (const host of ['a.example', 'b.example']) {
          const given = await ask(
            front,
            'GET',
            '/varies',
            ['Accept', accept],
            ['Host', host],
            ['X-Request-Id', 'mine'],
          );
          expect(given.body.toString()).toBe(`GET ${accept} ${host}`);
          expect(headersOf(given)['x-request-id']).toBe('mine');
        }
    asked = [];
    await ask(front, 'HEAD', '/varies', ['Accept', 'text/html'], ['Host', 'a.example']);
    expect(asked).toEqual(['HEAD /varies']);
  });

  test('and takes a body of 32 MiB, no larger one', async () => {
    const headers = { 'Content-Length': 32 * MIB + 1 };
    const sending = request(`${front.url}/api/v1/objects`, { method: 'POST', headers });
    sending.on('error', () => {}).flushHeaders();
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    sending.destroy();
  });
});

const PART: [name: string, value: string] = ['Range', 'bytes=0-1'];

describe.each([nginx, caddy])('$name, while the hub is away', (kind) => {
  const runs = needs(kind.missing);
  let front: Front;
  beforeAll(async () => {
    if (kind.missing !== undefined) return;
    const passing = await servedBy((_, response) =>
      response.setHeader('Cache-Control', CACHE_CONTROL.brief).end('old'),
    );
    front = await startFront(kind, { hubPorts: [portOf(passing)], folder });
    await ask(front, 'GET', '/openapi.json');
    await passing.close();
  });
  afterAll(() => front?.stop());

  test('says so, and that nobody keeps it', runs, async () => {
    for (const [method, target] of [
      ['GET', '/api/models?search=x'],
      ['GET', '/v2/a/b/tags/list'],
      ['GET', '/.export/state.json'],
      ['GET', '/_astro/../.export/state.json'],
      ['GET', '/%2eexport/state.json'],
      ['GET', '/openapi.json?x'],
      ['POST', '/mcp'],
      ['PUT', '/openapi.json'],
    ] as const) {
      const given = await ask(front, method, target);
      expect([target, given.status]).toEqual([target, 502]);
      expect(headersOf(given)).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
        'retry-after': '5',
        'content-type': expect.stringMatching(/^application\/json/),
      });
      expect(JSON.parse(given.body.toString())).toEqual({ error: expect.stringContaining('away') });
    }
  });

  test('answers what it has', runs, async () => {
    await sleep(kind === nginx ? 5100 : 0);
    // Caddy sends a file whole; nginx leaves ranges to the hub.
    const given = await ask(front, 'GET', '/openapi.json', ...(kind === caddy ? [PART] : []));
    expect([given.status, given.body.toString()]).toEqual([200, kind === nginx ? 'old' : EXPORTED['openapi.json']]);
  });
});

test.each<[target: string, accept: string, type: string, text: string]>([
  ['/', 'text/html,*/*;q=0.8', 'text/html; charset=utf-8', 'a page'],
  ['/', '*/*', 'text/markdown; charset=utf-8', 'a brief'],
  ['/api/models/a/b', '*/*', 'application/json', '{}'],
  ['/api/models/a/b/', 'text/html', 'application/json', '{}'],
])('Caddy answers %s as %s from the exported folder', needs(caddy.missing), async (target, accept, type, text) => {
  const front = await startFront(caddy, { hubPorts: [9], folder });
  const given = await ask(front, 'GET', target, ['Accept', accept]);
  await front.stop();
  expect([given.status, given.body.toString()]).toEqual([200, text]);
  const kept = { 'content-type': type, 'content-security-policy': PAGE_SECURITY[1], 'cache-control': 'no-store' };
  expect(headersOf(given)).toMatchObject(kept);
});

test('nginx takes a thousand requests at once from one address, and 200 a second', needs(nginx.missing), async () => {
  answer = (_, response) => response.setHeader('Cache-Control', CACHE_CONTROL.immutable).end();
  const front = await startFront(nginx, { hubPorts: [portOf(hub)], isLimited: true });
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const counts = new Map<number | undefined, number>();
  const asks = Array.from({ length: 3000 }, async () => {
    const [response] = (await once(request(front.url, { agent }).end(), 'response')) as [IncomingMessage];
    response.resume();
    counts.set(response.statusCode, (counts.get(response.statusCode) ?? 0) + 1);
  });
  await Promise.all(asks);
  agent.destroy();
  await front.stop();
  expect([...counts.keys()].sort()).toEqual([200, 429]);
  expect(counts.get(200)).toBeGreaterThanOrEqual(1000);
});
