// Tests `model-hub serve` as a process: its start, its end, and a log that nobody reads.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, inject, onTestFinished, test } from 'vitest';
import { type ServedProcess, serveProcess } from '../../../faults/served-process.ts';
import { compileCache } from '../../../fixtures/compile-cache.ts';
import { freePort } from '../../../fixtures/free-port.ts';

const BIN = join(import.meta.dirname, '../../../../generator/bin.mjs');

const head = (method: string, path: string, ...lines: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: a', ...lines].join('\r\n')}\r\n\r\n`;

const form = 'Content-Type: application/x-www-form-urlencoded';

let hub: ServedProcess | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await hub?.stop();
});

/** Opens a connection and sends `bytes`. The connection stays half open when the server ends its side. */
async function open(bytes: string): Promise<Socket> {
  const socket = connect({ port: hub!.port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => {}).write(bytes);
  await once(socket, 'connect');
  return socket;
}

/** Opens a connection with a request whose body the server waits for. The server has already sent 100 Continue. */
async function upload(): Promise<Socket> {
  const socket = await open(
    head('POST', '/api/models/acme/tiny-bert/paths-info/main', 'Content-Length: 7', 'Expect: 100-continue', form),
  );
  const [told] = await once(socket, 'data');
  expect(String(told)).toMatch(/^HTTP\/1\.1 100 /);
  return socket;
}

/** Returns how the hub ended, or that it did not end within eight seconds. Slow requests would have ten seconds. */
const endOf = ({ ended }: ServedProcess) =>
  Promise.race([ended, new Promise<string>((resolve) => setTimeout(resolve, 8000, 'still there').unref())]);

/** Resolves when the server accepts no new connections. */
const takesNoMore = ({ url }: ServedProcess) =>
  expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');

test('SIGTERM ends the server at once if no request runs, whatever connections are open', async () => {
  hub = await serveProcess(inject('fixture'));
  const idle = await open(head('GET', '/healthz'));
  await once(idle, 'data');
  await open('');
  await open('GET /half HTTP/1.1\r\nHo');
  hub.kill('SIGTERM');
  expect(await endOf(hub)).toBe('0');
});

test('running requests finish before the server ends, but a second signal ends it at once', async () => {
  hub = await serveProcess(inject('fixture'));
  const slow = await upload();
  hub.kill('SIGTERM');
  await takesNoMore(hub);
  slow.write('paths=x');
  const [told] = await once(slow, 'data');
  expect(String(told)).toMatch(/^HTTP\/1\.1 200 .*Connection: close\r\n/s);
  expect(await endOf(hub)).toBe('0');

  hub = await serveProcess(inject('fixture'));
  await upload();
  hub.kill('SIGINT');
  await takesNoMore(hub);
  hub.kill('SIGTERM');
  expect(await endOf(hub)).toBe('1');
});

/** Starts `serve` as a process without waiting for it. Returns its standard error and its exit code. */
function start(port: number, more: Record<string, string> = {}) {
  const { dist, data } = inject('fixture');
  const env = { PATH: process.env.PATH, ...compileCache, PORT: String(port), HUB_PROBE: 'off' };
  const child = spawn(process.execPath, [BIN, 'serve'], {
    env: { ...env, HUB_DIST: dist, HUB_DATA: data, ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const end = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], said]) => ({ code, said }));
  return { child, end };
}

/** Resolves when a process listens at the port. */
async function isOpen(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await wait(1);
    } finally {
      socket.destroy();
    }
  }
}

test('SIGTERM ends the server as soon as the port is open', async () => {
  const port = await freePort();
  const { child, end } = start(port);
  await isOpen(port);
  child.kill('SIGTERM');
  expect(await end).toEqual({ code: 0, said: '' });
});

test('a hub without a tree says so, and answers 503 until there is one', async () => {
  const port = await freePort();
  const { child, end } = start(port, { HUB_DIST: join(inject('fixture').data, 'nothing-here') });
  await isOpen(port);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
  expect((await fetch(`http://127.0.0.1:${port}/api/models`)).headers.get('x-error-code')).toBe('NotBuilt');
  child.kill('SIGTERM');
  expect(await end).toEqual({ code: 0, said: expect.stringMatching(/^model-hub: There is no tree in .*: run "model/) });
});

test('if two servers start at the same port, one gets it and the other exits with a sentence', async () => {
  const port = await freePort();
  const both = [start(port), start(port)];
  const [lost, winner] = await Promise.race(
    both.map(({ end }, at) => end.then((lost) => [lost, both[1 - at]!] as const)),
  );
  const sentence = `model-hub: Port ${port} on 127.0.0.1 is in use: set PORT to another one, or stop what listens there.\n`;
  expect(lost).toEqual({ code: 1, said: sentence });
  await isOpen(port);
  winner.child.kill('SIGTERM');
  expect(await winner.end).toEqual({ code: 0, said: '' });
});

test('HUB_TREE serves the tree of another folder', async () => {
  const { dist, data } = inject('fixture');
  hub = await serveProcess({ data, dist: join(data, 'nothing-here') }, { env: { HUB_TREE: `file:${dist}` } });
  expect((await fetch(`${hub.url}/api/models/acme/tiny-bert`)).status).toBe(200);
  expect(hub.notices()).toBe('');
});

test('a tree built for another address is served as if it had been built for this one', async () => {
  hub = await serveProcess(inject('fixture'), { env: { HUB_BASE_URL: 'https://elsewhere.example' } });
  const brief = await (await fetch(`${hub.url}/agent.md`)).text();
  expect(brief).toContain('https://elsewhere.example/mcp');
  expect(brief).not.toContain('https://hub.example');
  expect(hub.notices()).toBe('');
});

test.each([
  ['stops reading', 'sleep 60'],
  ['goes away', 'true'],
])('a reader of the log that %s causes one notice, and only lines are lost', async (_, reader) => {
  const pipe = spawn('sh', ['-c', reader], { stdio: ['pipe', 'ignore', 'ignore'] });
  try {
    hub = await serveProcess(inject('fixture'), { log: pipe.stdin });
    for (let sent = 0; sent < 8; sent++) {
      const socket = await open(
        head('GET', `/api/models/acme/tiny-bert`).repeat(2500) + head('GET', '/healthz', 'Connection: close'),
      );
      socket.resume();
      await once(socket, 'end');
    }
    expect(hub.notices().split('\n').filter(Boolean)).toEqual([
      expect.stringMatching(/^Standard output .*log lines beyond a mebibyte are lost/),
    ]);
  } finally {
    pipe.kill('SIGKILL');
  }
});
