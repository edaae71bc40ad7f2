// Gets and publishes the objects of a hub. Repeats requests when the network fails, and checks the hash of each object.
import { setTimeout as after } from 'node:timers/promises';
import { defined } from '../../src/basics/defined.ts';
import { retryAfter } from '../../src/basics/retry-after.ts';
import type { Secret } from '../../src/basics/secret.ts';
import { shownLine } from '../../src/basics/shown-text.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { blake3Hex } from '../process/blake3.ts';
import { Failure, whyUnreached } from '../process/failure.ts';
import { StallWatch } from '../process/stall-watch.ts';

/** The facts to publish with an object. */
export interface ObjectFacts {
  kind?: string | undefined;
  type?: string | undefined;
  filename?: string | undefined;
}

/** The facts about an object that a hub sends in headers, before its bytes. */
interface SeenObject {
  size: number;
  /** The file name that the publisher gave the object; undefined if it has none, or one that is not UTF-8. */
  filename: string | undefined;
}

interface ObjectClientSettings {
  /** The hub's address, without a trailing slash. */
  base: string;
  token?: Secret | undefined;
  /**
   * The number of milliseconds before the second attempt. Each further attempt waits twice as long as the one before.
   */
  pause?: number;
  /** The number of milliseconds without a byte after which a stream is ended. */
  patience?: number;
}

const ATTEMPTS = 6;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/**
 * The maximum number of milliseconds in which an attempt must get its whole answer. Streams of objects have a
 * StallWatch instead.
 */
const PATIENCE_MS = 120_000;
/** The maximum size in bytes of a JSON answer of the hub: a page of 500 models has 1 MB. */
const MOST_JSON = 8 * 1024 * 1024;

/** The error that the hub has no object at the address. */
export class NoObject extends Failure {}

/** The error that a stream broke off. Another attempt may bring all of its bytes. */
export class BrokenOff extends Failure {}

export class ObjectClient {
  readonly base: string;
  readonly #token: Secret | undefined;
  readonly #pause: number;
  readonly #patience: number | undefined;

  constructor({ base, token, pause = PAUSE_MS, patience }: ObjectClientSettings) {
    this.base = base;
    this.#token = token;
    this.#pause = pause;
    this.#patience = patience;
  }

  /** Gets the hub's facts about an object; undefined if the hub has no undamaged object at the address. */
  async look(address: Address): Promise<SeenObject | undefined> {
    const { status, headers } = await this.#ask(href(routes.object, { id: address }), { method: 'HEAD' }, [200, 404]);
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
      'x-hub-filename': filename && Buffer.from(filename).toString('latin1'),
    });
    const init: RequestInit = { method: 'POST', headers, body: bytes };
    const { id } = (await this.#json(href(routes.objects, {}), init, 201)) as { id: Address };
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
    const path = href(routes.object, { id: address });
    let watch = new StallWatch(this.#patience);
    const response = await this.#ask(path, {}, [200, 404], () => {
      watch.end();
      watch = new StallWatch(this.#patience);
      return watch.signal;
    });
    if (response.status === 200) return watched(this.base + path, response, most, watch);
    watch.end();
    await response.body?.cancel();
    throw this.#without(address);
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
    return this.#again(path, async () => {
      const response = await this.#ask(path, {}, [200, ...absent]);
      if (response.status === 200) return readAll(this.base + path, response, limit);
      await response.body?.cancel();
      return undefined;
    });
  }

  /**
   * Returns the sentence with which the hub refuses `path`, if the refusal has this code; undefined for every other
   * answer.
   */
  async refusal(path: string, code: string): Promise<string | undefined> {
    const { headers } = await this.#ask(path, { method: 'HEAD' }, [200, 401, 403, 404, 410, 451]);
    if (headers.get('x-error-code') !== code) return undefined;
    const sentence = headers.get('x-error-message') ?? code;
    return sentence.replace(/(?:%[0-9A-F]{2})+/g, (letters) => decoded(letters) ?? letters);
  }

  /** Gets a JSON answer of the hub, of at most `most` bytes. */
  json(path: string, most = MOST_JSON): Promise<unknown> {
    return this.#again(path, () => this.#json(path, {}, 200, most));
  }

  async #json(path: string, init: RequestInit, expected: number, most = MOST_JSON): Promise<unknown> {
    const bytes = await readAll(this.base + path, await this.#ask(path, init, [expected]), most);
    try {
      return JSON.parse(bytes.toString());
    } catch (error) {
      throw new Failure(`${this.base}${path} does not answer with JSON.`, { cause: error });
    }
  }

  #without(address: Address): NoObject {
    return new NoObject(`${this.base} has no object ${address}.`);
  }

  /**
   * Sends a request, and repeats it as `#again` does. `signalOf` makes the signal that ends an attempt; by default the
   * signal is a time limit.
   */
  #ask(
    path: string,
    init: RequestInit,
    expected: number[],
    signalOf = () => AbortSignal.timeout(PATIENCE_MS),
  ): Promise<Response> {
    return this.#again(path, async () => {
      // Follows no redirect, because the token would go to the target.
      const settings: RequestInit = { ...init, redirect: 'manual', signal: signalOf() };
      const response = await fetch(this.base + path, settings);
      if (expected.includes(response.status)) return response;
      if (response.status >= 300 && response.status < 400) throw await movedAway(this.base, response);
      const sentence = response.headers.get('x-error-message') ?? `status ${response.status}`;
      await response.body?.cancel();
      const said = new Failure(`${this.base} refuses: ${shownLine(sentence)}`);
      if (response.status !== 429 && response.status < 500) throw said;
      throw new Later(said, retryAfter(response.headers.get('retry-after')) ?? 0);
    });
  }

  /** Repeats `work` if it failed because of the network, or because the hub was busy or faulty for the moment. */
  async #again<T>(path: string, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await work();
      } catch (error) {
        if (error instanceof Failure) throw error;
        const later = error instanceof Later ? error : new Later(unreachable(this.base, path, error), 0);
        if (attempt >= ATTEMPTS) throw later.failure;
        const wait = Math.max(later.wait, this.#pause * 2 ** (attempt - 1));
        await after(Math.min(wait, LONGEST_PAUSE_MS));
      }
  }
}

/** Wraps a failure that is worth another attempt after `wait` milliseconds. */
class Later extends Error {
  readonly failure: Failure;
  readonly wait: number;

  constructor(failure: Failure, wait: number) {
    super(failure.message);
    this.failure = failure;
    this.wait = wait;
  }
}

/** Returns the failure for a redirect. The request is not repeated, since the hub would redirect it again. */
async function movedAway(base: string, { headers, body }: Response): Promise<Failure> {
  await body?.cancel();
  const to = shownLine(headers.get('location') ?? 'another address');
  if (to.startsWith('/')) return new Failure(`${base} spells it ${to}: use that spelling.`);
  return new Failure(
    `${base} redirects to ${to}, which is not followed: name the address where the hub itself answers.`,
  );
}

function unreachable(base: string, path: string, error: unknown): Failure {
  const isLate = (error as Error).name === 'TimeoutError';
  const fault = isLate
    ? `${base}${path} gave no whole answer in ${PATIENCE_MS / 1000} seconds.`
    : `${base} can’t be reached (${whyUnreached(error)}).`;
  return new Failure(fault, { cause: error });
}

/** Decodes a percent-encoded name (RFC 8187) or sentence; undefined if the encoding is malformed. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the pieces of an answer's body. Throws a Failure if they have more than `most` bytes together. */
async function* pieces(url: string, { body, headers }: Response, most: number): AsyncGenerator<Uint8Array> {
  const tooMuch = () => new Failure(`${url} is larger than the ${most} bytes that are allowed.`);
  let length = 0;
  if (Number(headers.get('content-length')) > most) {
    await body?.cancel();
    throw tooMuch();
  }
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > most) throw tooMuch();
    yield piece;
  }
}

/** Returns the pieces of an answer's body. Throws a BrokenOff if the stream breaks off or is too slow. */
async function* watched(url: string, response: Response, most: number, watch: StallWatch): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of pieces(url, response, most)) {
      watch.again(piece.length);
      yield piece;
    }
  } catch (error) {
    throw error instanceof Failure
      ? error
      : new BrokenOff(`${url} broke off: ${whyUnreached(error)}.`, { cause: error });
  } finally {
    watch.end();
  }
}

async function readAll(url: string, response: Response, most: number): Promise<Buffer<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces(url, response, most)) all.push(piece);
  return Buffer.concat(all);
}
