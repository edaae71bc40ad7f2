// Tests a hub that is about to end, which still answers for a while and keeps no connection open, and the metrics of a hub:
// the numbers are right, they name no person, and they are served at an address of their own.

import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ServeSettings, Serving } from '../../../../../functions/hosts/node/serve.ts';
import { sha256Hex } from '../../../../../src/digests/sha.ts';
import type { Service } from '../../../../../src/service/service.ts';
import { service } from '../../../../fixtures/hub.ts';
import { models } from '../../../../fixtures/rows.ts';
import { sampleOf } from '../../../../fixtures/scrape.ts';
import { serveFixture } from '../../../../fixtures/serve-fixture.ts';
import { serverOfTest } from '../../../../fixtures/server-of-test.ts';

let serving: Serving;

/** Requests `path`, and returns the status and the Connection header of the answer. */
const connectionOf = (path: string) =>
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
  for (const path of ['/healthz', '/readyz']) expect(await connectionOf(path)).toEqual([200, 'keep-alive']);
  const left = serving.leave();
  for (const path of ['/healthz', '/readyz']) expect(await connectionOf(path)).toEqual([503, 'close']);
  expect(await connectionOf('/livez')).toEqual([200, 'close']);
  expect(await connectionOf(MODEL)).toEqual([200, 'close']);
  await left;
  await serving.close();
  await expect(connectionOf(MODEL)).rejects.toThrow('ECONNREFUSED');
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
  await expect(connectionOf('/healthz')).rejects.toThrow('ECONNREFUSED');
});

async function start(env: Record<string, string> = {}, more: Partial<ServeSettings> = {}): Promise<void> {
  serving = await serveFixture({ HUB_METRICS: '127.0.0.1:0', ...env }, more);
}

const ask = (path: string, init: RequestInit = {}) => fetch(serving.url + path, { redirect: 'manual', ...init });
const scrape = async () => (await fetch(serving.metrics!)).text();
const FILE = `/${models.bert.id}/resolve/main/config.json`;

test('requests are counted by row, status and source, and their times by row', async () => {
  await start();
  for (let at = 0; at < 3; at++) await ask(FILE);
  await ask(`/api/models/${models.bert.id}`);
  await ask('/nobody/has-this/resolve/main/config.json');
  await ask('/no/such/address/at/all', { method: 'POST' });
  const text = await scrape();
  const [first] = service.sources;
  expect(sampleOf(text, 'modelhub_requests_total', { row: 'resolve', status: '302', source: first!.token })).toBe(3);
  expect(sampleOf(text, 'modelhub_requests_total', { row: 'resolve', status: '404' })).toBe(1);
  expect(sampleOf(text, 'modelhub_requests_total', { row: 'model', status: '200' })).toBe(1);
  expect(sampleOf(text, 'modelhub_requests_total', { row: 'none', status: '404' })).toBe(1);
  expect(sampleOf(text, 'modelhub_request_duration_seconds_count', { row: 'resolve' })).toBe(4);
  expect(sampleOf(text, 'modelhub_request_duration_seconds_bucket', { row: 'resolve', le: '+Inf' })).toBe(4);
  expect(sampleOf(text, 'modelhub_request_duration_seconds_sum', { row: 'resolve' })).toBeGreaterThan(0);
});

test('the metrics show the index, the log, the database, the sources and the process', async () => {
  await start({}, { lostLines: () => ({ log: 7, notices: 0 }), daysAside: () => 2 });
  const text = await scrape();
  expect(sampleOf(text, 'modelhub_index_models')).toBeGreaterThan(5);
  expect(sampleOf(text, 'modelhub_index_day_timestamp_seconds')).toBe(Date.parse('2026-11-19') / 1000);
  expect(sampleOf(text, 'modelhub_tree_current')).toBe(1);
  expect(sampleOf(text, 'modelhub_log_expiry_timestamp_seconds')).toBeGreaterThan(Date.parse('2026-11-20') / 1000);
  expect(sampleOf(text, 'modelhub_database_up')).toBe(1);
  expect(sampleOf(text, 'modelhub_index_kept_aside')).toBe(2);
  expect(sampleOf(text, 'modelhub_lines_lost_total', { output: 'log' })).toBe(7);
  for (const { token } of service.sources) expect(sampleOf(text, 'modelhub_source_up', { source: token })).toBe(1);
  expect(sampleOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(sampleOf(text, 'nodejs_heap_size_used_bytes')).toBeGreaterThan(1e6);
  expect(sampleOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
});

/** Starts a server in place of every source. It has the probe file of each. */
async function startSources(): Promise<Service['sources']> {
  const base = await serverOfTest((_, response) => void response.end('x'));
  const file = { id: 'a/b', revision: 'main', path: 'probe', root: 'probe', sha256: sha256Hex(Buffer.from('x')) };
  return service.sources.map((one) => ({ ...one, base, probe: { ...file, timeLimit: 10 } }));
}

test('the metrics show a source that is down, and redirects to other sources', async () => {
  const [first, ...others] = await startSources();
  const away = { ...first!, base: 'http://127.0.0.1:1' };
  await start({ HUB_PROBE: '3600' }, { service: { ...service, sources: [away, ...others] } });
  const down = { source: away.token };
  await expect.poll(async () => sampleOf(await scrape(), 'modelhub_source_up', down)).toBe(0);
  await ask(FILE);
  const text = await scrape();
  expect(sampleOf(text, 'modelhub_source_probed_timestamp_seconds', down)).toBeGreaterThan(Date.now() / 1000 - 60);
  expect(sampleOf(text, 'modelhub_failovers_total', { ...down, outcome: 'elsewhere' })).toBe(1);
});

test('the metrics contain nothing that a caller sent', async () => {
  await start();
  const secret = 'hf_abcdefghijklmnopqrstuvwxyz123456';
  await ask(`/${secret}/x/resolve/main/y?token=${secret}`, {
    headers: { Authorization: `Bearer ${secret}`, 'X-Request-Id': 'an-id-of-a-caller', 'User-Agent': secret },
  });
  const text = await scrape();
  for (const word of [secret, 'an-id-of-a-caller', models.bert.id]) expect(text).not.toContain(word);
});

test('the metrics are served at their own address under one path, and not at the public address', async () => {
  await start();
  const { origin } = new URL(serving.metrics!);
  expect(serving.metrics).toBe(`${origin}/metrics`);
  expect((await fetch(serving.metrics!)).headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect((await fetch(serving.metrics!, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(origin)).status).toBe(404);
  expect((await fetch(serving.metrics!, { method: 'POST' })).status).toBe(404);
  expect((await ask('/metrics')).status).toBe(404);
});

test('a metrics address that is in use stops the start with one sentence', async () => {
  const { host, port } = new URL(await serverOfTest(() => {}));
  await expect(start({ HUB_METRICS: host })).rejects.toThrow(
    `Nothing can listen at HUB_METRICS, 127.0.0.1, port ${port} (EADDRINUSE): set it to a free port of this machine.`,
  );
});
