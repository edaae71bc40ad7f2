// Tests hubs that take their settings from the environment, in Deno, in Bun, and as a Lambda function in Node.
// Database, tree and published objects are on the disk.
// @module-tag all
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { installedRuntime, runtimesMissing } from '../clients/runtimes.ts';
import { overSocket } from '../contract/players.ts';
import { freePort } from '../fixtures/free-port.ts';
import { baseUrl } from '../fixtures/hub.ts';
import { audience, issuer, publicPem, tokenFor } from '../fixtures/identity.ts';
import { needs } from '../fixtures/needs.ts';
import { runServer } from '../fixtures/running-server.ts';

const root = join(import.meta.dirname, '../..');
const MODULE = join(root, 'functions/hosts/web/fetch.ts');

/** Makes the environment variables of a hub over the fixture's tree, with its own `folder`. */
const environment = (folder: string) => ({
  HUB_DIST: inject('fixture').dist,
  HUB_DATA: folder,
  HUB_BASE_URL: baseUrl,
  HUB_PROBE: 'off',
  HUB_IDENTITY_KEY: publicPem,
  HUB_IDENTITY_ISSUER: issuer,
  HUB_IDENTITY_AUDIENCE: audience,
  HUB_PUBLISHER_TOKEN: 'publisher-token',
});

const servers = {
  deno: (port: number) => ['serve', '--allow-all', '--quiet', `--port=${port}`, '--host=127.0.0.1', MODULE],
  bun: () => [MODULE],
};

const folders: string[] = [];
const scratch = () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-runtime-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe.each(['deno', 'bun'] as const)('%s', (name) => {
  const command = installedRuntime(name);
  const needed = needs(runtimesMissing(name));
  let url = '';
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    if (command === undefined) return;
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const env = { ...environment(scratch()), PORT: String(port), NODE_ENV: 'production' };
    ({ stop } = await runServer({ command, words: servers[name](port), env, url: `${url}/healthz`, seconds: 60 }));
  }, 90_000);
  afterAll(() => stop?.());

  const ask = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init });

  test('serves with accounts and objects of its own', needed, async () => {
    expect(await (await ask('/healthz')).json()).toMatchObject({ status: 'ready' });
    // A host that no URL can contain must not break the server. The runtimes answer it differently.
    const odd = await overSocket(Number(new URL(url).port))({
      method: 'GET',
      target: '/api/models?search=x',
      headers: [['Host', 'a:99999']],
      body: undefined,
    });
    expect([400, 200]).toContain(odd!.status);
    const headers = { Authorization: `Bearer ${tokenFor('did:example:alice')}` };
    const saved = await ask('/api/account/saved', {
      method: 'POST',
      body: '{"model":"acme/tiny-bert"}',
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
    expect([saved.status, await (await ask('/api/account/me', { headers })).json()]).toEqual([
      200,
      expect.objectContaining({ saved: ['acme/tiny-bert'] }),
    ]);
    const publisher = { Authorization: 'Bearer publisher-token', 'Content-Type': 'text/plain' };
    const published = await ask('/api/v1/objects?kind=test', { method: 'POST', headers: publisher, body: 'an object' });
    const { id } = (await published.json()) as { id: string };
    expect(await (await ask(`/api/v1/objects/${id}`)).text()).toBe('an object');
  });

  test('listens at the given address, and nowhere else', needed, async () => {
    await expect(fetch(`${url.replace('127.0.0.1', '127.0.0.2')}/healthz`)).rejects.toThrow();
  });

  test('at SIGTERM writes what it still keeps in memory, and prints nothing', {
    ...needed,
    timeout: 90_000,
  }, async () => {
    const port = await freePort();
    const env = { ...environment(scratch()), PORT: String(port), NODE_ENV: 'production' };
    const asked = `http://127.0.0.1:${port}/api/models/nobody/asked-before-the-end`;
    const wait = { url: asked, seconds: 60 };
    const server = await runServer({ command: command!, words: servers[name](port), env, ...wait });
    await server.stop();
    expect([await server.ended, server.complaint()]).toEqual([0, '']);
    const rows = new DatabaseSync(join(env.HUB_DATA, 'hub.db')).prepare('SELECT model FROM demand').all();
    expect(rows).toEqual([{ model: 'nobody/asked-before-the-end' }]);
  });

  test('answers 503 while no tree is built', { ...needed, timeout: 90_000 }, async () => {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const env = { ...environment(scratch()), HUB_DIST: scratch(), PORT: String(port) };
    const server = await runServer({
      command: command!,
      words: servers[name](port),
      env,
      url: `${base}/livez`,
      seconds: 60,
    });
    onTestFinished(() => server.stop());
    for (const path of ['/api/models', '/'])
      expect((await fetch(base + path, { headers: { Accept: 'text/html' } })).status).toBe(503);
  });

  test('says in one sentence why it can’t start', { ...needed, timeout: 60_000 }, async () => {
    const sentence = 'HUB_PROBE must be off or a whole number from 1 to 86400.';
    const port = await freePort();
    const env = { ...process.env, ...environment(scratch()), PORT: String(port), HUB_PROBE: 'x' };
    const child = spawn(command!, servers[name](port), { env, stdio: ['ignore', 'ignore', 'pipe'] });
    onTestFinished(() => void child.kill());
    const [said, [code]] = await Promise.all([textOf(child.stderr), once(child, 'close')]);
    expect([code, said]).toEqual([1, `model-hub: ${sentence}\n`]);
  });
});

describe('the module that Lambda loads', () => {
  let child: ChildProcess;
  let answers: AsyncIterator<string>;
  beforeAll(() => {
    const index = join(root, 'functions/hosts/lambda/index.mjs');
    // Simulates Lambda: each line is an event, and each answer a line.
    const script = `import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { text as textOf } from 'node:stream/consumers';
      const { handler } = await import(${JSON.stringify(index)});
      for await (const line of createInterface({ input: process.stdin }))
        console.log('answer ' + JSON.stringify(await handler(JSON.parse(line)).catch((error) => error.message)));`;
    const folder = scratch();
    const path = join(folder, 'lambda.mjs');
    writeFileSync(path, script);
    child = spawn(process.execPath, [path], {
      env: { ...process.env, ...environment(folder) },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    answers = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  });
  afterAll(() => void child.kill());

  const handled = async (event: object) => {
    child.stdin!.write(`${JSON.stringify(event)}\n`);
    for (;;) {
      const { value } = await answers.next();
      if (value.startsWith('answer ')) return JSON.parse(value.slice(7));
    }
  };
  const text = ({ body }: { body: string }) => Buffer.from(body, 'base64').toString();

  test('answers a function URL', async () => {
    const event = {
      version: '2.0',
      routeKey: '$default',
      rawPath: '/api/models',
      rawQueryString: 'search=tiny+bert&match=words&limit=1',
      headers: { host: 'abc.lambda-url.eu-west-1.on.aws', accept: 'application/json' },
      requestContext: { http: { method: 'GET', path: '/api/models', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' } },
      isBase64Encoded: false,
    };
    const answer = await handled(event);
    expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: true });
    expect(JSON.parse(text(answer))).toMatchObject([{ id: 'acme/tiny-bert' }]);
  });

  test('removes the stage that an HTTP API puts before a path, and refuses an event that is no request', async () => {
    const requestContext = { http: { method: 'GET' }, stage: 'prod' };
    expect(await handled({ rawPath: '/prod/healthz', requestContext })).toMatchObject({ statusCode: 200 });
    expect(await handled({ path: '/api/models', httpMethod: 'GET' })).toMatch(/payload format 2\.0/);
    expect(await handled({ Records: [] })).toMatch(/no HTTP request/);
  });

  test('accepts a body in Base64, and redirects', async () => {
    const requestContext = { http: { method: 'POST' } };
    const body = Buffer.from('paths=config.json').toString('base64');
    const posted = {
      rawPath: '/api/models/acme/tiny-bert/paths-info/main',
      rawQueryString: '',
      body,
      isBase64Encoded: true,
      requestContext,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    expect(JSON.parse(text(await handled(posted)))).toMatchObject([{ path: 'config.json' }]);
    const file = { rawPath: '/acme/tiny-bert/resolve/main/config.json', requestContext: { http: { method: 'HEAD' } } };
    expect(await handled(file)).toMatchObject({
      statusCode: 302,
      body: '',
      headers: { 'X-Hub-Source': 'huggingface.co' },
    });
  });
});
