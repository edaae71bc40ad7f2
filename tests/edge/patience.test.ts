// Tests how long web servers wait for a slow hub: a read gets three seconds, a write a minute, whatever the path.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENCE } from '../../src/edge/away.ts';
import { caddyfile } from '../../src/edge/caddy/caddyfile.ts';
import { nginxConfiguration } from '../../src/edge/nginx/nginx-configuration.ts';
import { caddyMissing, runCaddy } from '../fixtures/caddy.ts';
import { freePort } from '../fixtures/free-port.ts';
import { type LoopbackServer, servedBy } from '../fixtures/loopback-server.ts';
import { needs } from '../fixtures/needs.ts';
import { nginxMissing, runNginx } from '../fixtures/nginx.ts';
import { models } from '../fixtures/rows.ts';

const ASKED: readonly (readonly [method: string, target: string, status: number])[] = [
  ['GET', `/${models.bert.id}/resolve/main/config.json`, 502],
  ['HEAD', '/api/models?search=x', 502],
  ['GET', '/api/account/me', 502],
  ['PATCH', '/api/account/me', 200],
  ['POST', '/mcp', 200],
  ['POST', '/api/v1/objects', 200],
  ['DELETE', '/api/account/saved/acme%2Fx', 200],
  // No row of the route table has these writes, but a later hub may have them, and need time for them.
  ['PUT', '/', 200],
  ['POST', `/api/models/${models.bert.id}`, 200],
];

let folder: string;
let hub: LoopbackServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-patience-'));
  mkdirSync(join(folder, 'files'));
  hub = await servedBy(async (request, response) => {
    if (request.url !== '/livez') await sleep((PATIENCE.read + 1) * 1000);
    response.end();
  });
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true });
});

const fronts = [
  {
    name: 'nginx',
    missing: nginxMissing(),
    start: (settings: Parameters<typeof nginxConfiguration>[0], url: string) =>
      runNginx(join(folder, 'nginx'), nginxConfiguration(settings, 'a test'), url),
  },
  {
    name: 'Caddy',
    missing: caddyMissing(),
    start: (settings: Parameters<typeof caddyfile>[0], url: string) =>
      runCaddy(folder, caddyfile(settings, 'a test'), url),
  },
];

for (const { name, missing, start } of fronts)
  test(`${name} gives up a read, but waits for a write`, needs(missing), async () => {
    const listen = `127.0.0.1:${await freePort()}`;
    const url = `http://${listen}`;
    const hubs = [new URL(hub.base).host];
    const settings = { folder: join(folder, 'files'), hubs, listen, serverName: '_', spacesUrl: undefined };
    const front = await start({ ...settings, hasBrotli: false, isTls: false }, `${url}/livez`);
    try {
      const told = ASKED.map(async ([method, target]) => {
        const body = ['GET', 'HEAD'].includes(method) ? {} : { body: 'something' };
        const { status } = await fetch(url + target, { method, ...body });
        return [method, target, status];
      });
      expect(await Promise.all(told)).toEqual(ASKED);
    } finally {
      await front.stop();
    }
  });
