// A place in a bucket of an S3 store: read, written, listed and cleared by the names below it.
import { setTimeout as after } from 'node:timers/promises';
import type { S3Client as Client } from '@bradenmacdonald/s3-lite-client';
import { formatBucketAddress } from '../../../src/nouns/bucket-address.ts';
import type { BucketPlace } from '../../../src/service/config.ts';
import { StoreAway } from '../../../src/tree/store.ts';
import { Breaker, Late, PATIENCE_MS, patiently } from '../waits/breaker.ts';
import { fetchThere, openBucketClient } from './bucket-client.ts';

/** A file in the bucket. */
export interface Stored {
  name: string;
  /** Bytes. */
  size: number;
  /** When it was put, by the clock of the store: milliseconds since 1970. */
  put: number;
}

export interface Bucket {
  /** Its address, for people. */
  readonly address: string;
  /** Counts all requests to the store. */
  readonly requests: number;
  /** Stands before the store where requests wait for it. */
  readonly breaker: Breaker | undefined;
  /** Sends a GET or HEAD of `name` and gives the store's answer. Rejects when the store can't be reached. */
  ask(name: string, init: RequestInit): Promise<Response>;
  /** Puts `bytes` under a name, with these headers. Rejects with a BucketError when the store does not keep them. */
  put(name: string, bytes: Uint8Array, headers?: Record<string, string>): Promise<void>;
  /** The same with `size` bytes that are read while they are sent, in parts; `open` may be asked again. */
  putStream(
    name: string,
    open: () => ReadableStream<Uint8Array>,
    size: number,
    headers?: Record<string, string>,
  ): Promise<void>;
  /**
   * Lists the files whose name begins with `start`, in the order of their names; with `behind` only those after it, if
   * the store can.
   */
  list(start: string, behind?: string): AsyncGenerator<Stored>;
  /** Removes a name; a missing one is no error. */
  remove(name: string): Promise<void>;
}

/** The store refused, or could not be asked. The message is a sentence without its full stop. */
export class BucketError extends StoreAway {
  /** The status of the answer; undefined when no answer came. */
  readonly status: number | undefined;

  constructor(what: string, why: string, status: number | undefined, cause: unknown) {
    super(`${what}: ${why}`, status !== undefined && status !== 408 && status !== 429 && status < 500, cause);
    this.status = status;
  }
}

/** A signed address is valid for so many seconds. */
const SIGNED_SECONDS = 300;
/** Attempts of a command, and of a request. */
const [ATTEMPTS, FEW] = [5, 3];
const PAUSE_MS = 200;
/**
 * A store counts as away after so long without a byte where no request waits for it, beyond the time that the bytes take
 * at 100 kB a second.
 */
const LONG_MS = 30_000;
const SLOWEST = 100;
/** Bytes of one part of a large upload. */
const PART = 16 * 2 ** 20;
/** Names of a page, where the store gives as many as it may. */
export const PAGE = 1000;
/** Bytes of a page: a key has at most 1,024, six times that as XML. */
const MOST_PAGE = 16 * 2 ** 20;
/** Names of a listing, and pages in a row without any. */
const [MOST_LISTED, MOST_EMPTY] = [50_000_000, 100];

interface BucketSettings {
  /** Names of a listing at most. */
  mostListed?: number;
  /** The name that a hub asks for while the store hangs, for requests that don't wait for it; absent for commands. */
  trial?: string;
}

/** Opens the bucket at `place`; sends no request yet. */
export async function openBucket(place: BucketPlace, settings: BucketSettings = {}): Promise<Bucket> {
  return new S3Bucket(await openBucketClient(place), place, settings);
}

/** The client would ask for another page. */
class NextPage extends Error {}

class S3Bucket implements Bucket {
  readonly address: string;
  requests = 0;
  readonly breaker: Breaker | undefined;
  readonly #client: Client;
  readonly #start: string;
  readonly #mostListed: number;

  constructor(client: Client, place: BucketPlace, { mostListed = MOST_LISTED, trial }: BucketSettings) {
    this.#client = client;
    this.#mostListed = mostListed;
    this.address = formatBucketAddress(place);
    if (trial !== undefined)
      this.breaker = new Breaker({
        away: () => new StoreAway(`${this.address} does not answer`, true),
        trial: (signal) => this.ask(trial, { method: 'HEAD', signal }),
      });
    this.#start = place.prefix === '' ? '' : `${place.prefix}/`;
  }

  async ask(name: string, init: RequestInit): Promise<Response> {
    this.requests++;
    // A signed address, not the client's own request: that one can't be given up while it waits.
    const method = init.method === 'HEAD' ? 'HEAD' : 'GET';
    const url = await this.#client.getPresignedUrl(method, this.#start + name, { expirySeconds: SIGNED_SECONDS });
    return fetchThere(url, init);
  }

  put(name: string, bytes: Uint8Array, headers: Record<string, string> = {}): Promise<void> {
    const what = `${this.address}/${name} can't be put`;
    const key = this.#start + name;
    return this.#again(what, bytes.length, async () => {
      // Headers of its own for each attempt: the client adds to those it is given.
      const request = { method: 'PUT', objectName: key, payload: bytes as Uint8Array<ArrayBuffer> };
      await this.#client.makeRequest({ ...request, headers: new Headers(headers) });
    });
  }

  putStream(
    name: string,
    open: () => ReadableStream<Uint8Array>,
    size: number,
    headers: Record<string, string> = {},
  ): Promise<void> {
    // Begun, sent part by part, and ended.
    this.requests += 1 + Math.ceil(size / PART);
    return this.#again(`${this.address}/${name} can't be put`, size, async () => {
      await this.#client.putObject(this.#start + name, open(), { size, partSize: PART, metadata: headers });
    });
  }

  async *list(start: string, behind?: string): AsyncGenerator<Stored> {
    const range = { prefix: this.#start + start, behind: behind && this.#start + behind };
    const known = new Set<string>();
    let token: string | undefined;
    let [listed, empty] = [0, 0];
    do {
      const from = token;
      const found: { page: Stored[]; token: string | undefined } = await this.#again(
        `${this.address}/${start} can't be listed`,
        0,
        () => this.#page(range, from),
      );
      const { page } = found;
      token = found.token;
      listed += page.length;
      empty = page.length === 0 ? empty + 1 : 0;
      // Compares the page's beginning too: a token may differ each time.
      const marks = [token && `token ${token}`, page[0] && `name ${page[0].name}`].filter((mark) => mark !== undefined);
      const isEndless = marks.some((mark) => known.has(mark)) || empty > MOST_EMPTY || listed > this.#mostListed;
      if (isEndless) throw endless(`${this.address}/${start}`, listed);
      for (const mark of marks) known.add(mark);
      yield* page;
    } while (token);
  }

  /** Lists one page. The client would go on to the next page by itself, and must be kept from that. */
  async #page(
    { prefix, behind }: { prefix: string; behind: string | undefined },
    from: string | undefined,
  ): Promise<{ page: Stored[]; token: string | undefined }> {
    const page: Stored[] = [];
    let [isAsked, next]: [boolean, string | undefined] = [false, undefined];
    const makeRequest: Client['makeRequest'] = async (request) => {
      const query = request.query as Record<string, string>;
      next = query['continuation-token'];
      if (isAsked) throw new NextPage();
      isAsked = true;
      const begin = behind !== undefined && from === undefined ? { 'start-after': behind } : {};
      return bounded(await this.#client.makeRequest({ ...request, query: { ...query, ...begin } }));
    };
    const client = Object.create(this.#client, { makeRequest: { value: makeRequest } }) as Client;
    const wanted = { prefix, delimiter: '', pageSize: PAGE, maxResults: PAGE };
    const found = client.listObjectsGrouped({ ...wanted, ...(from && { continuationToken: from }) });
    try {
      for (;;) {
        const { value, done } = await found.next();
        if (done) return { page, token: value };
        if (value.type !== 'Object') continue;
        const { key, size, lastModified } = value;
        page.push({ name: decoded(key).slice(this.#start.length), size, put: lastModified.getTime() });
      }
    } catch (error) {
      if (!(error instanceof NextPage)) throw error;
      return { page, token: next };
    }
  }

  remove(name: string): Promise<void> {
    return this.#again(`${this.address}/${name} can't be removed`, 0, () =>
      this.#client.deleteObject(this.#start + name),
    );
  }

  /** Does `work`, which moves so many bytes, again when the network or the state of the store is to blame. */
  async #again<T>(what: string, bytes: number, work: () => Promise<T>): Promise<T> {
    const [attempts, patience] = this.breaker ? [FEW, PATIENCE_MS] : [ATTEMPTS, LONG_MS];
    for (let attempt = 1; ; attempt++)
      try {
        this.breaker?.check();
        this.requests++;
        return await patiently(patience + bytes / SLOWEST, work);
      } catch (error) {
        if (error instanceof Late) this.breaker?.late();
        const told = error instanceof StoreAway ? error : faultOf(what, error);
        if (told.isLasting || attempt >= attempts) throw told;
        await after(PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
  }
}

/** The answer with its whole body, which for a page of names has to end somewhere. */
async function bounded(answer: Response): Promise<Response> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > MOST_PAGE) throw new Error(`a page of it has more than ${MOST_PAGE} bytes`);
    pieces.push(piece);
  }
  return new Response(new Blob(pieces), answer);
}

const endless = (what: string, listed: number) =>
  new BucketError(`${what} can't be listed`, `after ${listed} names the listing still does not end`, 200, undefined);

/** A key with the references for quotes and control characters, which the client leaves as they came (XML 1.0 4.1). */
const decoded = (key: string) =>
  key
    .replace(/&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));/g, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(Number.parseInt(hex ?? decimal!, hex === undefined ? 10 : 16)),
    )
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'");

function faultOf(what: string, error: unknown): BucketError {
  const { statusCode, code, message, cause } = error as Error & { statusCode?: number; code?: string; cause?: Error };
  if (statusCode !== undefined) return new BucketError(what, `${code} (${statusCode}): ${message}`, statusCode, error);
  return new BucketError(what, cause?.message || message, undefined, error);
}
