// Tests apps with an address of their own: apps exist only at that address, and nothing else exists there.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Hub } from '../../../../functions/hub/hub.ts';
import { askWith, headerOf } from '../../../fixtures/asked.ts';
import { memoryHub } from '../../../fixtures/memory-hub.ts';

let hub: Hub;
beforeAll(() => {
  const spacesUrl = 'https://apps.example:8443';
  hub = memoryHub({ spacesUrl });
});

async function ask(target: string, host: string | undefined, method = 'GET') {
  const answer = await hub(askWith(target, { host, accept: 'text/html' }, method));
  const header = (name: string) => headerOf(answer, name);
  return { status: answer.status, location: header('Location'), header };
}

test.each([
  ['/spaces/verify/', '/spaces/verify/'],
  ['/spaces/verify', '/spaces/verify/'],
  ['/spaces//verify/index.html?a=b&c', '/spaces/verify/index.html?a=b&c'],
  ['/spaces/verify/%C3%A9', '/spaces/verify/%C3%A9'],
  ['/spaces/nothing/', '/spaces/nothing/'],
  ['/via/srca/spaces/verify/', '/spaces/verify/'],
])('%s is redirected from the hub’s address', async (target, path) => {
  for (const host of ['hub.example', '127.0.0.1', 'apps.example', 'apps.example:443', undefined, '']) {
    const { status, location, header } = await ask(target, host);
    expect([status, location, header('Cache-Control')]).toEqual([307, `https://apps.example:8443${path}`, 'no-store']);
  }
});

describe('at the address of apps', () => {
  test('an app is complete, has an origin of its own, and may send requests to the hub', async () => {
    for (const host of ['apps.example:8443', 'APPS.example:8443']) {
      const { status, header } = await ask('/spaces/verify/', host);
      expect(status).toBe(200);
      expect(header('Content-Security-Policy')).toMatch(
        /^default-src 'none'; .*connect-src 'self' https:\/\/hub\.example;/,
      );
      expect(header('Content-Security-Policy')).not.toContain('sandbox');
    }
    expect((await ask('https://apps.example:8443/spaces/verify/', 'hub.example')).status).toBe(200);
    expect((await ask('/via/srca/spaces/verify/', 'apps.example:8443')).status).toBe(200);
    expect((await ask('/spaces/verify', 'apps.example:8443')).location).toBe('/spaces/verify/');
  });

  test.each([
    '/',
    '/account/',
    '/spaces/',
    '/spaces/spaces.json',
    '/spaces',
    '/api/models',
    '/api/account/me',
    '/v2/',
    '/mcp',
    '/favicon.svg',
    '/spaces/nothing/',
    '/spaces/verify/nothing.js',
  ])('%s is not found there, and no page of the hub is shown', async (target) => {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      const { status, header } = await ask(target, 'apps.example:8443', method);
      expect([status, header('Cache-Control')]).toEqual([method === 'GET' || status === 404 ? 404 : 405, 'no-store']);
      expect(header('Content-Type')).not.toContain('html');
    }
  });
});

test('everything else is at the hub’s address, as without an address for apps', async () => {
  expect((await ask('/spaces/', 'hub.example')).status).toBe(200);
  expect((await ask('/spaces/spaces.json', 'hub.example')).status).toBe(200);
  expect((await ask('/spaces/verify/', 'hub.example', 'POST')).status).toBe(405);
});
