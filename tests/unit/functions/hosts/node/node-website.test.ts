// Tests the website on a Node server: which requests the website's handler gets, and how its pages are sent.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWebsite } from '../../../../../functions/hosts/node/node-website.ts';
import type { SiteHub } from '../../../../../src/site/site-hub.ts';
import { overSocket } from '../../../../contract/players.ts';
import { baseUrl } from '../../../../fixtures/hub.ts';
import { type LoopbackServer, servedHub } from '../../../../fixtures/loopback-server.ts';
import { memoryHub } from '../../../../fixtures/memory-hub.ts';
import { folderOfFile } from '../../../../fixtures/own-folder.ts';

/** The code of a website whose handler records its requests, and answers as the query of the request says. */
const MODULE = `export const asked = [];
const ways = {
  async parts(response) {
    response.writeHead(200, {});
    response.write('<title>');
    response.end('é</title>');
  },
  async failed(response, next, { tellFault }) {
    tellFault(new Error('no figures'));
    response.writeHead(500, {});
    response.end('It failed');
  },
  async silent(response) {
    response.writeHead(500, {});
    response.end();
  },
  async headless(response) {
    response.statusCode = 500;
    response.end('Internal Server Error');
  },
  nowhere: async (response, next) => next(),
  async broken(response) {
    response.writeHead(200, {});
    response.write('half', () => response.destroy(new Error('broken off')));
  },
};
export async function handler(request, response, next, locals) {
  const { method, url, headers, socket } = request;
  request.once('error', () => {});
  let body = '';
  for await (const part of request) body += part;
  asked.push({ method, url, headers, socket, body, locals: Object.keys(locals), path: locals.asked });
  await (ways[new URLSearchParams(url.split('?')[1]).get('way')] ?? ways.parts)(response, next, locals);
}
`;

interface Asked {
  url: string;
  headers: Record<string, string>;
  /** The path that the page believes to be the requested path. */
  path: string;
}

const folder = folderOfFile();
let served: LoopbackServer;
let asked: Asked[];

beforeAll(async () => {
  const path = join(folder, 'site/server/node.mjs');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, MODULE);
  ({ asked } = (await import(path)) as { asked: Asked[] });
  served = await servedHub(() => memoryHub({ pages: openWebsite(folder) }));
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => served.close());

const page = (query: string, path: string | undefined = '/models/') =>
  openWebsite(folder).render({ path, query, asked: '/Models/', status: 200 }, { baseUrl } as SiteHub);

describe('headers of a caller do not reach the website', () => {
  const hostile: [name: string, value: string][] = [
    ['Host', 'evil.example'],
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'ftp'],
    ['X-Forwarded-For', '192.0.2.1'],
    ['Forwarded', 'host=evil.example'],
    ['Cookie', 'session=evil'],
    ['Authorization', 'Bearer evil'],
    ['X-Original-URL', '/account/'],
    ['X-Astro-Path', '/account/'],
    ['Accept', 'text/html'],
  ];
  const ask = (method: string, target: string) =>
    overSocket(Number(new URL(served.base).port))({ method, target, headers: hostile, body: undefined });

  test.each([
    ['GET', '/models/', '/models/'],
    ['HEAD', '/models/', '/models/'],
    ['GET', 'http://evil.example/models/', '/models/'],
    ['GET', '//evil.example/models/', '/models/evil.example/models/'],
    ['GET', '/nothing/there/at/all/', '/404'],
  ])('%s %s', async (method, target, url) => {
    await ask(method, target);
    expect(asked).toEqual([
      {
        method: 'GET',
        url,
        headers: { host: 'hub.example' },
        socket: { encrypted: true },
        body: '',
        locals: ['hub', 'asked', 'tellFault'],
        path: expect.any(String),
      },
    ]);
  });

  test.each(['http://evil.example@hub.example/models/', '/models/%2e%2e/account/', '/%5c%5cevil.example/'])(
    'a refused target does not reach the website: %s',
    async (target) => {
      await ask('GET', target);
      // A browser gets the page for missing addresses, which is the same for every refused target.
      expect(asked.filter(({ url, path }) => url !== '/404' || path !== '/')).toEqual([]);
    },
  );
});

test('a page has all parts that the website wrote', async () => {
  const { status, html, ...rest } = await page('way=parts');
  expect([status, new TextDecoder().decode(html), rest]).toEqual([200, '<title>é</title>', {}]);
});

test('an error that the website reports comes with the page', async () => {
  const { status, html, fault } = await page('way=failed');
  expect([status, new TextDecoder().decode(html), fault]).toEqual([500, 'It failed', new Error('no figures')]);
  expect((await page('way=silent')).fault).toEqual(new Error('the website answered 500 and did not say why'));
});

test.each(['headless', 'nowhere', 'broken'])('a website that makes no whole page causes an error: %s', async (way) => {
  await expect(page(`way=${way}`)).rejects.toThrow('the website wrote no whole page');
});

test('without a website the error names the command that builds it', async () => {
  const missing = openWebsite(join(folder, 'nowhere'));
  const asking = missing.render({ path: '/', query: '', asked: '/', status: 200 }, { baseUrl } as SiteHub);
  await expect(asking).rejects.toThrow(/node\.mjs is missing; run "model-hub build"$/);
});
