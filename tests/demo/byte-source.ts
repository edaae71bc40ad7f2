/** A public byte source on loopback: three public URL layouts, ranges, an access log, and ways to misbehave. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { throttleOf } from '../fixtures/throttle.ts';
import { type ByteRange, parseRange } from './byte-range.ts';

/** A source's files of one model, under the name and revision that the source itself uses. */
export interface Holding {
  readonly id: string;
  readonly revision: string;
  /** The root that a gateway serves the model under. */
  readonly root?: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The form of a source's addresses: source A, source B, or an IPFS gateway. */
export type Layout = 'srca' | 'srcb' | 'ipfs';

/** One request as the source saw it; `status` is 0 while the answer is pending or was cut off. */
export interface AccessRecord {
  readonly method: string;
  readonly url: string;
  readonly range: string | undefined;
  readonly userAgent: string | undefined;
  status: number;
}

/** The fault of the source from the next request on; a fresh source has none. */
export interface Misbehaviour {
  /** Sends the right number of bytes with one of each mebibyte flipped, under the right ETag. */
  wrongBytes: boolean;
  /** Answers 200 with the whole file when asked for a part. */
  ignoreRange: boolean;
  /** Milliseconds to wait before each answer. */
  slow: number;
  /** Bytes a second over all connections; 0 for as fast as it can. */
  rate: number;
  /** Answers every request with this status and no file; 0 for none. */
  status: number;
  /** Refuses all files of a model, by a status or a dropped connection; the rest is served as before. */
  refuses: { id: string; by: number | 'drop' } | undefined;
}

export interface ByteSource {
  /** `http://host:port`, the same for the whole life of the source. */
  readonly url: string;
  readonly log: readonly AccessRecord[];
  /** Bytes of files that it sent. */
  readonly sent: number;
  readonly misbehaviour: Misbehaviour;
  /** The address of a file that this source holds. */
  address(id: string, path: string): string;
  /** Drops every connection and refuses new ones. */
  down(): Promise<void>;
  /** Listens again on the same port. */
  up(): Promise<void>;
}

/** The address of a source, and its way to answer. */
export interface ByteSourceOptions {
  readonly layout: Layout;
  readonly holdings: readonly Holding[];
  /** The host name in its addresses; it must differ from the hub's, or clients take both for one host. */
  readonly host?: string;
}

/** Bytes that a slowed source sends at a time. */
const PIECE = 16 * 1024;

/** Starts a source on a free loopback port; end it with `down()`. */
export async function startByteSource(options: ByteSourceOptions): Promise<ByteSource> {
  const files = new Map<string, Uint8Array>();
  for (const holding of options.holdings) {
    for (const [path, bytes] of holding.files) files.set(`${folder(options.layout, holding)}/${path}`, bytes);
  }
  const log: AccessRecord[] = [];
  const misbehaviour: Misbehaviour = {
    ...{ wrongBytes: false, ignoreRange: false, slow: 0, rate: 0, status: 0 },
    refuses: undefined,
  };
  const sender = new Sender(misbehaviour);
  const server = createServer((request, response) => {
    const record = accessRecord(request);
    log.push(record);
    response.on('finish', () => {
      record.status = response.statusCode;
    });
    void answer(files, sender, request, response);
  });
  const port = await listen(server, 0);
  const url = `http://${options.host ?? 'localhost'}:${port}`;
  return {
    url,
    log,
    misbehaviour,
    get sent() {
      return sender.sent;
    },
    address: (id, path) => {
      const holding = options.holdings.find((candidate) => candidate.id === id);
      if (!holding?.files.has(path)) throw new Error(`this source holds no ${path} of ${id}`);
      return `${url}${folder(options.layout, holding)}/${path.split('/').map(encodeURIComponent).join('/')}`;
    },
    down: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    up: async () => {
      if (!server.listening) await listen(server, port);
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function folder(layout: Layout, holding: Holding): string {
  if (layout === 'ipfs') return `/ipfs/${holding.root ?? ''}`;
  return `${layout === 'srcb' ? '/models' : ''}/${holding.id}/resolve/${holding.revision}`;
}

function accessRecord(request: IncomingMessage): AccessRecord {
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    range: request.headers.range,
    userAgent: request.headers['user-agent'],
    status: 0,
  };
}

async function answer(
  files: ReadonlyMap<string, Uint8Array>,
  sender: Sender,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { misbehaviour } = sender;
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (misbehaviour.slow > 0) await wait(misbehaviour.slow);
  if (misbehaviour.status > 0) return refuse(response, misbehaviour.status);
  const { refuses } = misbehaviour;
  if (refuses && request.url?.includes(`/${refuses.id}/`))
    return refuses.by === 'drop' ? void response.destroy() : refuse(response, refuses.by);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405);
  }
  const path = decodedPath(request.url ?? '');
  if (path === undefined) return refuse(response, 400);
  const bytes = files.get(path);
  if (bytes === undefined) return refuse(response, 404);
  sendFile(bytes, sender, request, response);
}

function decodedPath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/s, ''));
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${status}\n`);
}

function sendFile(bytes: Uint8Array, sender: Sender, request: IncomingMessage, response: ServerResponse): void {
  const { ignoreRange } = sender.misbehaviour;
  const etag = sourceTag(bytes);
  response.setHeader('ETag', etag);
  response.setHeader('Content-Type', 'application/octet-stream');
  if (!ignoreRange) response.setHeader('Accept-Ranges', 'bytes');
  const range = ignoreRange ? 'whole' : requestedRange(request, etag, bytes.length);
  if (range === 'unsatisfiable') {
    response.setHeader('Content-Range', `bytes */${bytes.length}`);
    refuse(response, 416);
    return;
  }
  const { first, last } = range === 'whole' ? { first: 0, last: bytes.length - 1 } : range;
  if (range !== 'whole') {
    response.statusCode = 206;
    response.setHeader('Content-Range', `bytes ${first}-${last}/${bytes.length}`);
  }
  response.setHeader('Content-Length', last - first + 1);
  if (request.method === 'HEAD') response.end();
  else sender.send(bytes, first, last + 1, response);
}

/** Sends parts of files, as fast and as honest as the source is at that moment. */
class Sender {
  readonly misbehaviour: Misbehaviour;
  sent = 0;
  readonly #throttle: (bytes: number) => Promise<unknown>;

  constructor(misbehaviour: Misbehaviour) {
    this.misbehaviour = misbehaviour;
    this.#throttle = throttleOf(() => misbehaviour.rate || Number.POSITIVE_INFINITY);
  }

  send(bytes: Uint8Array, first: number, end: number, response: ServerResponse): void {
    if (this.misbehaviour.rate === 0) response.end(this.#part(bytes, first, end));
    else
      Readable.from(this.#pieces(bytes, first, end), { objectMode: false, highWaterMark: PIECE })
        .on('error', () => {})
        .pipe(response);
  }

  async *#pieces(bytes: Uint8Array, first: number, end: number) {
    for (let at = first; at < end; at += PIECE) {
      const to = Math.min(at + PIECE, end);
      await this.#throttle(to - at);
      yield this.#part(bytes, at, to);
    }
  }

  #part(bytes: Uint8Array, first: number, end: number): Uint8Array {
    this.sent += end - first;
    return this.misbehaviour.wrongBytes ? withFlippedBytes(bytes, first, end) : bytes.subarray(first, end);
  }
}

/** A caller gets a part only if it knows the current version of the file (RFC 9110 13.1.5). */
function requestedRange(request: IncomingMessage, etag: string, size: number): ByteRange {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return 'whole';
  return parseRange(request.headers.range, size);
}

/**
 * The ETag that source A gives a file kept in git: SHA-1 of the git blob. It is never the file's SHA-256, so a test
 * catches a client that takes it for the expected hash.
 */
function sourceTag(bytes: Uint8Array): string {
  return `"${createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')}"`;
}

/** Flips the byte in the middle of a small file, and one of each mebibyte of a large one: no range of that size is right. */
function withFlippedBytes(bytes: Uint8Array, first: number, end: number): Uint8Array {
  const copy = Buffer.from(bytes.subarray(first, end));
  const every = Math.min(bytes.length, 2 ** 20);
  for (let at = every >> 1; at < end; at += every) if (at >= first) copy[at - first]! ^= 0xff;
  return copy;
}
