// Simulates an upstream on loopback: it counts requests, and fails on demand.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fault of an answer. `status`, `headers` and `body` replace those of the right answer. */
export interface Trouble {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The number of bytes of the body after which the connection ends. */
  cutAt?: number;
  /** The status of an answer that is a range, in place of 206. */
  rangeStatus?: number;
  /** True if the server never answers. */
  stalls?: true;
}

export interface StandIn {
  url: string;
  /** The methods and targets of all requests, in order. */
  asked: string[];
  /** Returns the requests whose line has this text. */
  requests(part: string): string[];
  /** Decides what goes wrong with the answer to a request; `attempt` counts from 1 for each target. */
  trouble: (target: string, attempt: number) => Trouble | undefined;
  userAgents: Set<string>;
  /** The targets that were requested with a token, with the tokens. */
  tokens: [string, string][];
  close(): void;
}

export interface Reply extends Trouble {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export const json = (body: unknown, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
export const error = (status: number, text: string): Reply => ({ ...json({ error: text }), status });

/** Starts an upstream that gives these answers, except where `trouble` says otherwise. */
export async function startStandIn(answerOf: (request: IncomingMessage) => Reply): Promise<StandIn> {
  const attempts = new Map<string, number>();
  const standIn: StandIn = {
    requests: (part) => standIn.asked.filter((line) => line.includes(part)),
    url: '',
    asked: [],
    trouble: () => undefined,
    userAgents: new Set(),
    tokens: [],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer((request, response) => {
    const target = request.url!;
    standIn.asked.push(`${request.method} ${target}`);
    standIn.userAgents.add(request.headers['user-agent'] ?? '');
    if (request.headers.authorization !== undefined) standIn.tokens.push([target, request.headers.authorization]);
    const attempt = (attempts.get(target) ?? 0) + 1;
    attempts.set(target, attempt);
    const wrong = standIn.trouble(target, attempt);
    if (wrong?.stalls) return;
    const answer = answerOf(request);
    send(response, { ...answer, ...wrong, headers: { ...answer.headers, ...wrong?.headers } }, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}

function send(
  response: ServerResponse,
  { status, headers, body, cutAt, rangeStatus = 206 }: Reply,
  request: IncomingMessage,
): void {
  let bytes: Buffer = Buffer.from(body);
  let code = status;
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (range && headers['Accept-Ranges'] && status === 200) {
    code = 206;
    bytes = bytes.subarray(Number(range[1]), Number(range[2]) + 1);
  }
  const part = code === 206 ? { 'Content-Range': `bytes ${range![1]}-${range![2]}/${Buffer.byteLength(body)}` } : {};
  response.writeHead(code === 206 ? rangeStatus : code, { ...headers, ...part, 'Content-Length': bytes.length });
  if (cutAt === undefined) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, cutAt), () => response.destroy());
}
