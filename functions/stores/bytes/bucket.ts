// Opens a folder in a bucket of an S3 store, or the whole bucket. Requests are signed, follow no redirect, and end in
// time.
import { createHash } from 'node:crypto';
import type { AwsClient } from 'aws4fetch';
import { joined } from '../../../src/basics/bytes.ts';
import { own } from '../../../src/basics/records.ts';
import { formatBucketAddress } from '../../../src/nouns/url-base.ts';
import type { BucketPlace } from '../../../src/service/config.ts';
import { type Bytes, CURRENT, StoreAway, type Stored } from '../../../src/tree/store.ts';
import { type Breaker, createBreaker, Late, PATIENCE_MS, whenLate } from '../../client/breaker.ts';
import { retried } from '../../client/retry.ts';
import { REMOTE_PIECE } from './remote.ts';

/** A bucket, which counts the requests that it sent to the store. */
type Bucket = Bytes & { readonly requests: number };

/** The number of attempts, and the milliseconds of the first pause between them: where a caller waits, and elsewhere. */
const [WAITED_FOR, PATIENT] = [
  { attempts: 2, pause: 100, patience: PATIENCE_MS },
  { attempts: 5, pause: 200, patience: 30_000 },
];
/**
 * The milliseconds that an answer may take in all, and to which each byte adds its time at `SLOWEST` bytes a
 * millisecond.
 */
const [LONG_MS, SLOWEST] = [30_000, 100];
/**
 * The maximum number of bytes under one name: if the store declares their number, if it does not, and for `current`,
 * which is one line.
 */
const [MOST_TOLD, MOST_UNTOLD, MOST_CURRENT] = [2 ** 30, 64 * 2 ** 20, 1000];
/**
 * The maximum size in bytes of an XML answer. A page of a listing has 1,000 keys of at most 1,024 bytes, which take six
 * times as much in XML.
 */
const MOST_XML = 16 * 2 ** 20;
/** The number of names that are asked for in a page. A store may send fewer. */
const PAGE = 1000;
/** The maximum number of names in a listing, and the maximum number of pages in a row that have no name. */
const [MOST_LISTED, MOST_EMPTY] = [50_000_000, 100];
/**
 * The milliseconds between two checks of the store: anybody may ask for health, and the store charges for each check.
 * The second number applies while the store is away.
 */
const [LOOK_EVERY_MS, LOOK_AGAIN_MS] = [30_000, 1000];

interface BucketSettings {
  /** The maximum number of names in a listing. */
  mostListed?: number;
  /** True if callers wait for the requests, as in a hub. Requests then end soon, and none is sent while the store hangs. */
  isWaitedFor?: boolean;
}

/**
 * Opens the bucket at `place` without a request. The code that signs is loaded here, because a hub without a bucket
 * does not need it.
 */
export async function openBucket(place: BucketPlace, settings: BucketSettings = {}): Promise<Bucket> {
  const { AwsClient } = await import('aws4fetch');
  const keys = { accessKeyId: place.keyId, secretAccessKey: place.key.reveal() };
  const session = place.session && { sessionToken: place.session.reveal() };
  return new S3Bucket(new AwsClient({ service: 's3', region: place.region, ...keys, ...session }), place, settings);
}

type Words = Record<string, string>;

interface Request {
  method: string;
  /** The name of the file; undefined for the bucket itself. */
  name?: string;
  query?: Words;
  /** The headers that the signature covers. */
  headers?: Words;
  /** The headers that the signature does not cover, because a proxy on the way may change them. */
  unsigned?: Words;
  body?: Uint8Array | Blob;
  /** The maximum number of bytes of the answer. */
  most?: number;
  /** The statuses beside 200 to 299 that are answers. */
  statuses?: readonly number[];
}

interface Answer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** The statuses of an answer that says that the name, or the range, does not exist. */
const ABSENT = [404, 416];

class S3Bucket implements Bucket {
  readonly address: string;
  readonly piece = REMOTE_PIECE;
  requests = 0;
  readonly #signer: AwsClient;
  readonly #base: string;
  readonly #start: string;
  readonly #mostListed: number;
  readonly #limits: typeof PATIENT;
  readonly #breaker: Breaker | undefined;
  /** The difference of the store's clock and ours in milliseconds. */
  #ahead = 0;
  #look: { until: number; answers: Promise<boolean> } | undefined;

  constructor(signer: AwsClient, place: BucketPlace, { mostListed = MOST_LISTED, isWaitedFor }: BucketSettings) {
    const { endpoint, isPathStyle, bucket, prefix } = place;
    this.#signer = signer;
    this.#base = isPathStyle ? `${endpoint}/${bucket}` : endpoint.replace('://', `://${bucket}.`);
    this.#start = prefix === '' ? '' : `${prefix}/`;
    this.#mostListed = mostListed;
    this.#limits = isWaitedFor ? WAITED_FOR : PATIENT;
    this.address = formatBucketAddress(place);
    if (isWaitedFor)
      this.#breaker = createBreaker({
        away: () => new StoreAway(`${this.address} does not answer`, true),
        trial: async (signal) => {
          this.requests++;
          await (await this.#send({ method: 'HEAD', name: CURRENT }, signal)).body?.cancel();
        },
      });
  }

  get(name: string, most = name === CURRENT ? MOST_CURRENT : MOST_TOLD): Promise<Uint8Array | undefined> {
    return this.#read({ method: 'GET', name, most }, ({ bytes }) => bytes);
  }

  async range(name: string, start: number, end: number): Promise<Uint8Array | undefined> {
    if (end <= start) return new Uint8Array();
    const unsigned = { Range: `bytes=${start}-${end - 1}` };
    return this.#read({ method: 'GET', name, unsigned, most: MOST_TOLD }, ({ status, headers, bytes }) => {
      // A server without ranges sends the whole file (RFC 9110 14.2).
      if (status === 200) return bytes.subarray(start, end);
      checkPart(start, end, headers.get('content-range'), bytes.length);
      return bytes;
    });
  }

  size(name: string): Promise<number | undefined> {
    return this.#read({ method: 'HEAD', name }, ({ headers }) => Number(headers.get('content-length') ?? Number.NaN));
  }

  #read<T>(request: Request & { name: string }, use: (answer: Answer) => T): Promise<T | undefined> {
    const unsigned = { 'Accept-Encoding': 'identity', ...request.unsigned };
    return this.#ask(`${request.name} can't be read`, { ...request, unsigned, statuses: ABSENT }, (answer) =>
      ABSENT.includes(answer.status) ? undefined : use(answer),
    );
  }

  async put(name: string, body: Uint8Array | Blob, { ifAbsent = false, type = '' } = {}): Promise<boolean> {
    const headers = { ...(type && { 'Content-Type': type }), ...(ifAbsent && { 'If-None-Match': '*' }) };
    const request = { method: 'PUT', name, headers, body, statuses: ifAbsent ? [412] : [] };
    return this.#ask(`${name} can't be put`, request, ({ status }) => status !== 412);
  }

  async remove(name: string): Promise<void> {
    await this.#ask(`${name} can't be removed`, { method: 'DELETE', name }, () => {});
  }

  async *list(start: string, behind = ''): AsyncGenerator<Stored> {
    const prefix = this.#start + start;
    const known = new Set<string>();
    let from: Words = behind === '' ? {} : { 'start-after': this.#start + behind };
    let [listed, empty] = [0, 0];
    for (;;) {
      // XML can't hold every character of a key, so the store is asked to encode keys as in URLs.
      const query = { 'list-type': '2', 'max-keys': String(PAGE), 'encoding-type': 'url', prefix, ...from };
      const { page, token } = await this.#ask(`${start} can't be listed`, { method: 'GET', query }, ({ bytes }) =>
        this.#pageIn(new TextDecoder().decode(bytes), prefix),
      );
      listed += page.length;
      empty = page.length === 0 ? empty + 1 : 0;
      // The first name of a page is compared as well, because a listing that repeats itself may have a new token each
      // time.
      const marks = [token && `token ${token}`, page[0] && `name ${page[0].name}`].filter((mark) => mark !== undefined);
      if (marks.some((mark) => known.has(mark)) || empty > MOST_EMPTY || listed > this.#mostListed)
        throw this.#away(`${start} can't be listed`, `after ${listed} names the listing still does not end`, true);
      for (const mark of marks) known.add(mark);
      yield* page;
      if (token === undefined) return;
      from = { 'continuation-token': token };
    }
  }

  /** Reads a page of names, and the token of the next page. */
  #pageIn(xml: string, prefix: string): { page: Stored[]; token: string | undefined } {
    // A store may fail after it has sent the status 200. Another attempt may succeed then.
    if (!xml.includes('</ListBucketResult>')) throw new Error(saidIn(xml, 200) ?? NO_ANSWER);
    const isEncoded = textIn(xml, 'EncodingType') === 'url';
    const page: Stored[] = [];
    for (const entry of xml.split('<Contents>').slice(1)) {
      const written = textIn(entry, 'Key') ?? '';
      const key = isEncoded ? decodeURIComponent(written.replaceAll('+', ' ')) : written;
      const [size, put] = [Number(textIn(entry, 'Size')), Date.parse(textIn(entry, 'LastModified') ?? '')];
      if (key === '' || !key.startsWith(prefix) || Number.isNaN(size + put))
        throw new Error(`it lists "${key}" unasked, or without its size or time`);
      page.push({ name: key.slice(this.#start.length), size, put });
    }
    const token = textIn(xml, 'NextContinuationToken');
    if (textIn(xml, 'IsTruncated') !== 'true') return { page, token: undefined };
    if (token === undefined) throw new Error('it has more names, and does not say where');
    return { page, token };
  }

  async answers(): Promise<boolean> {
    const now = performance.now();
    if (!this.#look || now >= this.#look.until) {
      const answers = this.size(CURRENT).then(
        () => true,
        () => false,
      );
      const look = { until: now + LOOK_EVERY_MS, answers };
      this.#look = look;
      void answers.then((isThere) => {
        if (!isThere) look.until = performance.now() + LOOK_AGAIN_MS;
      });
    }
    return (await this.#look.answers) && !this.#breaker?.isOpen();
  }

  now(): number {
    return Date.now() + this.#ahead;
  }

  #away(what: string, why: string, isLasting: boolean, cause?: unknown): StoreAway {
    return new StoreAway(`${this.address}/${what}: ${why}`, isLasting, cause);
  }

  /**
   * Returns the result of `use` on the answer. Sends the request again after a failure of the network, after a refusal
   * that may be temporary, and if `use` throws.
   */
  async #ask<T>(what: string, request: Request, use: (answer: Answer) => T): Promise<T> {
    const attempt = async () => {
      try {
        this.#breaker?.check();
        return use(await this.#once(what, request));
      } catch (error) {
        const why = ((error as Error).cause as Error | undefined)?.message || (error as Error).message;
        throw error instanceof StoreAway ? error : this.#away(what, why, false, error);
      }
    };
    const { attempts: most, pause } = this.#limits;
    return retried(attempt, { most, pause, again: (fault) => ((fault as StoreAway).isLasting ? undefined : 0) });
  }

  /** Sends a request once, and reads the whole answer. A store that sends nothing for a while, or trickles, is late. */
  async #once(what: string, request: Request): Promise<Answer> {
    const { patience } = this.#limits;
    const given = new AbortController();
    const late = () => {
      this.#breaker?.late();
      given.abort(new Late());
    };
    const { body, most = MOST_XML, statuses = [] } = request;
    let end = whenLate(patience + lengthOf(body) / SLOWEST, late);
    try {
      this.requests++;
      const { ok, status, headers, body: pieces } = await this.#send(request, given.signal);
      this.#ahead = Date.parse(headers.get('date') ?? '') - Date.now() || this.#ahead;
      if (status >= 300 && status < 400 && status !== 304) {
        await pieces?.cancel();
        const there = headers.get('location') ?? 'another place';
        const why = `UnexpectedRedirect (${status}): it leads to ${there}, which is not followed: name that endpoint`;
        throw this.#away(what, why, true);
      }
      const [all, begun]: [Uint8Array[], number] = [[], performance.now()];
      const room = ok ? Math.min(most, headers.has('content-length') ? most : MOST_UNTOLD) : MOST_XML;
      let length = 0;
      for await (const piece of pieces ?? []) {
        end();
        end = whenLate(patience, late);
        all.push(piece);
        length += piece.length;
        if (length > room) throw this.#away(what, `it sends more than ${room} bytes`, ok);
        if (performance.now() - begun > LONG_MS + length / SLOWEST) late();
      }
      given.signal.throwIfAborted();
      const bytes = joined(all);
      if (ok || statuses.includes(status)) return { status, headers, bytes };
      const said = saidIn(new TextDecoder().decode(bytes), status) ?? `it answered ${status}`;
      throw this.#away(what, said, status < 500 && status !== 408 && status !== 429);
    } finally {
      end();
    }
  }

  /** Signs and sends a request. A redirect would carry the body and the signature to an address that the store chose. */
  async #send({ method, name, query, headers, unsigned, body }: Request, signal: AbortSignal): Promise<Response> {
    const path = name === undefined ? '/' : `/${(this.#start + name).split('/').map(encodeURIComponent).join('/')}`;
    const url = new URL(this.#base + path);
    // A key with dot segments would become another key in the URL.
    if (!url.pathname.endsWith(path))
      throw this.#away(name ?? '', 'InvalidURI (400): no address leads to such a key', true);
    // Some stores do not read a plus sign as a space.
    url.search = new URLSearchParams(query).toString().replaceAll('+', '%20');
    const hash = await sha256Of(body);
    // With the checksum, the store refuses bytes that arrive with another hash.
    const checksum = body && { 'x-amz-checksum-sha256': hash.toString('base64') };
    const all = { ...headers, ...checksum, 'x-amz-content-sha256': hash.toString('hex') };
    const signed = await this.#signer.sign(url, { method, headers: all });
    const sent = new Headers(unsigned);
    for (const [key, value] of signed.headers) sent.set(key, value);
    return fetch(url, { method, headers: sent, body: (body as BodyInit) ?? null, signal, redirect: 'manual' });
  }
}

const lengthOf = (body: Uint8Array | Blob | undefined) =>
  body === undefined ? 0 : body instanceof Blob ? body.size : body.length;

async function sha256Of(body: Uint8Array | Blob | undefined): Promise<Buffer> {
  const hash = createHash('sha256');
  if (body instanceof Blob) for await (const piece of body.stream()) hash.update(piece);
  else if (body) hash.update(body);
  return hash.digest();
}

/** Throws unless `length` is the length of a part, or of what the file has of that part (RFC 9110 14.4). */
function checkPart(start: number, end: number, contentRange: string | null, length: number): void {
  const [, first, last, all] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(contentRange ?? '') ?? [];
  const isPart = Number(first) === start && Number(last) === start + length - 1;
  const isWhole = length === end - start || (length < end - start && Number(all) === start + length);
  if (!isPart || !isWhole)
    throw new Error(`it sent ${length} bytes as "${contentRange}" when asked for ${start}-${end - 1}`);
}

const NO_ANSWER = 'Unrecognized (200): it is no answer of S3';

/** Returns what a refusal says; undefined if the text is no refusal of S3. */
function saidIn(xml: string, status: number): string | undefined {
  const code = textIn(xml, 'Code');
  return code && `${code} (${status}): ${textIn(xml, 'Message') ?? 'it does not say why'}`;
}

const NAMED: Words = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Returns the text of the first element with this name, with character references resolved (XML 1.0 4.1 and 4.6).
 * Returns undefined if there is no such text. The XML of S3 stores has no important attributes, no CDATA and no entities
 * of its own. Document types are ignored, so no entity is expanded.
 */
function textIn(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}>([^<]+)</${element}>`).exec(xml) ?? [];
  return text?.replace(/&(?:#(x[0-9a-fA-F]{1,6}|\d{1,7})|(\w{2,4}));/g, (written, point, name) =>
    point === undefined ? (own(NAMED, name) ?? written) : String.fromCodePoint(Number(point.replace('x', '0x'))),
  );
}
