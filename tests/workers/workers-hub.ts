// Runs a hub with two workers in this process, a byte source that counts its requests, and callers with a connection each.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { serveWorkers } from '../../functions/hosts/node/workers/serve-workers.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { readConfig } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import { service } from '../fixtures/hub.ts';

export interface WorkersHub {
  url: string;
  /** The address of the hub's metrics; undefined without HUB_METRICS. */
  metrics: string | undefined;
  /** The log lines and notices so far. */
  log: string[];
  notices: string[];
  threads: Awaited<ReturnType<typeof serveWorkers>>['threads'];
  memory: Awaited<ReturnType<typeof serveWorkers>>['memory'];
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the hub with these environment variables. */
export async function startWorkersHub(env: Record<string, string>, facts: Service = service): Promise<WorkersHub> {
  const log: string[] = [];
  const notices: string[] = [];
  const whole = { PORT: '0', HUB_PROBE: 'off', HUB_HOSTS: 'hub.example', ...env };
  const serving = await serveWorkers({
    ...{ config: readConfig(whole), service: facts, baseUrl: undefined, workers: 2, env: whole },
    writeLog: (lines) => void log.push(lines),
    writeNotice: (line) => void notices.push(line),
  });
  return { ...serving, log, notices };
}

/** With this number of connections, the chance that a worker gets none is one in two billion. */
const CALLERS = 32;

/** Requests `path` on many connections at the same time, so that each worker answers some. */
export function askAll(url: string, path: string): Promise<string[]> {
  return Promise.all(Array.from({ length: CALLERS }, () => askOnce(url, path)));
}

/** Sends a GET for `path` on a new connection, and returns the answer, head and body. */
export async function askOnce(url: string, path: string, ...lines: string[]): Promise<string> {
  const socket = open(url);
  const head = [`GET ${path} HTTP/1.1`, 'Host: hub.example', 'Connection: close', ...lines];
  socket.end(`${head.join('\r\n')}\r\n\r\n`);
  let text = '';
  for await (const bytes of socket) text += bytes;
  return text;
}

/** Opens a connection to the hub at `url`. */
export function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).setEncoding('latin1');
}

/** Requests `path` until all connections get the same answer and `is` accepts that answer; returns the answer. */
export async function agreed(url: string, path: string, is: (answer: string) => boolean): Promise<string> {
  for (;;) {
    const told = new Set((await askAll(url, path)).map((answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4)));
    const [first] = told;
    if (told.size === 1 && is(first!)) return first!;
    await wait(50);
  }
}

export interface CountedSource {
  /** The requests so far, as `METHOD path`. */
  asked: string[];
  /** The beginnings of the paths that the source lacks. */
  lacks: string[];
  /** The settings of service.yaml, with this source in place of every source. */
  facts: Service;
  stop(): void;
}

/** Starts a source that counts its requests. */
export async function startSource(): Promise<CountedSource> {
  const asked: string[] = [];
  const lacks: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const status = lacks.some((path) => request.url!.startsWith(path)) ? 404 : 206;
    response.writeHead(status, { 'Content-Length': '1', 'Content-Range': 'bytes 0-0/1' }).end('x');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sources = service.sources.map(({ probe: _, ...one }) => ({
    ...{ ...one, base: `${base}/${one.token}` },
    probe: {
      id: 'a/b',
      revision: 'main',
      path: 'probe',
      root: 'probe',
      sha256: sha256Hex(Buffer.from('x')),
      timeLimit: 10,
    },
  }));
  return { asked, lacks, facts: { ...service, sources }, stop: () => server.close() };
}
