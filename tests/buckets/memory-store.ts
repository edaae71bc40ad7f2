// A fake S3 store in memory that answers the calls that the hub makes. It verifies checksums and conditions, and that
// there is a signature, but not the signature itself.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Kept {
  bytes: Buffer;
  put: number;
  /** The headers of the request that put the object. */
  headers?: IncomingMessage['headers'] | undefined;
}

interface Asked {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

interface Told {
  status: number;
  headers?: Record<string, string | number>;
  body?: Buffer | string;
}

const PAGE = 1000;

export class MemoryStore {
  /** The objects by their keys, without the bucket's name. */
  readonly kept = new Map<string, Kept>();
  /** The keys of puts and removals in order; the keys of removals begin with a hyphen. */
  readonly changed: string[] = [];
  /** The number of requests that the store got. */
  requests = 0;
  /**
   * Returns the status of an error with which the store answers, or undefined to answer as usual. Tests replace the
   * function.
   */
  refuse: (asked: Pick<Asked, 'method' | 'key'>) => number | undefined = () => undefined;
  /** True for requests that get no answer. Tests replace the function. */
  hangs: (asked: Pick<Asked, 'method' | 'key'>) => boolean = () => false;
  /**
   * True for requests that the store carries out and answers with 500, as if the answer was lost. Tests replace the
   * function.
   */
  lose: (asked: Pick<Asked, 'method' | 'key'>) => boolean = () => false;
  /** True for keys that the store confirms but does not keep. Tests replace the function. */
  forget: (key: string) => boolean = () => false;
  /** Makes listings endless: with `same` all pages have one name, with `others` each page has a new name. */
  endless: 'same' | 'others' | undefined;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++;
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const url = new URL(request.url!, 'http://store');
    const [, , ...steps] = decodeURIComponent(url.pathname).split('/');
    const asked = {
      key: steps.join('/'),
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(pieces),
    };
    const all = { method: request.method!, ...asked };
    if (this.hangs(all)) return;
    const told = this.#told(all);
    const { status, headers = {}, body = '' } = this.lose(all) ? fault(500, 'Lost') : told;
    response.writeHead(status, { 'Content-Length': Buffer.byteLength(body), ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  #told(asked: Asked): Told {
    const { method, key, query, headers } = asked;
    const refused = this.refuse(asked);
    if (refused !== undefined) return fault(refused, 'Refused');
    if (!headers.authorization && !query.has('X-Amz-Signature')) return fault(403, 'AccessDenied');
    if (query.get('list-type') === '2') return this.#list(query);
    if (method === 'PUT') return this.#put(asked);
    if (method === 'DELETE') {
      this.changed.push(`-${key}`);
      this.kept.delete(key);
      return { status: 204 };
    }
    const found = this.kept.get(key);
    if (!found) return fault(404, 'NoSuchKey');
    return part(found, headers.range);
  }

  #put({ key, headers, body }: Asked): Told {
    const checksum = headers['x-amz-checksum-sha256'];
    if (checksum !== undefined && checksum !== createHash('sha256').update(body).digest('base64'))
      return fault(400, 'BadDigest');
    if (headers['if-none-match'] === '*' && this.kept.has(key)) return fault(412, 'PreconditionFailed');
    this.changed.push(key);
    if (!this.forget(key)) this.kept.set(key, { bytes: body, put: Date.now(), headers });
    return { status: 200, headers: { ETag: etagOf(body) } };
  }

  /** Returns a page of an endless listing with the token of the next page; tokens never repeat. */
  #listOn(prefix: string): Told {
    const at = this.endless === 'others' ? this.requests : 0;
    const contents = `<Contents><Key>${prefix}${at}</Key><LastModified>2026-01-01T00:00:00Z</LastModified><ETag>"0"</ETag><Size>1</Size></Contents>`;
    return xml(
      `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${this.requests}</NextContinuationToken>${contents}</ListBucketResult>`,
    );
  }

  #list(query: URLSearchParams): Told {
    const prefix = query.get('prefix') ?? '';
    if (this.endless) return this.#listOn(prefix);
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const most = Math.min(Number(query.get('max-keys') ?? PAGE), PAGE);
    const keys = [...this.kept.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, most);
    const isUrl = query.get('encoding-type') === 'url';
    const contents = page.map((key) => {
      const { bytes, put } = this.kept.get(key)!;
      const time = new Date(put).toISOString();
      const written = isUrl ? encodeURIComponent(key).replaceAll('%20', '+') : inXml(key);
      return `<Contents><Key>${written}</Key><LastModified>${time}</LastModified><ETag>${etagOf(bytes)}</ETag><Size>${bytes.length}</Size></Contents>`;
    });
    const isCut = page.length < keys.length;
    const next = isCut ? `<NextContinuationToken>${inXml(page.at(-1)!)}</NextContinuationToken>` : '';
    const facts = `${isUrl ? '<EncodingType>url</EncodingType>' : ''}<IsTruncated>${isCut}</IsTruncated>${next}`;
    return xml(`<ListBucketResult>${facts}${contents.join('')}</ListBucketResult>`);
  }
}

/** Escapes text in XML as real stores do. */
const inXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;');

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

function part({ bytes, put }: Kept, range: string | undefined): Told {
  const headers = { ETag: etagOf(bytes), 'Last-Modified': new Date(put).toUTCString() };
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === undefined) return { status: 200, headers: { ...headers, 'Content-Length': bytes.length }, body: bytes };
  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
  if (start >= bytes.length) return fault(416, 'InvalidRange');
  const end = first === '' || last === '' ? bytes.length : Math.min(Number(last) + 1, bytes.length);
  const span = { 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}`, 'Content-Length': end - start };
  return { status: 206, headers: { ...headers, ...span }, body: bytes.subarray(start, end) };
}

const xml = (body: string, status = 200): Told => ({
  status,
  headers: { 'Content-Type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});

const fault = (status: number, code: string): Told =>
  xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);
