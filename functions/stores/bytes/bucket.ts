// Opens a folder in a bucket of an S3 store, or the whole bucket. Files are read, written, listed and removed by their
// names in the folder.
import { setTimeout as after } from 'node:timers/promises';
import { formatBucketAddress } from '../../../src/nouns/bucket-address.ts';
import type { BucketPlace } from '../../../src/service/config.ts';
import { StoreAway } from '../../../src/tree/store.ts';
import { Breaker, Late, PATIENCE_MS, patiently } from '../waits/breaker.ts';
import { type AskStore, openBucketClient, Refused, taken, type Words } from './bucket-client.ts';
import { textIn } from './store-xml.ts';

/** A file in the bucket. */
export interface Stored {
  name: string;
  /** The size in bytes. */
  size: number;
  /** The time when the file was written, by the clock of the store, in milliseconds since 1970. */
  put: number;
}

export interface Bucket {
  /** The address of the bucket, as messages show it. */
  readonly address: string;
  /** The number of requests that were sent to the store. */
  readonly requests: number;
  /**
   * Stops requests while the store does not answer. It is undefined in commands, because no caller waits for their
   * requests.
   */
  readonly breaker: Breaker | undefined;
  /** Sends a GET or HEAD of `name`, and returns the store's answer. Rejects if the store can't be reached. */
  ask(name: string, init: RequestInit): Promise<Response>;
  /** Stores `bytes` under a name, with these headers. Rejects with a BucketError if the store does not accept them. */
  put(name: string, bytes: Uint8Array, headers?: Words): Promise<void>;
  /** Stores a stream of `size` bytes in parts. `size` is at least 1. `open` may be called more than once. */
  putStream(name: string, open: () => ReadableStream<Uint8Array>, size: number, headers?: Words): Promise<void>;
  /**
   * Lists the files whose names begin with `start`, in the order of their names. With `behind`, lists only names after
   * that name, if the store supports this.
   */
  list(start: string, behind?: string): AsyncGenerator<Stored>;
  /** Removes a file. It is no error if the file does not exist. */
  remove(name: string): Promise<void>;
}

/** Thrown if the store refused or could not be reached. The message is a sentence without its full stop. */
export class BucketError extends StoreAway {
  /** The status of the answer; undefined if no answer came. */
  readonly status: number | undefined;

  constructor(what: string, why: string, status: number | undefined, cause: unknown) {
    super(`${what}: ${why}`, status !== undefined && status !== 408 && status !== 429 && status < 500, cause);
    this.status = status;
  }
}

/**
 * The number of attempts for a command, the number of attempts for a request for which a caller waits, and the
 * milliseconds of the first pause between attempts.
 */
const [ATTEMPTS, FEW, PAUSE_MS] = [5, 3, 200];
/**
 * The patience with requests of commands. Such a request fails after `LONG_MS` milliseconds without a byte, plus the
 * time that its bytes take at `SLOWEST` bytes a millisecond.
 */
const [LONG_MS, SLOWEST] = [30_000, 100];
/** The size in bytes of a part of a large upload, and the number of parts that are sent at the same time. */
const [PART, PARTS_AT_ONCE] = [16 * 2 ** 20, 4];
/** The number of names that are asked for in a page. A store may send fewer. */
export const PAGE = 1000;
/** The maximum number of names in a listing, and the maximum number of pages in a row that have no name. */
const [MOST_LISTED, MOST_EMPTY] = [50_000_000, 100];

interface BucketSettings {
  /** The maximum number of names in a listing. */
  mostListed?: number;
  /** The name to ask for when a hanging store is tried again; undefined for commands. */
  trial?: string;
}

/** Opens the bucket at `place` without a request. */
export async function openBucket(place: BucketPlace, settings: BucketSettings = {}): Promise<Bucket> {
  return new S3Bucket(await openBucketClient(place), place, settings);
}

class S3Bucket implements Bucket {
  readonly address: string;
  requests = 0;
  readonly breaker: Breaker | undefined;
  readonly #ask: AskStore;
  readonly #start: string;
  readonly #mostListed: number;

  constructor(ask: AskStore, place: BucketPlace, { mostListed = MOST_LISTED, trial }: BucketSettings) {
    this.#ask = ask;
    this.#mostListed = mostListed;
    this.address = formatBucketAddress(place);
    if (trial !== undefined)
      this.breaker = new Breaker({
        away: () => new StoreAway(`${this.address} does not answer`, true),
        trial: (signal) => this.ask(trial, { method: 'HEAD', signal }),
      });
    this.#start = place.prefix === '' ? '' : `${place.prefix}/`;
  }

  ask(name: string, { method = 'GET', headers, signal }: RequestInit): Promise<Response> {
    this.requests++;
    const given = signal ?? AbortSignal.timeout(LONG_MS);
    return this.#ask(method, this.#start + name, { unsigned: headers, signal: given });
  }

  put(name: string, bytes: Uint8Array, headers: Words = {}): Promise<void> {
    return this.#again(`${this.address}/${name} can't be put`, bytes.length, async (signal) => {
      await this.#do('', 'PUT', this.#start + name, { headers, body: bytes as Uint8Array<ArrayBuffer>, signal });
    });
  }

  putStream(name: string, open: () => ReadableStream<Uint8Array>, size: number, headers: Words = {}): Promise<void> {
    const key = this.#start + name;
    return this.#again(`${this.address}/${name} can't be put`, size, async (signal) => {
      const begun = await this.#do('</UploadId>', 'POST', key, { query: { uploads: '' }, headers, signal });
      const upload = { uploadId: textIn(begun.xml, 'UploadId')! };
      try {
        const parts = await this.#sendParts(key, open(), upload, signal);
        const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
        await this.#do('</CompleteMultipartUploadResult>', 'POST', key, { query: upload, body, signal });
      } catch (error) {
        // A store keeps the parts of an unfinished upload and charges for them, so the upload is ended.
        const given = AbortSignal.timeout(LONG_MS);
        await this.#do('', 'DELETE', key, { query: upload, signal: given }).catch(() => {});
        throw error;
      }
    });
  }

  /** Sends `stream` in parts, and returns an XML line for each part. After a rejection, no part is still being sent. */
  async #sendParts(key: string, stream: ReadableStream<Uint8Array>, upload: Words, signal: AbortSignal) {
    const lines: string[] = [];
    const parts = partsOf(stream);
    const lane = async () => {
      for await (const { number, body } of parts) {
        const query = { ...upload, partNumber: String(number) };
        const { headers } = await this.#do('', 'PUT', key, { query, body, signal });
        lines[number - 1] = `<Part><PartNumber>${number}</PartNumber><ETag>${headers.get('etag')}</ETag></Part>`;
      }
    };
    for (const ended of await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, lane)))
      if (ended.status === 'rejected') throw ended.reason;
    return lines;
  }

  async *list(start: string, behind?: string): AsyncGenerator<Stored> {
    const what = `${this.address}/${start} can't be listed`;
    const prefix = this.#start + start;
    const known = new Set<string>();
    let range = { prefix, ...(behind !== undefined && { 'start-after': this.#start + behind }) };
    let [listed, empty] = [0, 0];
    for (;;) {
      const { page, token } = await this.#again(what, 0, (signal) => this.#page(range, signal));
      listed += page.length;
      empty = page.length === 0 ? empty + 1 : 0;
      // The first name of a page is compared as well, because a listing that repeats itself may have a new token each
      // time.
      const marks = [token && `token ${token}`, page[0] && `name ${page[0].name}`].filter((mark) => mark !== undefined);
      if (marks.some((mark) => known.has(mark)) || empty > MOST_EMPTY || listed > this.#mostListed)
        throw new BucketError(what, `after ${listed} names the listing still does not end`, 200, undefined);
      for (const mark of marks) known.add(mark);
      yield* page;
      if (token === undefined) return;
      range = { prefix, ...{ 'continuation-token': token } };
    }
  }

  /** Lists one page, and returns the token of the next page. */
  async #page(range: Words & { prefix: string }, signal: AbortSignal) {
    // XML can't hold every character of a key, so the store is asked to encode keys as in URLs.
    const query = { 'list-type': '2', 'max-keys': String(PAGE), 'encoding-type': 'url', ...range };
    const { xml } = await this.#do('</ListBucketResult>', 'GET', '', { query, signal });
    const isEncoded = textIn(xml, 'EncodingType') === 'url';
    const page: Stored[] = [];
    for (const entry of xml.split('<Contents>').slice(1)) {
      const written = textIn(entry, 'Key') ?? '';
      const key = isEncoded ? decodeURIComponent(written.replaceAll('+', ' ')) : written;
      const [size, put] = [Number(textIn(entry, 'Size')), Date.parse(textIn(entry, 'LastModified') ?? '')];
      if (key === '' || !key.startsWith(range.prefix) || Number.isNaN(size + put))
        throw new Error(`it lists "${key}" unasked, or without its size or time`);
      page.push({ name: key.slice(this.#start.length), size, put });
    }
    const token = textIn(xml, 'NextContinuationToken');
    if (textIn(xml, 'IsTruncated') !== 'true') return { page, token: undefined };
    if (token === undefined) throw new Error('it has more names, and does not say where');
    return { page, token };
  }

  remove(name: string): Promise<void> {
    return this.#again(`${this.address}/${name} can't be removed`, 0, async (signal) => {
      await this.#do('', 'DELETE', this.#start + name, { signal });
    });
  }

  /** Sends one command, and reads the answer, whose XML must hold `end`. */
  async #do(end: string, ...asked: Parameters<AskStore>) {
    this.requests++;
    return taken(await this.#ask(...asked), end);
  }

  /**
   * Does `work`, which transfers `bytes` bytes. Repeats `work` after a failure of the network, or after a refusal that
   * may be temporary.
   */
  async #again<T>(what: string, bytes: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const [attempts, patience] = this.breaker ? [FEW, PATIENCE_MS] : [ATTEMPTS, LONG_MS];
    for (let attempt = 1; ; attempt++)
      try {
        this.breaker?.check();
        return await patiently(patience + bytes / SLOWEST, work);
      } catch (error) {
        if (error instanceof Late) this.breaker?.late();
        const fault = error instanceof StoreAway ? error : faultOf(what, error as Error);
        if (fault.isLasting || attempt >= attempts) throw fault;
        await after(PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
  }
}

/**
 * Cuts a stream into parts of equal length, because some stores accept no others. Only the last part may be shorter.
 */
async function* partsOf(stream: ReadableStream<Uint8Array>) {
  let [number, body, filled] = [1, new Uint8Array(PART), 0];
  for await (let piece of stream)
    while (piece.length > 0) {
      const some = piece.subarray(0, PART - filled);
      body.set(some, filled);
      piece = piece.subarray(some.length);
      filled += some.length;
      if (filled < PART) continue;
      yield { number: number++, body };
      [body, filled] = [new Uint8Array(PART), 0];
    }
  if (filled > 0) yield { number, body: body.subarray(0, filled) };
}

function faultOf(what: string, error: Error): BucketError {
  if (error instanceof Refused) return new BucketError(what, error.message, error.status, error);
  return new BucketError(what, (error.cause as Error | undefined)?.message || error.message, undefined, error);
}
