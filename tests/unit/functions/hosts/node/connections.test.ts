// Tests over real sockets how many connections a server keeps, which of them it closes, and how it ends.

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { piecewise } from '../../../../../functions/answers/piecewise.ts';
import { createHubServer, type ServerBounds } from '../../../../../functions/hosts/node/node-server.ts';
import { type Answer, answer } from '../../../../../functions/request/answer.ts';
import { FolderBytes } from '../../../../../functions/stores/bytes/folder-bytes.ts';
import { noAccessLog } from '../../../../fixtures/no-access-log.ts';
import { folderOfFile } from '../../../../fixtures/own-folder.ts';
import { closeRaw, head, openRaw, type RawClient, sentRaw, statuses } from '../raw-client.ts';

const LARGE = 48 * 1024 * 1024;
const folder = folderOfFile();
beforeAll(() => {
  writeFileSync(join(folder, 'large'), Buffer.alloc(LARGE, 'x'));
});

const files = new FolderBytes(folder);
const large = piecewise(LARGE, (start, end) => files.range('large', start, end));

let server: Server;
/** The client address that the server reads from a socket. A test may set it. */
let address: string | undefined;
let letGo = () => {};

/**
 * Starts a server that answers `/now` at once, `/large` from a file, and `/held` when the test calls
 * `letGo`.
 */
async function start(bounds: Partial<ServerBounds>): Promise<void> {
  address = undefined;
  const { promise: held, resolve } = Promise.withResolvers<void>();
  letGo = resolve;
  const ok: Answer = answer(200, 'text/plain', 'fine', []);
  const headers = ['Content-Length', String(LARGE)];
  server = createHubServer(
    (ask) => {
      if (ask.target === '/held') return held.then(() => ok);
      if (ask.target === '/large') return { status: 200, headers, body: large };
      return ok;
    },
    noAccessLog,
    { bounds, addressOf: () => address },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
}
afterEach(() => {
  closeRaw();
  letGo();
  server.close();
});

const count = () => new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
const now = head('GET', '/now');

/** Opens a connection that has had one answer and is idle. */
async function idle(): Promise<RawClient> {
  const client = openRaw(server);
  client.socket.write(now);
  await client.until('fine');
  return client;
}

/** Opens a connection with a request that gets its answer when the test calls `letGo`. */
async function busy(): Promise<RawClient> {
  const before = await count();
  const client = openRaw(server);
  client.socket.write(head('GET', '/held'));
  await expect.poll(count).toBe(before + 1);
  await wait(20);
  return client;
}

const areOpen = (clients: RawClient[]) => clients.map(({ socket }) => !socket.readableEnded);

describe('a socket is closed, although the client keeps its own end open', () => {
  const times = { headMs: 100, requestMs: 200, idleMs: 400, lookEveryMs: 20 };
  test.each([
    ['that says nothing', '', /^HTTP\/1\.1 408 /],
    ['that does not finish a head', 'GET / HT', /^HTTP\/1\.1 408 /],
    ['that does not finish a body', head('POST', '/held', 'Content-Length: 9'), /^HTTP\/1\.1 408 /],
    ['that is no HTTP', 'nonsense\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['that has no further request', now, /^HTTP\/1\.1 200 .*fine$/s],
    ['that asks for a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1\.1 400 /],
  ])('%s', async (_, bytes, expected) => {
    await start(times);
    const { socket, told } = openRaw(server, true);
    socket.write(bytes);
    await once(socket, 'end');
    await expect.poll(count).toBe(0);
    expect(told().toString()).toMatch(expected);
  });
});

describe('above the limit', () => {
  test('a silent connection is closed, and then one that had no request since others came', async () => {
    await start({ connections: 3 });
    const clients = [await idle(), openRaw(server), await idle()];
    const late = await idle();
    await clients[1]!.ended;
    expect(areOpen([...clients, late])).toEqual([true, false, true, true]);
    clients[2]!.socket.write(now);
    await clients[2]!.until('fineHTTP');
    await clients[2]!.until('fine');
    const later = await idle();
    await clients[0]!.ended;
    expect(areOpen([...clients, late, later])).toEqual([false, false, true, true, true]);
    expect(await count()).toBe(3);
  });

  test('the new connection is closed if no other is idle, and pending answers go on', async () => {
    await start({ connections: 2 });
    const clients = [await busy(), await busy()];
    const late = openRaw(server);
    await late.ended;
    expect(late.told()).toHaveLength(0);
    letGo();
    await Promise.all(clients.map((client) => client.until('fine')));
    // A client may have its answer just before the server counts the connection as idle.
    const getsIn = () => idle().then(Boolean, () => false);
    await expect.poll(getsIn, { timeout: 10_000 }).toBe(true);
  });

  test('an address above its own limit loses an idle connection; connections of this machine do not count', async () => {
    await start({ connectionsPerAddress: 2 });
    address = '192.0.2.1';
    const first = [await idle(), await idle()];
    address = '::ffff:192.0.2.1';
    const third = await idle();
    address = '192.0.2.2';
    const other = [await idle(), await idle()];
    address = '::ffff:127.0.0.1';
    const own = [await idle(), await idle(), await idle()];
    await first[0]!.ended;
    expect(areOpen([...first, third, ...other, ...own])).toEqual([false, ...Array(7).fill(true)]);
  });

  test('an address whose connections are all busy gets no more, and no other address loses one', async () => {
    await start({ connectionsPerAddress: 1 });
    const other = await idle();
    address = '2001:db8::1';
    const held = await busy();
    address = '2001:db8::ffff:2';
    const late = openRaw(server);
    await late.ended;
    expect(late.told()).toHaveLength(0);
    expect(areOpen([other, held])).toEqual([true, true]);
    letGo();
    await held.until('fine');
    held.socket.destroy();
    await expect.poll(count).toBe(1);
    await idle();
  });
});

describe('a large answer', () => {
  const stillMs = 400;

  test.each([0, 1])('a client that reads %i bytes at a time is dropped', async (bytes) => {
    await start({ stillMs, lookEveryMs: 20 });
    const { socket } = openRaw(server);
    socket.pause().write(head('GET', '/large'));
    const read = () => bytes > 0 && socket.read(bytes);
    if (bytes > 0) socket.on('readable', read);
    const dripping = setInterval(read, 10);
    await expect.poll(count).toBe(1);
    await expect.poll(count).toBe(0);
    clearInterval(dripping);
  });

  test('a slow client gets the whole answer', async () => {
    const stillMs = 1500;
    await start({ stillMs, lookEveryMs: 20 });
    const { socket } = openRaw(server);
    let taken = 0;
    socket.removeAllListeners('data').on('data', (bytes) => {
      taken += bytes.length;
      socket.pause();
      setTimeout(() => socket.resume(), 3);
    });
    const begun = performance.now();
    socket.write(head('GET', '/large'));
    while (taken < LARGE) await once(socket, 'data');
    expect(performance.now() - begun).toBeGreaterThan(stillMs);
  });

  test('a client that stopped reading makes room for another', async () => {
    await start({ connections: 1, mayGoMs: 100, lookEveryMs: 20 });
    const { socket, ended } = openRaw(server);
    socket.pause().write(head('GET', '/large'));
    await expect.poll(count).toBe(1);
    await expect.poll(() => idle().then(() => 'answered', String)).toBe('answered');
    socket.resume();
    await ended;
  });
});

describe('at its end', () => {
  const closed = () => new Promise<string>((resolve) => server.close(() => resolve('closed')));

  test('the server ends after the last transfer', async () => {
    await start({});
    const { socket } = openRaw(server);
    let taken = 0;
    socket.on('data', (bytes) => {
      taken += bytes.length;
    });
    socket.write(head('GET', '/large'));
    await once(socket, 'data');
    socket.pause();
    const done = closed();
    expect(await Promise.race([done, wait(100)])).toBe(undefined);
    socket.resume();
    await done;
    await expect.poll(() => taken).toBeGreaterThanOrEqual(LARGE);
  });
});

test('if too many requests wait in total, clients with many pipelined requests lose their connections', async () => {
  await start({ requestsWaiting: 100 });
  const few = openRaw(server);
  few.socket.write(head('GET', '/held') + now.repeat(10));
  await expect.poll(count).toBe(1);
  const many = openRaw(server);
  many.socket.write(head('GET', '/held') + now.repeat(200));
  await many.ended;
  letGo();
  await few.until('fine');
  await expect.poll(() => statuses(few.told().toString()).length).toBe(11);
});

test('a client that stopped sending its body makes room for a new client', async () => {
  await start({ connections: 2, lookEveryMs: 10, mayGoMs: 40 });
  const stuck = [openRaw(server), openRaw(server)];
  for (const { socket } of stuck) socket.write(`${head('POST', '/held', 'Content-Length: 10')}{`);
  await expect.poll(count).toBe(2);
  await wait(200);
  expect(statuses(await sentRaw(server, now, 'fine'))).toEqual([200]);
});
