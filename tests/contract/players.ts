// The hosts that scripts are played on. Each is asked in its own way and gives its answer in the same plain form.
import { once } from 'node:events';
import { connect } from 'node:net';
import { toFetch } from '../../functions/hosts/web/web.ts';
import type { Hub } from '../../functions/hub/hub.ts';
import type { Answer } from '../../functions/request/answer.ts';
import { CREDENTIALS } from '../../functions/request/credentials.ts';

/** A request as it goes out: the target as it stands, in bytes (one character each). */
export interface Asked {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: string | undefined;
}

/** An answer: header names in lower case, sorted, without those of the connection. */
export interface Given {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** Undefined when this host's callers can't send such a request. */
export type Player = (asked: Asked) => Promise<Given | undefined>;

const HOST = 'hub.example';

/** Asks the hub directly. */
export function inMemory(hub: Hub): Player {
  return async ({ method, target, headers, body }) => {
    const answer = await hub({
      method,
      target,
      authorization() {
        const values = headers.filter(([one]) => one.toLowerCase() === 'authorization').map(([, value]) => value);
        return values.length === 0 ? undefined : values.join(', ');
      },
      header(name) {
        if (CREDENTIALS.has(name)) return undefined;
        const values = headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value);
        return values.length === 0 ? undefined : values.join(', ');
      },
      async body(limit) {
        const bytes = Buffer.from(body ?? '');
        return bytes.length > limit ? undefined : bytes;
      },
    });
    return { status: answer.status, headers: tidy(pairs(answer.headers)), body: bytesOf(method, answer) };
  };
}

/** Asks through `fetch`'s own Request and Response, which can't say everything. */
export function throughFetch(hub: Hub): Player {
  const ask = toFetch(hub);
  return async ({ method, target, headers, body }) => {
    const url = `http://${HOST}${target}`;
    if (!target.startsWith('/') || new URL(url).href !== url || target.includes('#')) return undefined;
    const response = await ask(
      new Request(url, { method, headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) }),
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: tidy([...response.headers]), body: bytes };
  };
}

/** Asks the server that listens at `port` of this machine over a socket of its own for each request, so that nothing is normalised on the way. */
export function overSocket(port: number): Player {
  return async ({ method, target, headers, body }) => {
    const socket = connect(port, '127.0.0.1');
    const bytes = Buffer.from(body ?? '');
    const length: [string, string][] = body === undefined ? [] : [['Content-Length', String(bytes.length)]];
    const host = headers.some(([name]) => name === 'Host') ? [] : [['Host', HOST]];
    const all = [...host, ['Connection', 'close'], ...length, ...headers];
    const head = [`${method} ${target} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`)];
    socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'));
    socket.write(bytes);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    await once(socket, 'end');
    socket.destroy();
    return parseAnswer(Buffer.concat(chunks));
  };
}

function parseAnswer(bytes: Buffer): Given {
  const end = bytes.indexOf('\r\n\r\n');
  const [status = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { status: Number(status.split(' ')[1]), headers: tidy(headers), body: bytes.subarray(end + 4) };
}

const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive']);

function tidy(headers: [string, string][]): [string, string][] {
  return headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !OF_THE_CONNECTION.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1]!] as [string, string]] : []));
}

function bytesOf(method: string, { body }: Answer): Buffer {
  if (body === undefined || method === 'HEAD') return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body);
  throw new Error('an answer from memory lies in memory');
}
