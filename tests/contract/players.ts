// Sends requests to each host in the way that the host needs, and returns all answers in the same form.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { toBuffered, toStreamed } from '../../functions/hosts/lambda/lambda.ts';
import type { Hub } from '../../functions/hub/hub.ts';
import { type Answer, isCredential } from '../../functions/request/answer.ts';
import { toFetch } from '../../functions/rim/fetch-hub.ts';

/** A request before it is sent. Each character of `target` is one byte. */
export interface Asked {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: string | undefined;
}

/** An answer. The header names are in lower case and sorted; headers of the connection are left out. */
export interface Given {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** Sends a request to one host; returns undefined if no caller of this host can send such a request. */
export type Player = (asked: Asked) => Promise<Given | undefined>;

const HOST = 'hub.example';

/** Calls the function of the hub directly. */
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
        if (isCredential(name)) return undefined;
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

/** Calls the hub with a `Request` and reads a `Response`. Some requests can't be written as a `Request`. */
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

type LambdaEvent = Parameters<ReturnType<typeof toBuffered>>[0];

/** Makes the event that Lambda gets for a request: payload format 2.0, header names in lower case. */
function lambdaEvent({ method, target, headers, body }: Asked): LambdaEvent | undefined {
  if (!target.startsWith('/') || target.includes('#')) return undefined;
  const mark = target.indexOf('?');
  const joined = new Map<string, string>([['host', HOST]]);
  for (const [name, value] of headers) {
    const own = name.toLowerCase();
    joined.set(own, own !== 'host' && joined.has(own) ? `${joined.get(own)},${value}` : value);
  }
  return {
    rawPath: mark < 0 ? target : target.slice(0, mark),
    rawQueryString: mark < 0 ? '' : target.slice(mark + 1),
    headers: Object.fromEntries(joined),
    requestContext: { http: { method } },
    ...(body !== undefined && { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }),
  };
}

/** Calls the hub as AWS's API Gateway does, through the Lambda handler that buffers answers. */
export function throughGateway(hub: Hub): Player {
  const handler = toBuffered(hub, (sentence) => {
    throw new Error(sentence);
  });
  return async (asked) => {
    const event = lambdaEvent(asked);
    if (!event) return undefined;
    const { statusCode, headers, body } = await handler(event);
    return { status: statusCode, headers: tidy(Object.entries(headers)), body: Buffer.from(body, 'base64') };
  };
}

/**
 * Calls the hub as a Lambda function URL does, through the handler that streams answers. The stream of Lambda is
 * simulated.
 */
export function throughFunctionUrl(hub: Hub): Player {
  const heads = new WeakMap<Writable, { statusCode: number; headers: Record<string, string> }>();
  const handler = toStreamed<(event: LambdaEvent, out: Writable) => Promise<void>>(hub, {
    streamifyResponse: (own) => own as never,
    HttpResponseStream: {
      from(out, head) {
        heads.set(out, head);
        return out;
      },
    },
  });
  return async (asked) => {
    const event = lambdaEvent(asked);
    if (!event) return undefined;
    const out = new PassThrough();
    const [body] = await Promise.all([buffer(out), handler(event, out)]);
    const { statusCode, headers } = heads.get(out)!;
    return { status: statusCode, headers: tidy(Object.entries(headers)), body };
  };
}

/**
 * Sends each request over a new socket to the server at `port` on this machine, so that no client library changes
 * it.
 */
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

/** Sends requests with Node's client, which closes connections on its own. */
export function overClient(port: number): Player {
  return async ({ method, target, headers, body }) => {
    const host = headers.some(([name]) => name === 'Host') ? [] : ['Host', HOST];
    const flat = [
      ...host,
      ...headers.flat(),
      ...(body === undefined ? [] : ['Content-Length', `${Buffer.byteLength(body)}`]),
    ];
    const sent = request({ host: '127.0.0.1', port, method, path: target, headers: flat, agent: false }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode!, headers: tidy(pairs(answer.rawHeaders)), body: await buffer(answer) };
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
