/** Simulates a byte source on loopback: one of three forms of addresses, Range requests, an access log, and faults. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The first and last byte to send, both counted from 0; `whole` for the whole file; `unsatisfiable` if the file has
 * none of the requested bytes.
 */
type ByteRange = { readonly first: number; readonly last: number } | 'whole' | 'unsatisfiable';

/**
 * Returns the part of a file of `size` bytes that a Range header asks for. An invalid header asks for the whole
 * file.
 */
function parseRange(header: string | undefined, size: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < Number(from)) return 'whole';
  return Number(from) >= size ? 'unsatisfiable' : { first: Number(from), last };
}

/** The files of one model at a source, and the id and revision that the source has for the model. */
export interface Holding {
  readonly id: string;
  readonly revision: string;
  /** The root (CID) below which an IPFS gateway serves the model. */
  readonly root?: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The form of a source's addresses: as source A, source B or an IPFS gateway has them. */
type Layout = 'srca' | 'srcb' | 'ipfs';

/** A request that the source received. `status` is 0 until the answer ends, and stays 0 if it is cut off. */
interface AccessRecord {
  readonly method: string;
  readonly url: string;
  readonly range: string | undefined;
  readonly userAgent: string | undefined;
  status: number;
}

/** The faults of the source's answers, beginning with the next request. A new source has no faults. */
interface Misbehaviour {
  /** Flips one byte of each mebibyte; the length and the ETag stay right. */
  wrongBytes: boolean;
  /** A model whose files the source refuses: with this status, or by a dropped connection. All others are served. */
  refuses?: { id: string; by: number | 'drop' } | undefined;
}

export interface ByteSource {
  /** The address `http://host:port`, which stays the same after `down()` and `up()`. */
  readonly url: string;
  readonly log: readonly AccessRecord[];
  readonly misbehaviour: Misbehaviour;
  /** Returns the address of a file that this source has. */
  address(id: string, path: string): string;
  /** Drops every connection and refuses new ones. */
  down(): Promise<void>;
  /** Listens again on the same port as before. */
  up(): Promise<void>;
}

/** The options of a new source: its files, and its form of addresses. */
interface ByteSourceOptions {
  readonly layout: Layout;
  readonly holdings: readonly Holding[];
  /**
   * The host name in the source's addresses. It must differ from the hub's, because a client may treat equal hosts
   * as one.
   */
  readonly host?: string;
}

/** Starts a source on a free loopback port; `down()` ends it. */
export async function startByteSource(options: ByteSourceOptions): Promise<ByteSource> {
  const files = new Map<string, Uint8Array>();
  for (const holding of options.holdings) {
    for (const [path, bytes] of holding.files) files.set(`${folder(options.layout, holding)}/${path}`, bytes);
  }
  const log: AccessRecord[] = [];
  const misbehaviour: Misbehaviour = { wrongBytes: false };
  const server = createServer((request, response) => {
    const record = accessRecord(request);
    log.push(record);
    response.on('finish', () => {
      record.status = response.statusCode;
    });
    answer(files, misbehaviour, request, response);
  });
  const port = await listen(server, 0);
  const url = `http://${options.host ?? 'localhost'}:${port}`;
  return {
    url,
    log,
    misbehaviour,
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

function answer(
  files: ReadonlyMap<string, Uint8Array>,
  { refuses, wrongBytes }: Misbehaviour,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (refuses && request.url?.includes(`/${refuses.id}/`)) {
    if (refuses.by === 'drop') response.destroy();
    else refuse(response, refuses.by);
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return void refuse(response, 405);
  }
  const path = decodedPath(request.url ?? '');
  if (path === undefined) return void refuse(response, 400);
  const bytes = files.get(path);
  if (bytes === undefined) return void refuse(response, 404);
  sendFile(bytes, wrongBytes, request, response);
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

function sendFile(bytes: Uint8Array, isWrong: boolean, request: IncomingMessage, response: ServerResponse): void {
  const etag = sourceTag(bytes);
  response.setHeader('ETag', etag);
  response.setHeader('Content-Type', 'application/octet-stream');
  response.setHeader('Accept-Ranges', 'bytes');
  const range = requestedRange(request, etag, bytes.length);
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
  else response.end(isWrong ? withFlippedBytes(bytes, first, last + 1) : bytes.subarray(first, last + 1));
}

/**
 * Returns the requested range. If `If-Range` names another version of the file, the range is the whole file (RFC
 * 9110 13.1.5).
 */
function requestedRange(request: IncomingMessage, etag: string, size: number): ByteRange {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return 'whole';
  return parseRange(request.headers.range, size);
}

/**
 * Returns the ETag that source A gives to a file in git: the SHA-1 of the git blob. It differs from the file's
 * SHA-256, so tests find a client that takes the ETag for the expected hash.
 */
function sourceTag(bytes: Uint8Array): string {
  return `"${createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')}"`;
}

/**
 * Flips the byte in the middle of a small file, or one byte in each mebibyte of a large file, so that every range
 * of a mebibyte has a wrong byte.
 */
function withFlippedBytes(bytes: Uint8Array, first: number, end: number): Uint8Array {
  const copy = Buffer.from(bytes.subarray(first, end));
  const every = Math.min(bytes.length, 2 ** 20);
  for (let at = every >> 1; at < end; at += every) if (at >= first) copy[at - first]! ^= 0xff;
  return copy;
}
