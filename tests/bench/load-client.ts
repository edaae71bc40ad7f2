// Generates load on bare sockets, for machines without wrk. Each connection sends its next request after the last
// answer is complete.
import { connect, type Socket } from 'node:net';
import process from 'node:process';

/** The message that starts the load. */
export interface Load {
  /** The origin of the server, such as `http://127.0.0.1:4321`. */
  url: string;
  /** The paths that the requests name in turn. */
  paths: string[];
  headers: Record<string, string>;
  /** True to send HEAD requests, whose answers end at the empty line, whatever their Content-Length says. */
  isHead?: boolean;
  /** The bodies to post, one for each path; absent if every request is a GET or HEAD. */
  bodies?: string[];
  /** The bearer tokens to send, one for each path. */
  tokens?: string[];
  /** The status that every answer must have. */
  status: number;
  /** The number of open connections. Each has one request at a time. */
  connections: number;
  seconds: number;
}

/** The counts that the process sends back. */
export interface LoadCount {
  answers: number;
  seconds: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('\r\nContent-Length: ');

process.once('message', async (load: Load) => {
  const { hostname, port } = new URL(load.url);
  const requests = load.paths.map((path, at) =>
    Buffer.from(requestText(path, load, load.bodies?.[at], load.tokens?.[at])),
  );
  const state = { answers: 0, asked: 0, open: true };
  const begun = performance.now();
  const sockets = Array.from({ length: load.connections }, () =>
    keepAsking(connect(Number(port), hostname), requests, load, state),
  );
  await new Promise((resolve) => setTimeout(resolve, load.seconds * 1000));
  const count: LoadCount = { answers: state.answers, seconds: (performance.now() - begun) / 1000 };
  state.open = false;
  for (const socket of sockets) socket.destroy();
  process.send!(count, () => process.disconnect());
});

function requestText(path: string, { url, headers, isHead }: Load, body: string | undefined, token?: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}\r\n`);
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}\r\n`);
  const method = body !== undefined ? 'POST' : isHead ? 'HEAD' : 'GET';
  return `${method} ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${lines.join('')}\r\n${body ?? ''}`;
}

function keepAsking(
  socket: Socket,
  requests: Buffer[],
  { status, isHead = false }: Load,
  state: { answers: number; asked: number; open: boolean },
): Socket {
  let waiting: Buffer | undefined;
  // All connections take the next request from the same counter, so that each account gets the same number of requests.
  const ask = () => socket.write(requests[state.asked++ % requests.length]!);
  const expected = Buffer.from(`HTTP/1.1 ${status} `);
  socket.setNoDelay(true).on('connect', ask);
  socket.on('data', (chunk) => {
    const bytes = waiting ? Buffer.concat([waiting, chunk]) : chunk;
    if (bytes.length < answerLength(bytes, isHead)) {
      waiting = bytes;
      return;
    }
    waiting = undefined;
    if (bytes.compare(expected, 0, expected.length, 0, expected.length) !== 0)
      throw new Error(`expected ${expected.toString()}, got ${bytes.toString('latin1', 0, 200)}`);
    state.answers++;
    ask();
  });
  socket.on('error', (error) => {
    if (state.open) throw error;
  });
  return socket;
}

/** Returns the length of the answer at the beginning of `bytes`; infinity while its head is incomplete. */
function answerLength(bytes: Buffer, isHead: boolean): number {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return Number.POSITIVE_INFINITY;
  if (isHead) return end + END_OF_HEAD.length;
  const at = bytes.indexOf(LENGTH);
  if (at < 0 || at > end) throw new Error('an answer without Content-Length');
  return end + END_OF_HEAD.length + Number.parseInt(bytes.toString('latin1', at + LENGTH.length, at + 40), 10);
}
