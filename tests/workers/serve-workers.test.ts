// Tests that several workers at one port act as one hub: they share one state, all report it, and nothing is lost when
// a worker ends.
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { serve } from '../../functions/hosts/node/serve.ts';
import { readConfig } from '../../src/service/config.ts';
import { editTree } from '../fixtures/edited-tree.ts';
import { service } from '../fixtures/hub.ts';
import { audience, issuer, publicPem, tokenFor } from '../fixtures/identity.ts';
import { models } from '../fixtures/rows.ts';
import { sampleOf } from '../fixtures/scrape.ts';
import {
  agreed,
  askAll,
  askOnce,
  type CountedSource,
  open,
  startSource,
  startWorkersHub,
  type WorkersHub,
} from './workers-hub.ts';

const { dist } = inject('fixture');
const FILE = `/${models.bert.id}/resolve/main/config.json`;

let hub: WorkersHub;
let source: CountedSource | undefined;
const folders: string[] = [];
afterEach(async () => {
  await hub.close();
  source?.stop();
  source = undefined;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The time limit of polls, in milliseconds: a worker needs seconds to start on a busy machine. */
const SLOWLY = { timeout: 20_000 };

const scratch = () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-workers-'));
  folders.push(folder);
  return folder;
};

async function start(env: Record<string, string> = {}, facts = service): Promise<void> {
  hub = await startWorkersHub({ HUB_DIST: dist, HUB_DATA: scratch(), ...env }, facts);
}

const statusOf = (answer: string) => Number(answer.split(' ')[1]);

test('sources are probed once for all workers, and all report the same health', async () => {
  source = await startSource();
  await start({ HUB_PROBE: '3600' }, source.facts);
  const health = await agreed(hub.url, '/api/hub/health', (told) => !told.includes('"checked":null'));
  expect(JSON.parse(health).sources['huggingface.co']).toMatchObject({ ok: true, reason: 'verified' });
  expect(source.asked.filter((line) => line.includes('/probe')).sort()).toHaveLength(source.facts.sources.length);
});

test('metrics are summed over the workers, and the counts of a worker that ended are kept', async () => {
  await start({ HUB_METRICS: '127.0.0.1:0' });
  const scrape = async () => (await fetch(hub.metrics!)).text();
  const [first] = service.sources;
  const redirects = { row: 'resolve', status: '302', source: first!.token };
  const counted = async () => sampleOf(await scrape(), 'modelhub_requests_total', redirects);
  const asked = (await askAll(hub.url, FILE)).length;
  // A request is counted shortly after its answer is sent.
  await expect.poll(counted, SLOWLY).toBe(asked);
  const text = await scrape();
  expect(sampleOf(text, 'modelhub_request_duration_seconds_count', { row: 'resolve' })).toBe(asked);
  for (const thread of ['main', '1', '2'])
    expect(sampleOf(text, 'modelhub_heap_used_bytes', { thread }), thread).toBeGreaterThan(1e6);
  expect(text.match(/^process_cpu_seconds_total/gm)).toHaveLength(1);
  await hub.threads()[0]!.terminate();
  await expect.poll(() => hub.threads(), SLOWLY).toHaveLength(2);
  expect(await counted()).toBe(asked);
  await vi.waitFor(() => askOnce(hub.url, FILE), SLOWLY);
  await expect.poll(counted, SLOWLY).toBe(asked + 1);
});

test('when the hub ends, a client of each worker with an open connection gets one last answer', async () => {
  await start();
  const sockets = Array.from({ length: 16 }, () => open(hub.url));
  const head = `GET ${FILE} HTTP/1.1\r\nHost: hub.example\r\n\r\n`;
  await Promise.all(
    sockets.map((socket) => {
      socket.write(head);
      return once(socket, 'data');
    }),
  );
  const left = hub.leave();
  const answers = sockets.map(async (socket) => {
    socket.write(head);
    const [told] = (await once(socket, 'data')) as [string];
    socket.destroy();
    return told;
  });
  for (const told of await Promise.all(answers)) expect(told).toMatch(/^HTTP\/1\.1 302 /);
  await left;
});

test('a refusal of a source that one worker meets is known to all workers, by one request', async () => {
  source = await startSource();
  await start({ HUB_PROBE: '3600' }, source.facts);
  await agreed(hub.url, '/api/hub/health', (told) => !told.includes('"checked":null'));
  source.lacks.push(`/srca/${models.bert.id}`);
  await askAll(hub.url, FILE);
  const told = await agreed(hub.url, '/api/hub/health', (answer) => answer.includes('refusing'));
  expect(JSON.parse(told).refusing).toEqual({ 'huggingface.co': 1 });
  expect(source.asked.filter((line) => line.includes(`/srca/${models.bert.id}`))).toHaveLength(1);
  // A new worker knows the refusal too.
  await hub.threads()[0]!.terminate();
  await vi.waitFor(() => expect(hub.threads()).toHaveLength(2), SLOWLY);
  await agreed(hub.url, '/api/hub/health', (answer) => answer === told);
});

test('an account’s requests are counted together for all workers', async () => {
  await start({ HUB_IDENTITY_KEY: publicPem, HUB_IDENTITY_ISSUER: issuer, HUB_IDENTITY_AUDIENCE: audience });
  const headers = { Authorization: `Bearer ${tokenFor('did:example:alice')}`, Connection: 'close' };
  const save = async (at: number) => {
    const body = JSON.stringify({ model: `o/${at}` });
    return (await fetch(`${hub.url}/api/account/saved`, { method: 'POST', headers, body })).status;
  };
  const answers = await Promise.all(Array.from({ length: 70 }, (_, at) => save(at)));
  expect(answers.filter((status) => status === 200)).toHaveLength(60);
  expect(answers.filter((status) => status === 429)).toHaveLength(10);
  const account = await askOnce(hub.url, '/api/account/me', `Authorization: ${headers.Authorization}`);
  expect(JSON.parse(account.slice(account.indexOf('\r\n\r\n')))).toMatchObject({ saved: { length: 60 } });
});

test('a published object is served and listed by all workers alike', async () => {
  await start({ HUB_PUBLISHER_TOKEN: 'publisher' });
  const headers = { Authorization: 'Bearer publisher', Connection: 'close' };
  const publish = (at: number) =>
    fetch(`${hub.url}/api/v1/objects`, { method: 'POST', headers, body: `object ${at % 8}` });
  const told = await Promise.all(Array.from({ length: 32 }, async (_, at) => (await publish(at)).json()));
  // The 32 requests publish eight objects. All publishers of the same object get the same description.
  expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(8);
  const lists = await Promise.all(
    Array.from({ length: 16 }, () => askOnce(hub.url, '/api/v1/objects?limit=5', `Authorization: Bearer publisher`)),
  );
  expect(new Set(lists.map((answer) => answer.slice(answer.indexOf('\r\n\r\n')))).size).toBe(1);
  for (const answer of await askAll(hub.url, `/api/v1/objects/${told[0].id}`)) expect(answer).toMatch(/object \d$/);
});

test('a worker that ends is started again, and the others continue', async () => {
  await start();
  const [first] = hub.threads();
  await first!.terminate();
  const answers = await askAll(hub.url, FILE);
  expect(new Set(answers.map(statusOf))).toEqual(new Set([302]));
  await vi.waitFor(() => expect(hub.threads()).toHaveLength(2), SLOWLY);
  expect(hub.notices).toEqual([expect.stringMatching(/^worker 1 of 2 ended and is restarted now: /)]);
  expect(hub.threads()).not.toContain(first);
});

test('the log has one whole line for each request, whichever worker answered', async () => {
  await start();
  for (let round = 0; round < 20; round++) await askAll(hub.url, `/api/models/nobody/asked-${round}`);
  await hub.close();
  const lines = hub.log.join('').split('\n');
  expect(lines.pop()).toBe('');
  expect(lines).toHaveLength(20 * 32);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ method: 'GET', status: 404 });
});

test('connections are limited for all workers together', async () => {
  const most = 12;
  await start({}, { ...service, limits: { connections: most } });
  const sockets = Array.from({ length: 4 * most }, () => open(hub.url).on('error', () => {}));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const isOpen = () => sockets.filter((socket) => !socket.destroyed && !socket.readableEnded);
  await vi.waitFor(() => expect(isOpen().length).toBeLessThanOrEqual(most), SLOWLY);
  // Both workers may refuse a connection at the same moment although there was room for one.
  expect(isOpen().length).toBeGreaterThanOrEqual(most - 2);
  for (const socket of sockets) socket.destroy();
});

test('a new tree goes live for all workers at once', async () => {
  const copy = scratch();
  cpSync(dist, copy, { recursive: true });
  await start({ HUB_DIST: copy });
  expect(statusOf((await askAll(hub.url, '/agent.md'))[0]!)).toBe(200);
  editTree(copy, 'documents', (entries) => entries.set('agent.md', new TextEncoder().encode('A new day.\n')));
  let isNew = false;
  const ask = async () => {
    const wasNew = isNew;
    const answer = await askOnce(hub.url, '/agent.md');
    const isNow = answer.endsWith('A new day.\n');
    // No caller gets an old answer after the first new one.
    expect(wasNew && !isNow).toBe(false);
    isNew ||= isNow;
  };
  await vi.waitFor(
    async () => {
      await Promise.all(Array.from({ length: 8 }, ask));
      expect(isNew).toBe(true);
    },
    { ...SLOWLY, interval: 1 },
  );
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 8 }, ask));
  expect(hub.notices).toEqual([]);
});

test('the search index is in memory once, and search answers from it', async () => {
  await start();
  const answers = await askAll(hub.url, '/api/models?search=bert&limit=1');
  expect(new Set(answers.map(statusOf))).toEqual(new Set([200]));
  expect(hub.memory.sharedFiles().length).toBeGreaterThan(1);
});

test('the workers serve the tree of another hub', async () => {
  const config = readConfig({ PORT: '0', HUB_PROBE: 'off', HUB_DIST: dist, HUB_DATA: scratch() });
  const elsewhere = await serve({ config, service, baseUrl: undefined, writeLog() {}, writeNotice() {} });
  try {
    await start({ HUB_TREE: elsewhere.url });
    for (const path of [FILE, '/api/models?search=bert&limit=1', `/api/models/${models.bert.id}`])
      expect(new Set((await askAll(hub.url, path)).map(statusOf)).size, path).toBe(1);
    expect(hub.notices).toEqual([expect.stringContaining('No website is built')]);
  } finally {
    await elsewhere.close();
  }
});

test('a port that is already in use is named', async () => {
  await start();
  const { port } = new URL(hub.url);
  await expect(startWorkersHub({ HUB_DIST: dist, HUB_DATA: scratch(), PORT: port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use: set PORT to another one`,
  );
});
