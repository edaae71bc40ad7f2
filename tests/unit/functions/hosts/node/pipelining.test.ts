// Tests pipelined requests on one connection. They are answered in order, and other connections do not slow down.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createHubServer } from '../../../../../functions/hosts/node/node-server.ts';
import { type Answer, answer } from '../../../../../functions/request/answer.ts';
import { noAccessLog } from '../../../../fixtures/no-access-log.ts';
import { closeRaw, head, openRaw, sentRaw, statuses } from '../raw-client.ts';

const text = (body: string): Answer => answer(200, 'text/plain', body, []);
const told = (target: string) => `<${target}>`;

let server: Server;
/** The targets of all requests, in the order in which the hub received them. */
let asked: string[] = [];
/** The hub answers `/held` when this promise resolves. */
let held: PromiseWithResolvers<void>;
/** The sockets of the server, one for each connection. */
const sockets: Socket[] = [];

beforeAll(async () => {
  server = createHubServer((ask) => {
    asked.push(ask.target);
    if (ask.method === 'POST')
      return ask.body(1_000_000).then((body) => text(Buffer.from(body ?? '').toString('latin1')));
    if (ask.target.startsWith('/now')) return text(told(ask.target));
    return (ask.target === '/held' ? held.promise : turn()).then(() => text(told(ask.target)));
  }, noAccessLog);
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  closeRaw();
  asked = [];
  sockets.length = 0;
});
afterAll(() => server.close());

const hold = () => {
  held = Promise.withResolvers();
};

const many = (count: number, name = '/') =>
  Array.from({ length: count }, (_, at) => head('GET', `${name}${at}`)).join('');
const close = head('GET', '/last', 'Connection: close');

test('a request on another connection does not wait for all pipelined requests', async () => {
  const flood = openRaw(server);
  const other = openRaw(server);
  await once(other.socket, 'connect');
  flood.socket.once('data', () => other.socket.write(head('GET', '/other')));
  flood.socket.write(many(1500, '/now/'));
  await other.until('</other>');
  expect(asked.indexOf('/other')).toBeLessThan(750);
  await flood.until('</now/1499>');
});

test('pipelined requests wait in the socket, not in memory', async () => {
  const { socket } = openRaw(server);
  hold();
  socket.write(head('GET', '/held'));
  const request = head('GET', '/now');
  for (let sent = 0; sent < 200; sent++) socket.write(request.repeat(2000));
  await once(socket, 'connect');
  await expect.poll(() => asked.length).toBe(1);
  // The socket buffers are full when the number of sent bytes no longer changes.
  for (let before = -1; before !== socket.bytesWritten - socket.writableLength; ) {
    before = socket.bytesWritten - socket.writableLength;
    for (let i = 0; i < 100; i++) await turn();
  }
  expect(sockets[0]!.bytesRead).toBeLessThan(200_000);
  expect(asked).toEqual(['/held']);
  // While answers are sent, requests do not collect in memory either.
  held.resolve();
  await expect.poll(() => asked.length).toBeGreaterThan(1000);
  expect(sockets[0]!.bytesRead - asked.length * request.length).toBeLessThan(300_000);
});

test('a client that closes its sending end still gets its answers', async () => {
  const { socket, told: all, ended } = openRaw(server);
  socket.end(many(20));
  await ended;
  expect(all().toString()).toContain('</19>');
  hold();
  const late = openRaw(server);
  late.socket.end(head('GET', '/held'));
  await expect.poll(() => asked.at(-1)).toBe('/held');
  await expect.poll(() => sockets[1]!.readableEnded).toBe(true);
  held.resolve();
  await late.ended;
  expect(late.told().toString()).toContain('</held>');
  const torn = openRaw(server);
  torn.socket.end(`${head('POST', '/torn', 'Content-Length: 9')}half`);
  await torn.ended;
  expect(statuses(torn.told().toString())).toEqual([400]);
});

test('waiting requests are not answered after their client has gone', async () => {
  const { socket, ended } = openRaw(server);
  hold();
  socket.write(head('GET', '/held') + many(1000));
  await expect.poll(() => asked.length).toBe(1);
  socket.resetAndDestroy();
  await ended;
  held.resolve();
  await expect.poll(() => sockets[0]!.destroyed).toBe(true);
  for (let i = 0; i < 100; i++) await turn();
  expect(asked.length).toBeLessThan(100);
});

describe('nothing after the last request is answered', () => {
  test.each([
    ['Connection: close', close],
    ['HTTP/1.0', 'GET /last HTTP/1.0\r\n\r\n'],
  ])('%s', async (_, last) => {
    for (const pause of [false, true]) {
      const { socket, told: all, ended } = openRaw(server);
      socket.write(head('GET', '/first') + last + (pause ? '' : many(2000, '/lost/')));
      if (pause) socket.write(many(2000, '/lost/'));
      await ended;
      expect(statuses(all().toString())).toEqual([200, 200]);
      expect(all().toString()).toMatch(/<\/first>.*<\/last>$/s);
    }
    expect(asked.filter((target) => target.startsWith('/lost'))).toEqual([]);
  });
});

test.each([
  ['bytes that are no HTTP', `nonsense\r\n\r\n${many(3)}`, ''],
  ['CONNECT', `CONNECT hub.example:443 HTTP/1.1\r\nHost: hub.example\r\n\r\n${many(3)}`, ''],
  ['half a body', `${head('POST', '/half', 'Transfer-Encoding: chunked')}5\r\nab`, 'cdezz\r\n'],
])('%s: a refusal after the earlier answers ends the connection', async (_, bytes, rest) => {
  const { socket, told: all, ended } = openRaw(server);
  socket.write(many(3) + bytes);
  socket.write(rest);
  await ended;
  expect(statuses(all().toString())).toEqual([200, 200, 200, 400]);
  expect(asked.filter((target) => target !== '/half')).toHaveLength(3);
});

test('an upgrade that the hub does not offer is a plain request, and the last of its connection', async () => {
  const up = head('GET', '/up', 'Upgrade: h2c, websocket', 'Connection: upgrade');
  // The rest of a request whose beginning Node lost must not count as a request.
  const all = await sentRaw(server, up + head('GET', '/lost', 'X-Note: ') + head('GET', '/smuggled'));
  expect(statuses(all)).toEqual([200]);
  expect(all).toContain('Connection: close\r\n');
  expect(asked).not.toContain('/smuggled');
});

test('a client that expects 100-continue gets it, and any other expectation does not delay a request', async () => {
  const { socket, told: all, until, ended } = openRaw(server);
  socket.write(head('POST', '/first', 'Expect: 100-continue', 'Content-Length: 3'));
  await until('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(`abc${head('GET', '/second', 'Expect: miracles')}${close}`);
  await ended;
  expect(statuses(all().toString())).toEqual([100, 200, 200, 200]);
});

test('every body arrives whole and every answer in order, however a stream of requests is cut into pieces', async () => {
  const body = fc.array(fc.constantFrom('\r\n\r\n', '\r', '\n', 'GET / HTTP/1.1\r\n\r\n', 'x'.repeat(300)), {
    maxLength: 40,
  });
  const chunk = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`;
  const request = fc.oneof(
    fc.constant({ bytes: head('GET', '/now'), answer: '</now>' }),
    fc.constant({ bytes: head('GET', '/later'), answer: '</later>' }),
    body.map((parts) => ({
      bytes: head('POST', '/p', `Content-Length: ${parts.join('').length}`) + parts.join(''),
      answer: parts.join(''),
    })),
    body.map((parts) => ({
      bytes: `${head('POST', '/p', 'Transfer-Encoding: chunked')}${parts.map(chunk).join('')}0\r\n\r\n`,
      answer: parts.join(''),
    })),
  );
  const cuts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 12 }), cuts, async (requests, sizes) => {
      const { socket, told: all, ended } = openRaw(server);
      socket.setNoDelay(true);
      const bytes = requests.map((one) => one.bytes).join('') + close;
      for (let at = 0, cut = 0; at < bytes.length; cut++) {
        const size = sizes[cut % sizes.length]!;
        socket.write(bytes.slice(at, at + size), 'latin1');
        at += size;
        await turn();
      }
      await ended;
      const answers = all()
        .toString('latin1')
        .split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s);
      expect(answers.join('')).toBe(`${requests.map((one) => one.answer).join('')}</last>`);
    }),
    { numRuns: 60 },
  );
});

test('a body in very small chunks holds up no other client until its end', async () => {
  const order: string[] = [];
  const [sender, other] = [openRaw(server), openRaw(server)];
  other.socket.write(head('GET', '/now/first'));
  await other.until('<');
  sender.socket.write(head('POST', '/chunks', 'Transfer-Encoding: chunked'));
  await expect.poll(() => asked).toContain('/chunks');
  sender.socket.write(`${'1\r\na\r\n'.repeat(500_000)}0\r\n\r\n`);
  other.socket.write(head('GET', '/now/second'));
  await Promise.all([
    sender.until('aaaa').then(() => order.push('sender')),
    other.until('second').then(() => order.push('other')),
  ]);
  expect(order).toEqual(['other', 'sender']);
  await expect.poll(() => sender.told().length).toBeGreaterThan(500_000);
});
