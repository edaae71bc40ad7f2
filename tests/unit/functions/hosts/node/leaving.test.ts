// Tests a hub that is about to end. For a while it still answers, but its health says that it ends, and it keeps no
// connection open.

import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Serving } from '../../../../../functions/hosts/node/serve.ts';
import { serveFixture } from '../../../../fixtures/serve-fixture.ts';

let serving: Serving;

/** Requests `path`, and returns the status and the Connection header of the answer. */
const ask = (path: string) =>
  new Promise<[status: number | undefined, connection: string | undefined]>((resolve, reject) => {
    const asked = request(serving.url + path, { agent: false, headers: { Connection: 'keep-alive' } }, (response) => {
      response.resume();
      response.on('end', () => resolve([response.statusCode, response.headers.connection]));
    });
    asked.on('error', reject).end();
  });

const MODEL = '/api/models/acme/tiny-bert';

test('the hub answers as before, except for health, until its time is over', async () => {
  serving = await serveFixture({ HUB_DRAIN_SECONDS: '2' });
  for (const path of ['/healthz', '/readyz']) expect(await ask(path)).toEqual([200, 'keep-alive']);
  const left = serving.leave();
  for (const path of ['/healthz', '/readyz']) expect(await ask(path)).toEqual([503, 'close']);
  expect(await ask('/livez')).toEqual([200, 'close']);
  expect(await ask(MODEL)).toEqual([200, 'close']);
  await left;
  await serving.close();
  await expect(ask(MODEL)).rejects.toThrow('ECONNREFUSED');
});

test('without a time to drain, a kept connection gets one more answer, which says that it closes', async () => {
  serving = await serveFixture();
  const { hostname, port } = new URL(serving.url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  const head = `GET ${MODEL} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  socket.write(head);
  await once(socket, 'data');
  const left = serving.leave();
  socket.write(head);
  let told = '';
  for await (const bytes of socket) told += bytes;
  expect(told).toMatch(/HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s);
  await left;
});

test('without a time to drain and without connections, the hub ends at once', async () => {
  serving = await serveFixture();
  const left = serving.leave().then(() => 'left');
  expect(await Promise.race([left, wait(900, 'waits')])).toBe('left');
  await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED');
});
