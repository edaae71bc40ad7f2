// Talks to the object plane of a hub: asks again when the network fails, believes no bytes it has not hashed.
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as after } from 'node:timers/promises';
import type { Secret } from '../../src/basics/secret.ts';
import { shownLine } from '../../src/basics/shown-text.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { blake3Hex } from '../process/blake3.ts';
import { Failure } from '../process/failure.ts';

/** What is told of an object when it is published. */
export interface Told {
  kind?: string | undefined;
  type?: string | undefined;
  filename?: string | undefined;
}

/** What a hub says of an object before its bytes come. */
interface SeenObject {
  size: number;
  /** The name it had as a file; undefined when nobody told, or told it in no UTF-8. */
  filename: string | undefined;
}

interface ObjectClientSettings {
  /** The hub's address, without a trailing slash. */
  base: string;
  token?: Secret | undefined;
  /** Milliseconds before the second attempt; each further one waits twice as long. */
  pause?: number;
}

const ATTEMPTS = 6;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Nothing is heard for that long: the connection is dead. Each attempt has a whole object to move in it. */
const PATIENCE_MS = 120_000;
/** Bytes of an answer of the hub's own API. */
const MOST_JSON = 64 * 1024 * 1024;

/** The hub says that it has no object at the address. */
export class NoObject extends Failure {}

export class ObjectClient {
  readonly base: string;
  readonly #token: Secret | undefined;
  readonly #pause: number;

  constructor({ base, token, pause = PAUSE_MS }: ObjectClientSettings) {
    this.base = base;
    this.#token = token;
    this.#pause = pause;
  }

  /** What the hub says of an object; undefined when it has none at the address, or none that is whole. */
  async look(address: Address): Promise<SeenObject | undefined> {
    const { status, headers } = await this.#ask(href(routes.object, { id: address }), { method: 'HEAD' }, [200, 404]);
    if (status === 404) return undefined;
    const name = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1];
    return { size: Number(headers.get('content-length')), filename: name === undefined ? undefined : decoded(name) };
  }

  /** Publishes `bytes` and gives their address. Throws a Failure when the hub refuses, or says another address. */
  async publish(bytes: Uint8Array<ArrayBuffer>, { kind, type, filename }: Told): Promise<Address> {
    const headers = {
      'Content-Type': type ?? 'application/octet-stream',
      ...(this.#token ? { Authorization: `Bearer ${this.#token.reveal()}` } : {}),
      ...(kind === undefined ? {} : { 'x-hub-kind': kind }),
      // A header's characters are bytes: those of the name in UTF-8.
      ...(filename === undefined ? {} : { 'x-hub-filename': Buffer.from(filename).toString('latin1') }),
    };
    const init: RequestInit = { method: 'POST', headers, body: bytes };
    const response = await this.#ask(href(routes.objects, {}), init, [201]);
    const { id } = (await this.#read(response)) as { id: Address };
    const expected = addressFromHex(blake3Hex(bytes));
    if (id !== expected)
      throw new Failure(`${this.base} answered ${String(id)} for what is ${expected}: bytes were lost.`);
    return expected;
  }

  /** An object's bytes as they come, not hashed yet. Throws a Failure when there are none. */
  async stream(address: Address, patience: number | undefined): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#ask(href(routes.object, { id: address }), {}, [200, 404], patience);
    if (response.status === 200) return response.body as ReadableStream<Uint8Array>;
    await response.body?.cancel();
    throw new NoObject(`${this.base} has no object ${address}.`);
  }

  /** The whole object, hashed; at most `limit` bytes. Throws a Failure when it is missing, larger, or not what its address says. */
  async get(address: Address, limit: number): Promise<Buffer<ArrayBuffer>> {
    return this.#again(async () => {
      const bytes = await readAll(await this.stream(address, PATIENCE_MS), limit);
      if (!bytes) throw new Failure(`The object ${address} is larger than the ${limit} bytes it may have here.`);
      if (addressFromHex(blake3Hex(bytes)) === address) return bytes;
      throw new Failure(`${this.base} sent bytes that are not ${address}.`);
    });
  }

  /**
   * The bytes at a path of the hub, at most `limit`; undefined when nothing is there, by one of the statuses of `absent`.
   * Throws a Failure for more.
   */
  bytes(path: string, limit: number, absent = [404]): Promise<Buffer<ArrayBuffer> | undefined> {
    return this.#again(async () => {
      const { status, body } = await this.#ask(path, {}, [200, ...absent]);
      if (status !== 200) {
        await body?.cancel();
        return undefined;
      }
      const bytes = await readAll(body as ReadableStream<Uint8Array>, limit);
      if (!bytes) throw new Failure(`${this.base}${path} has more than the ${limit} bytes it may have.`);
      return bytes;
    });
  }

  /** A JSON answer of the hub's own API. */
  async json(path: string): Promise<unknown> {
    return this.#read(await this.#ask(path, {}, [200]));
  }

  async #read({ body }: Response): Promise<unknown> {
    const bytes = await readAll(body as ReadableStream<Uint8Array>, MOST_JSON);
    if (!bytes) throw new Failure(`${this.base} answers with more than ${MOST_JSON} bytes of JSON.`);
    return JSON.parse(bytes.toString());
  }

  /** `patience`: milliseconds for the whole answer; undefined: as long as it takes. */
  #ask(path: string, init: RequestInit, expected: number[], patience: number | undefined = PATIENCE_MS) {
    return this.#again(async () => {
      // A redirect is followed nowhere: whoever it leads to would be sent the token.
      const signal = patience === undefined ? null : AbortSignal.timeout(patience);
      const settings: RequestInit = { ...init, redirect: 'manual', signal };
      const response = await fetch(this.base + path, settings);
      if (expected.includes(response.status)) return response;
      if (response.status >= 300 && response.status < 400) throw await movedAway(this.base, response);
      const sentence = response.headers.get('x-error-message') ?? `status ${response.status}`;
      await response.body?.cancel();
      const said = new Failure(`${this.base} refuses: ${shownLine(sentence)}`);
      if (response.status !== 429 && response.status < 500) throw said;
      throw new Later(said, Number(response.headers.get('retry-after')) * 1000);
    });
  }

  /** Does `work` again when the network, or the hub's state, is to blame. */
  async #again<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await work();
      } catch (error) {
        if (error instanceof Failure) throw error;
        const later = error instanceof Later ? error : new Later(unreachable(this.base, error), 0);
        if (attempt >= ATTEMPTS) throw later.failure;
        const wait = Math.max(later.wait || 0, this.#pause * 2 ** (attempt - 1));
        await after(Math.min(wait, LONGEST_PAUSE_MS));
      }
  }
}

/** Worth another attempt, after so many milliseconds at least. */
class Later extends Error {
  readonly failure: Failure;
  readonly wait: number;

  constructor(failure: Failure, wait: number) {
    super(failure.message);
    this.failure = failure;
    this.wait = wait;
  }
}

/** Who redirects does so the next time as well. */
async function movedAway(base: string, { headers, body }: Response): Promise<Failure> {
  await body?.cancel();
  const to = shownLine(headers.get('location') ?? 'another address');
  return new Failure(
    `${base} redirects to ${to}, which is not followed: name the address where the hub itself answers.`,
  );
}

function unreachable(base: string, error: unknown): Failure {
  const { cause, name, message } = error as Error & { cause?: { code?: string; message?: string } };
  const why = cause?.code ?? cause?.message ?? (name === 'TimeoutError' ? 'no answer in time' : message);
  return new Failure(`${base} can’t be reached (${why}).`, { cause: error });
}

/** A percent-encoded name (RFC 8187); undefined when it is not well encoded. */
function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

async function readAll(body: ReadableStream<Uint8Array>, limit: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
