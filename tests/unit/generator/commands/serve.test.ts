// `model-hub serve` as a process: how it ends, and a log that nobody reads.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { type ServedProcess, serveProcess } from '../../../faults/served-process.ts';

const head = (method: string, path: string, ...lines: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: a', ...lines].join('\r\n')}\r\n\r\n`;

const form = 'Content-Type: application/x-www-form-urlencoded';

let hub: ServedProcess | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await hub?.stop();
});

/** A connection on which `bytes` were sent; it stays open when the server ends its own end. */
async function open(bytes: string): Promise<Socket> {
  const socket = connect({ port: hub!.port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => {}).write(bytes);
  await once(socket, 'connect');
  return socket;
}

/** A connection with a request whose body is awaited: the server has said that it goes on. */
async function upload(): Promise<Socket> {
  const socket = await open(
    head('POST', '/api/models/acme/tiny-bert/paths-info/main', 'Content-Length: 7', 'Expect: 100-continue', form),
  );
  const [told] = await once(socket, 'data');
  expect(String(told)).toMatch(/^HTTP\/1\.1 100 /);
  return socket;
}

/** How it ended, or that it did not within eight seconds: ten is what slow answers are given. */
const endOf = ({ ended }: ServedProcess) =>
  Promise.race([ended, new Promise<string>((resolve) => setTimeout(resolve, 8000, 'still there').unref())]);

/** Resolves when new connections are refused. */
const takesNoMore = ({ url }: ServedProcess) =>
  expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');

test('SIGTERM ends it at once where nothing is under way, whatever is connected', async () => {
  hub = await serveProcess(inject('fixture'));
  const idle = await open(head('GET', '/healthz'));
  await once(idle, 'data');
  await open('');
  await open('GET /half HTTP/1.1\r\nHo');
  hub.kill('SIGTERM');
  expect(await endOf(hub)).toBe('0');
});

test('what is under way comes to its end first; a second signal does not wait for it', async () => {
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

test('several workers let all that is under way come to its end', async () => {
  hub = await serveProcess(inject('fixture'), { words: ['--workers', '2'] });
  // Of so many connections each worker has some.
  const slow = await Promise.all(Array.from({ length: 16 }, upload));
  hub.kill('SIGTERM');
  await takesNoMore(hub);
  for (const socket of slow) {
    socket.write('paths=x');
    const [told] = await once(socket, 'data');
    expect(String(told)).toMatch(/^HTTP\/1\.1 200 /);
  }
  expect(await endOf(hub)).toBe('0');
  expect(hub.notices()).toBe('');
});

test.each(['0', '65', 'two', '1.5'])('%s workers are a usage error that names what may be given', async (count) => {
  await expect(serveProcess(inject('fixture'), { words: ['--workers', count] })).rejects.toThrow(
    '--workers must be a whole number from 1 to 64, such as --workers 2',
  );
});

test('the tree of another folder is served where HUB_TREE says so', async () => {
  const { dist, data } = inject('fixture');
  hub = await serveProcess({ data, dist: join(data, 'nothing-here') }, { env: { HUB_TREE: `file:${dist}` } });
  expect((await fetch(`${hub.url}/api/models/acme/tiny-bert`)).status).toBe(200);
  expect(hub.notices()).toBe('');
});

test('a tree that was built for another address is served as if it had been built for this one', async () => {
  hub = await serveProcess(inject('fixture'), { env: { HUB_BASE_URL: 'https://elsewhere.example' } });
  const brief = await (await fetch(`${hub.url}/agent.md`)).text();
  expect(brief).toContain('https://elsewhere.example/mcp');
  expect(brief).not.toContain('https://hub.example');
  expect(hub.notices()).toBe('');
});

test.each([
  ['stops reading', 'sleep 60'],
  ['goes away', 'true'],
])('a reader of the log that %s is told of once, and costs only lines', async (_, reader) => {
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
      expect.stringMatching(/^Standard output .*log lines are lost/),
    ]);
  } finally {
    pipe.kill('SIGKILL');
  }
});
