// Tests how the hub reads the body of a request from Node: whole, and without waiting for a client that has gone.
import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHubServer } from '../../../../../functions/hosts/node/node-server.ts';
import { noAccessLog } from '../../../../fixtures/no-access-log.ts';

const LIMIT = 300_000;

/** `read` has copies of the bodies that the hub read; `given` has the same bodies without copying them. */
const read: (Buffer | undefined)[] = [];
const given: (Uint8Array | undefined)[] = [];

/** The hub reads a body when this promise resolves. */
let ready = Promise.resolve();

let server: Server;
let port: number;
beforeAll(async () => {
  server = createHubServer(async (ask) => {
    await ready;
    const bytes = await ask.body(LIMIT);
    given.push(bytes);
    read.push(bytes && Buffer.from(bytes));
    return { status: 200, headers: ['Content-Length', '0'], body: undefined };
  }, noAccessLog).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const pattern = (length: number) => Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 31) % 251));

/**
 * Posts `bytes` in pieces of `piece` bytes, with a Content-Length if `told` is true. Returns the bytes that the hub
 * read.
 */
async function post(bytes: Buffer, told: boolean, piece: number): Promise<Buffer | undefined> {
  const headers = told ? { 'Content-Length': bytes.length } : { 'Transfer-Encoding': 'chunked' };
  const asked = request({ port, host: '127.0.0.1', method: 'POST', path: '/', headers });
  const answered = once(asked, 'response');
  for (let at = 0; at < bytes.length; at += piece) {
    if (!asked.write(bytes.subarray(at, at + piece))) await once(asked, 'drain');
  }
  asked.end();
  const [response] = (await answered) as [IncomingMessage];
  await once(response.resume(), 'end');
  return read.at(-1);
}

const lengths = [0, 1, 65_536, 65_537, 299_999, LIMIT];
test.each(lengths.flatMap((length) => [true, false].map((told) => [length, told] as const)))(
  'a body of %i bytes arrives whole, with Content-Length: %s',
  async (length, told) => {
    const bytes = pattern(length);
    for (const piece of [7_919, 1_000_000]) expect((await post(bytes, told, piece))!.equals(bytes)).toBe(true);
  },
);

test('the hub does not wait for the body of a client that has gone', async () => {
  const held = Promise.withResolvers<void>();
  ready = held.promise;
  const before = read.length;
  const asked = request({ port, host: '127.0.0.1', method: 'POST', path: '/', headers: { 'Content-Length': 9 } });
  asked.on('error', () => {}).write('half');
  const [taken] = (await once(server, 'request')) as [IncomingMessage];
  asked.destroy();
  await new Promise((resolve) => taken.once('close', resolve));
  held.resolve();
  await expect.poll(() => read.length).toBe(before + 1);
  expect(read.at(-1)).toBeUndefined();
});
