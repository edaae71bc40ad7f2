// Gets and publishes the objects of a hub. Repeats requests when the network fails, and checks the hash of each object.
import { createClient } from '../../functions/client/http-client.ts';
import { retried } from '../../functions/client/retry.ts';
import { defined } from '../../src/basics/records.ts';
import type { Secret } from '../../src/basics/secret.ts';
import { shownLine } from '../../src/basics/shown-text.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import { retryAfter } from '../../src/table/headers.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { piecesOf, wholeBody } from '../process/answer-body.ts';
import { blake3Hex } from '../process/blake3.ts';
import { Failure, whyUnreached } from '../process/failure.ts';

/** The facts to publish with an object. */
export interface ObjectFacts {
  kind?: string | undefined;
  type?: string | undefined;
  filename?: string | undefined;
}

interface ObjectClientSettings {
  /** The hub's address, without a trailing slash. */
  base: string;
  token?: Secret | undefined;
  /** The milliseconds of the first pause between attempts; see `retried`. */
  pause?: number;
  /** The milliseconds without a byte after which an attempt ends. */
  silence?: number;
}

const ATTEMPTS = 6;
const PAUSE_MS = 500;
/** The maximum size in bytes of a JSON answer of the hub: a page of 500 models has 1 MB. */
const MOST_JSON = 8 * 1024 * 1024;

/** The error that the hub has no object at the address. */
export class NoObject extends Failure {}

/** The error that a stream broke off. Another attempt may bring all of its bytes. */
export class BrokenOff extends Failure {}

/** The error that the hub is busy or faulty for the moment, and the milliseconds that it asks to wait. */
class Busy extends Failure {
  wait = 0;
}

export class ObjectClient {
  readonly base: string;
  readonly #token: Secret | undefined;
  readonly #pause: number;
  readonly #silence: number | undefined;
  readonly #fetch: typeof fetch;

  constructor({ base, token, pause = PAUSE_MS, silence }: ObjectClientSettings) {
    this.base = base;
    this.#token = token;
    this.#pause = pause;
    this.#silence = silence;
    this.#fetch = createClient({ silence });
  }

  /**
   * Gets the hub's facts about an object; undefined if the hub has no undamaged object at the address. Its publisher may
   * have given it no file name, or one that is not UTF-8.
   */
  async look(address: Address) {
    const { status, headers } = await this.#head(href(routes.object, { id: address }), [200, 404]);
    if (status === 404) return undefined;
    const name = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1];
    return { size: Number(headers.get('content-length')), filename: name === undefined ? undefined : decoded(name) };
  }

  /**
   * Publishes `bytes`, and returns their address. Throws a Failure if the hub refuses them, or answers with another
   * address.
   */
  async publish(bytes: Uint8Array<ArrayBuffer>, { kind, type, filename }: ObjectFacts): Promise<Address> {
    const headers = defined({
      'Content-Type': type ?? 'application/octet-stream',
      Authorization: this.#token && `Bearer ${this.#token.reveal()}`,
      'x-hub-kind': kind,
      // Fetch sends each character of a header value as one byte, so each character here is a byte of the name in
      // UTF-8.
      'x-hub-filename': filename && encodeURIComponent(filename),
    });
    const init: RequestInit = { method: 'POST', headers, body: bytes };
    const { id } = (await this.#ask(href(routes.objects), init, [201], readJson)) as { id: Address };
    const expected = addressFromHex(blake3Hex(bytes));
    if (id !== expected)
      throw new Failure(`${this.base} answered ${String(id)} for the object ${expected}: bytes were lost.`);
    return expected;
  }

  /**
   * Streams an object's bytes, without checking their hash. Throws a NoObject if the hub lacks the object. The stream
   * throws a Failure with the URL if it is too slow, or has more than `most` bytes after decompression.
   */
  async stream(address: Address, most: number): Promise<AsyncIterable<Uint8Array>> {
    return this.#ask(href(routes.object, { id: address }), {}, [200, 404], async (response, url) => {
      if (response.status === 200) return streamed(url, response, most, this.#silence);
      await response.body?.cancel();
      throw this.#without(address);
    });
  }

  /**
   * Gets a whole object, and checks its hash. Throws a Failure if the object is missing, has more than `limit` bytes,
   * or has another hash.
   */
  async get(address: Address, limit: number): Promise<Buffer<ArrayBuffer>> {
    const bytes = await this.bytes(href(routes.object, { id: address }), limit);
    if (!bytes) throw this.#without(address);
    if (addressFromHex(blake3Hex(bytes)) === address) return bytes;
    throw new Failure(`${this.base} sent bytes that are not ${address}.`);
  }

  /**
   * Gets the bytes at a path of the hub; undefined if the HTTP status is one of `absent`. Throws a Failure if there are
   * more than `limit` bytes.
   */
  bytes(path: string, limit: number, absent = [404]): Promise<Buffer<ArrayBuffer> | undefined> {
    return this.#ask(path, {}, [200, ...absent], async (response, url) => {
      if (response.status === 200) return readAll(response, url, limit);
      await response.body?.cancel();
      return undefined;
    });
  }

  /**
   * Returns the sentence with which the hub refuses `path`, if the refusal has this code; undefined for every other
   * answer.
   */
  async refusal(path: string, code: string): Promise<string | undefined> {
    const { headers } = await this.#head(path, [200, 401, 403, 404, 410, 451]);
    if (headers.get('x-error-code') !== code) return undefined;
    const sentence = headers.get('x-error-message') ?? code;
    return sentence.replace(/(?:%[0-9A-F]{2})+/g, (letters) => decoded(letters) ?? letters);
  }

  /** Gets a JSON answer of the hub, of at most `most` bytes. */
  json(path: string, most = MOST_JSON): Promise<unknown> {
    return this.#ask(path, {}, [200], (response, url) => readJson(response, url, most));
  }

  #without(address: Address): NoObject {
    return new NoObject(`${this.base} has no object ${address}.`);
  }

  #head(path: string, expected: number[]): Promise<Response> {
    return this.#ask(path, { method: 'HEAD' }, expected, async (response) => response);
  }

  /**
   * Sends a request, and returns what `use` makes of an answer whose status is `expected`. Repeats both if the network
   * failed, or if the hub was busy or faulty for the moment. Rejects with a Failure.
   */
  async #ask<T>(
    path: string,
    init: RequestInit,
    expected: number[],
    use: (answer: Response, url: string) => Promise<T>,
  ) {
    const url = this.base + path;
    const attempt = async () => {
      // Follows no redirect, because the token would go to the target.
      const response = await this.#fetch(url, { ...init, redirect: 'manual' });
      if (expected.includes(response.status)) return use(response, url);
      throw await this.#refusalOf(response);
    };
    const again = (error: unknown) => (error instanceof Busy ? error.wait : error instanceof Failure ? undefined : 0);
    return retried(attempt, { most: ATTEMPTS, pause: this.#pause, again }).catch((error: unknown) => {
      if (error instanceof Failure) throw error;
      throw new Failure(`${this.base} can’t be reached (${whyUnreached(error)}).`, { cause: error });
    });
  }

  /** Returns the failure for an unexpected status. A redirect is final, since the hub would redirect again. */
  async #refusalOf({ status, headers, body }: Response): Promise<Failure> {
    await body?.cancel();
    if (status >= 300 && status < 400) {
      const to = shownLine(headers.get('location') ?? 'another address');
      if (to.startsWith('/')) return new Failure(`${this.base} spells it ${to}: use that spelling.`);
      const why = 'which is not followed: name the address where the hub itself answers.';
      return new Failure(`${this.base} redirects to ${to}, ${why}`);
    }
    const said = `${this.base} refuses: ${shownLine(headers.get('x-error-message') ?? `status ${status}`)}`;
    if (status !== 429 && status < 500) return new Failure(said);
    return Object.assign(new Busy(said), { wait: retryAfter(headers.get('retry-after')) ?? 0 });
  }
}

/** Decodes a percent-encoded name (RFC 8187) or sentence; undefined if the encoding is malformed. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the pieces of an answer. Throws a BrokenOff if they break off or come too slowly. */
async function* streamed(url: string, response: Response, most: number, grace?: number) {
  try {
    yield* piecesOf(url, response.body, { most, grace, declared: response.headers.get('content-length') });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new BrokenOff(`${url} broke off: ${whyUnreached(error)}.`, { cause: error });
  }
}

const readAll = ({ body, headers }: Response, url: string, most: number) =>
  wholeBody(url, body, { most, declared: headers.get('content-length') });

async function readJson(response: Response, url: string, most = MOST_JSON): Promise<unknown> {
  const bytes = await readAll(response, url, most);
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    throw new Failure(`${url} does not answer with JSON.`, { cause: error });
  }
}
