// Generates load of HEAD requests on bare sockets. An answer to HEAD ends at its empty line, whatever its
// Content-Length says.
import { connect, type Socket } from 'node:net';
import process from 'node:process';
import type { Load, LoadCount } from './load-client.ts';

const END = Buffer.from('\r\n\r\n');

process.once('message', async ({ url, paths, headers, status, connections, seconds }: Load) => {
  const { hostname, port, host } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = paths.map((path) => Buffer.from(`HEAD ${path} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n`));
  const expected = Buffer.from(`HTTP/1.1 ${status} `);
  const state = { answers: 0, open: true };
  const begun = performance.now();
  const sockets = Array.from({ length: connections }, (_, at) =>
    keepAsking(connect(Number(port), hostname), requests, at, expected, state),
  );
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const count: LoadCount = { answers: state.answers, seconds: (performance.now() - begun) / 1000 };
  state.open = false;
  for (const socket of sockets) socket.destroy();
  process.send!(count, () => process.disconnect());
});

function keepAsking(
  socket: Socket,
  requests: Buffer[],
  first: number,
  expected: Buffer,
  state: { answers: number; open: boolean },
): Socket {
  let at = first;
  let waiting: Buffer = Buffer.alloc(0);
  const ask = () => socket.write(requests[at++ % requests.length]!);
  socket.setNoDelay(true).on('connect', ask);
  socket.on('data', (chunk: Buffer) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    if (!waiting.subarray(-END.length).equals(END)) return;
    if (!waiting.subarray(0, expected.length).equals(expected))
      throw new Error(`expected ${expected.toString()}, got ${waiting.toString('latin1', 0, 200)}`);
    waiting = Buffer.alloc(0);
    state.answers++;
    ask();
  });
  socket.on('error', (error) => {
    if (state.open) throw error;
  });
  return socket;
}
