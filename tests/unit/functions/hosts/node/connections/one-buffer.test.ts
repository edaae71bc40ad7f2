// How a server reads: into one buffer on this Node, and by events on one that keeps things elsewhere; the answers are the same.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readIntoOneBuffer } from '../../../../../../functions/hosts/node/connections/one-buffer.ts';
import { createHubServer } from '../../../../../../functions/hosts/node/node-server.ts';
import { answer } from '../../../../../../functions/request/answer.ts';
import { noAccessLog } from '../../../../../../functions/rim/access-log.ts';
import { closeRaw, head, openRaw } from '../../raw-client.ts';

vi.mock('../../../../../../functions/hosts/node/connections/one-buffer.ts', async (original) => {
  const { readIntoOneBuffer } =
    await original<typeof import('../../../../../../functions/hosts/node/connections/one-buffer.ts')>();
  return { readIntoOneBuffer: vi.fn(readIntoOneBuffer) };
});

let server: Server;
beforeEach(async () => {
  server = createHubServer(
    (ask) => ask.body(1_000_000).then((body) => answer(200, 'text/plain', `<${body?.length}>`, [])),
    noAccessLog,
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  closeRaw();
  server.close();
});

const lengths = [0, 5, 70_000, 300_000, 1];
const requests = lengths
  .map((length) => head('POST', '/', `Content-Length: ${length}`) + '\r\n\r\n'.repeat(length).slice(0, length))
  .join('');

test('this Node reads into one buffer', async () => {
  const { socket, told, ended } = openRaw(server);
  socket.end(requests);
  await ended;
  expect(told().toString().match(/<\d+>/g)).toEqual(lengths.map((length) => `<${length}>`));
  expect(vi.mocked(readIntoOneBuffer).mock.results.map(({ value }) => value)).toContain(true);
});

test('another one reads by events', async () => {
  vi.mocked(readIntoOneBuffer).mockReturnValueOnce(false);
  const { socket, told, ended } = openRaw(server);
  socket.end(requests);
  await ended;
  expect(told().toString().match(/<\d+>/g)).toEqual(lengths.map((length) => `<${length}>`));
});

test('bytes are valid while they are taken, and reading stops when enough was', async () => {
  const original = await vi.importActual<
    typeof import('../../../../../../functions/hosts/node/connections/one-buffer.ts')
  >('../../../../../../functions/hosts/node/connections/one-buffer.ts');
  const taken: Buffer[] = [];
  const plain = createServer((socket: Socket) => {
    socket.on('data', () => {});
    original.readIntoOneBuffer(socket, (bytes) => {
      taken.push(Buffer.from(bytes));
      return taken.length < 2;
    });
  });
  await once(plain.listen(0, '127.0.0.1'), 'listening');
  const client = connect((plain.address() as { port: number }).port, '127.0.0.1');
  client.write(Buffer.alloc(100_000, 'a'));
  await expect.poll(() => taken.length).toBe(2);
  client.write(Buffer.alloc(1_000_000, 'b'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(taken).toHaveLength(2);
  expect(taken.every((bytes) => bytes.every((byte) => byte === 0x61 || byte === 0x62))).toBe(true);
  client.destroy();
  plain.close();
});
