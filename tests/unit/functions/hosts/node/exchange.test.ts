// Tests errors of single requests: each error is answered or ends its connection, and gets one notice. The server
// goes on.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createHubServer } from '../../../../../functions/hosts/node/node-server.ts';
import type { Hub } from '../../../../../functions/hub/hub.ts';
import { type Answer, answer } from '../../../../../functions/request/answer.ts';
import { closeRaw, head, openRaw, sentRaw, statuses } from '../raw-client.ts';

const ok = answer(200, 'text/plain', 'fine', []);
const broken = (why: string) => new Error(`broken: ${why}`);

/** Makes an answer whose Content-Length is `length`, with the bytes of a stream. */
const streamed = (length: number, stream: () => ReadableStream<Uint8Array>): Answer => ({
  status: 200,
  headers: ['Content-Length', String(length)],
  body: { length, open: async () => stream() },
});
const fewBytes = (count: number) => () => new Blob(['x'.repeat(count)]).stream();

/** A promise for each endless stream, which resolves when the server stops reading the stream. */
const streams: Promise<void>[] = [];

function endless(): ReadableStream<Uint8Array> {
  const { promise, resolve } = Promise.withResolvers<void>();
  streams.push(promise);
  return new ReadableStream({ pull: (pieces) => pieces.enqueue(new Uint8Array(100_000)), cancel: () => resolve() });
}

/** The hub of this test: its answer for each path. */
const answers: Record<string, Hub> = {
  '/fine': () => ok,
  '/throws': () => {
    throw broken('thrown');
  },
  '/rejects': () => Promise.reject(broken('rejected')),
  '/header': () => answer(200, 'text/plain', 'x', ['X-Name', 'a\nb']),
  '/later-header': async () => answer(200, 'text/plain', 'x', ['X-Name', '\u{1f916}']),
  '/status': () => ({ status: 7, headers: [], body: 'x' }),
  '/nothing': () => undefined as unknown as Answer,
  '/log': () => ok,
  '/streamed-less': () => streamed(6, fewBytes(5)),
  '/streamed-more': () => streamed(6, fewBytes(7)),
  '/large': () => streamed(2 ** 40, endless),
  '/large-text': () => answer(200, 'text/plain', 'x'.repeat(50_000_000), []),
};

let server: Server;
const faults: string[] = [];
const log = {
  note(_: string, target: string) {
    if (target === '/log') throw broken('log');
  },
  flush() {},
};

beforeAll(async () => {
  server = createHubServer((ask) => answers[ask.target.split('?')[0]!]!(ask), log, {
    onFault: (error, line) => void faults.push(`${line}: ${(error as Error).message}`),
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  closeRaw();
  faults.length = 0;
});
afterAll(() => server.close());

test.each(['/throws', '/rejects', '/header', '/later-header', '/status', '/nothing'])(
  '%s gets a 500 and one notice, and the connection goes on',
  async (path) => {
    const told = await sentRaw(server, head('GET', `${path}?token=sesame`) + head('GET', '/fine'), 'fine');
    expect(statuses(told)).toEqual([500, 200]);
    expect(told).toContain('X-Error-Code: Internal\r\n');
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^GET ${path}: `))]);
    expect(faults.join()).not.toContain('sesame');
  },
);

test.each(['less', 'more'])('a stream that has %s bytes than announced ends the connection', async (which) => {
  await sentRaw(server, head('GET', `/streamed-${which}`) + head('GET', '/fine'));
  expect(faults).toEqual([expect.stringMatching(`^GET /streamed-${which}: `)]);
});

test('a client that goes away during a large answer causes no notice', async () => {
  for (const path of ['/large', '/large-text']) {
    const { socket } = openRaw(server);
    socket.write(head('GET', path));
    await once(socket, 'data');
    socket.resetAndDestroy();
    await Promise.all(streams);
  }
  await sentRaw(server, head('GET', '/fine'), 'fine');
  expect(faults).toEqual([]);
});

test('a failing access log ends only the connection', async () => {
  expect(await sentRaw(server, head('GET', '/log'))).not.toContain('500');
  expect(faults).toEqual(['GET /log: broken: log']);
  await sentRaw(server, head('GET', '/fine'), 'fine');
});
