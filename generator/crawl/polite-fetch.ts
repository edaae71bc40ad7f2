// Sends requests to an upstream politely: it gives our name, sends few requests at a time, waits when it is asked to,
// and keeps within a budget.

import { setTimeout as after } from 'node:timers/promises';
import { PrivateAddress } from '../../functions/client/http-client.ts';
import { retried } from '../../functions/client/retry.ts';
import type { Secret } from '../../src/basics/secret.ts';
import { counted } from '../../src/model/figures.ts';
import { piecesOf } from '../process/answer-body.ts';
import { Failure, whyUnreached } from '../process/failure.ts';
import { type Limit, RequestPace, spentFor, waitOf } from './request-pace.ts';

export interface FetchSettings {
  /** Sends one request, as `fetch` does. */
  ask: typeof fetch;
  /** Our name for the upstream, with a contact of the operator (RFC 9110 10.1.5). */
  userAgent: string;
  /** A token of the upstream. It is only sent to URLs that begin with `below`. */
  token?: { secret: Secret; below: string } | undefined;
  /**
   * The maximum number of requests at the same time. A refusal halves the current number; it grows by one after every
   * `GROWTH` good answers.
   */
  most: number;
  /** Kinds of requests that have limits of their own. A URL belongs to the first kind whose `below` it begins with. */
  kinds?: readonly { below: string; limit: Limit | undefined }[];
  /** The maximum numbers of requests, of bytes in bodies, and of minutes for a run. */
  budget: { requests: number; bytes: number; minutes?: number };
  /** Aborts all running requests. */
  signal?: AbortSignal | undefined;
  /** The milliseconds before the second attempt, on average. Each later pause is twice as long. */
  pause?: number | undefined;
  /** The milliseconds from the beginning in which an answer may come slowly. */
  silence?: number | undefined;
  /** Called before each request. */
  onAsk?: (() => void) | undefined;
  /** Called with the milliseconds for which the upstream asks us to wait. */
  onWait?: (milliseconds: number) => void;
}

/** Counts over all requests so far. */
export interface FetchCount {
  requests: number;
  bytes: number;
  /** The number of requests that were repeated. */
  again: number;
  /** The milliseconds of waiting for the upstream or its limits. */
  waited: number;
}

/**
 * The error of a run that is over, because its budget or time is spent, or because the upstream asks for waits that are
 * too long. The next run continues, so this is no fault.
 */
export class BudgetSpent extends Failure {}

/** The error for a status that may pass. `wait` is the number of milliseconds that the upstream asks to wait, or 0. */
class Refused extends Error {
  readonly wait: number;

  constructor({ status, headers }: Response) {
    super(`answers with ${status}`);
    this.wait = waitOf(headers);
  }
}

const ATTEMPTS = 6;
const PAUSE_MS = 1000;
/**
 * The maximum waits for the upstream in milliseconds: since the last good answer, and in the whole run. Ten minutes are
 * two windows of the public hub. A run that gives up keeps its results, so a later run can continue.
 */
const [MOST_IN_VAIN, MOST_WAITS] = [10 * 60_000, 24 * 3_600_000];
/** The number of good answers after which one more request may run at the same time. */
const GROWTH = 20;
/** The maximum size in bytes of a body. A crawl fetches no weights, so a larger body is an error. */
const MOST_BODY = 64 * 1024 * 1024;

export class PoliteFetch {
  readonly count: FetchCount = { requests: 0, bytes: 0, again: 0, waited: 0 };
  readonly #settings: FetchSettings;
  #lanes: number;
  #running = 0;
  #good = 0;
  /** The time from which no request is sent any more, in milliseconds since 1970. */
  readonly #deadline: number;
  /** The time up to which waits have been counted, in milliseconds since 1970. */
  #waitedUntil = 0;
  readonly #paces: readonly { below: string; pace: RequestPace }[];
  /** The milliseconds of waiting since the last good answer. */
  #inVain = 0;
  /** The error of a run that sends no more requests, because the upstream asked for waits that are too long. */
  #gaveUp: BudgetSpent | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(settings: FetchSettings) {
    this.#settings = settings;
    this.#lanes = Math.min(4, settings.most);
    const kinds = [...(settings.kinds ?? []), { below: '', limit: undefined }];
    this.#paces = kinds.map(({ below, limit }) => ({ below, pace: new RequestPace(limit) }));
    this.#deadline = Date.now() + (settings.budget.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  }

  /**
   * Works like `fetch`, but politely. It repeats a request after 429, 5xx and failures of the network, and waits first
   * for as long as the upstream asks. It gives every other answer unchanged. Rejects with a BudgetSpent, or with a
   * Failure after six attempts.
   */
  readonly fetch: typeof fetch = (input, init) => {
    const { pause = PAUSE_MS, signal } = this.#settings;
    const url = input instanceof Request ? input.url : String(input);
    const { pace } = this.#paces.find(({ below }) => url.startsWith(below))!;
    const again = (error: unknown) => {
      const isFinal = error instanceof Failure || (error as Error).cause instanceof PrivateAddress;
      if (isFinal || signal?.aborted) return undefined;
      this.count.again++;
      // All requests of this kind wait for as long as the upstream asks.
      if (error instanceof Refused && error.wait > 0) this.#quiet(pace, error.wait, url);
      return 0;
    };
    return retried(
      async () => {
        await this.#enter(pace);
        try {
          const response = await this.#ask(url, init, pace);
          if (response.status !== 429 && response.status < 500) return response;
          this.#slowDown();
          throw new Refused(response);
        } finally {
          this.#leave();
        }
      },
      { most: ATTEMPTS, pause, again, signal },
    ).catch((error: unknown) => {
      if (error instanceof Failure || signal?.aborted) throw error;
      const { cause } = error as Error;
      if (cause instanceof PrivateAddress) throw new Failure(`${url} is not asked: ${cause.message}`, { cause });
      const failure = error instanceof Refused ? error.message : reasonOf(error);
      throw new Failure(`${new URL(url).origin} ${failure}, ${ATTEMPTS} times: ${url}`);
    });
  };

  async #ask(url: string, init: RequestInit | undefined, pace: RequestPace): Promise<Response> {
    const { ask, userAgent, token, budget, signal, silence, onAsk } = this.#settings;
    if (this.count.requests >= budget.requests || this.count.bytes >= budget.bytes)
      throw new BudgetSpent(
        `The budget of this run is spent: ${counted(this.count.requests, 'request')}, ${counted(this.count.bytes, 'byte')}.`,
      );
    this.count.requests++;
    onAsk?.();
    const headers = new Headers(init?.headers);
    headers.set('User-Agent', userAgent);
    // `fetch` removes this header if the answer redirects to another origin.
    if (token && url.startsWith(token.below)) headers.set('Authorization', `Bearer ${token.secret.reveal()}`);
    const response = await ask(url, { ...init, headers, signal: signal ?? null });
    // The body is read within the attempt, so that one that breaks off is requested again.
    const chunks: Uint8Array[] = [];
    for await (const chunk of piecesOf(url, response.body, { most: MOST_BODY, grace: silence })) {
      this.count.bytes += chunk.length;
      chunks.push(chunk);
    }
    const wait = spentFor(response.headers);
    this.#speedUp();
    pace.learn(response.headers, Date.now());
    if (wait > 0) this.#quiet(pace, wait);
    return whole(response, Buffer.concat(chunks));
  }

  async #enter(pace: RequestPace): Promise<void> {
    try {
      await this.#turn(pace);
    } catch (error) {
      // A caller that leaves without using its turn wakes the next caller, which would otherwise wait for ever.
      this.#wake();
      throw error;
    }
  }

  async #turn(pace: RequestPace): Promise<void> {
    for (;;) {
      this.#settings.signal?.throwIfAborted();
      if (this.#gaveUp) throw this.#gaveUp;
      const now = Date.now();
      const from = pace.from(now);
      if (Math.max(from, now) >= this.#deadline)
        throw new BudgetSpent(`The time of this run is over: ${counted(this.#settings.budget.minutes!, 'minute')}.`);
      if (from > now) {
        this.#countWait(from);
        // Wakes another caller: if its request is of another kind, it may be sent now.
        this.#wake();
        await after(from - now, undefined, { signal: this.#settings.signal });
      } else if (this.#running < this.#lanes) {
        this.#running++;
        pace.take(now);
        return;
      } else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #leave(): void {
    this.#running--;
    this.#wake();
  }

  #wake(): void {
    this.#waiting.shift()?.();
  }

  #speedUp(): void {
    this.#inVain = 0;
    if (++this.#good % GROWTH === 0 && this.#lanes < this.#settings.most) {
      this.#lanes++;
      this.#wake();
    }
  }

  #slowDown(): void {
    this.#good = 0;
    this.#lanes = Math.max(1, this.#lanes >> 1);
  }

  #countWait(until: number): void {
    const from = Math.max(this.#waitedUntil, Date.now());
    if (until <= from) return;
    this.count.waited += until - from;
    this.#waitedUntil = until;
  }

  /**
   * Holds back all requests of a kind for this many milliseconds. `refused` is the URL of the refused request, if a
   * refusal asked for the wait. Throws a BudgetSpent if the run would wait for too long.
   */
  #quiet(pace: RequestPace, milliseconds: number, refused?: string): void {
    const from = Math.max(pace.from(Date.now()), Date.now());
    const added = Date.now() + milliseconds - from;
    if (added <= 0) return;
    const seconds = (most: number) => `${Math.ceil(most / 1000)} seconds`;
    if (refused !== undefined && this.#inVain + added > MOST_IN_VAIN)
      this.#gaveUp = new BudgetSpent(
        `${refused} asks to wait ${seconds(milliseconds)}, more than the ${seconds(MOST_IN_VAIN)} that a run waits without progress: run it again later.`,
      );
    else if (this.count.waited + added > MOST_WAITS)
      this.#gaveUp = new BudgetSpent(
        `The waits that an upstream asked for take more than ${seconds(MOST_WAITS)} of this run: what was found is kept.`,
      );
    if (this.#gaveUp) throw this.#gaveUp;
    if (refused !== undefined) this.#inVain += added;
    this.#countWait(from + added);
    pace.rest(from + added);
    this.#settings.onWait?.(milliseconds);
  }
}

/**
 * Makes a response like `response` with a body that was read already. A response that may have no body, such as a 204,
 * gets none.
 */
function whole(response: Response, body: Buffer): Response {
  const { status, statusText, headers, url } = response;
  const read = new Response(body.length === 0 ? null : new Uint8Array(body), { status, statusText, headers });
  // A new response has no URL, but the client library quotes the URL in its errors.
  return Object.defineProperty(read, 'url', { value: url });
}

function reasonOf(error: unknown): string {
  const reason = whyUnreached(error);
  // These codes of zlib mean that the bytes are not valid for their Content-Encoding.
  if (/^Z_|^ERR__ERROR_|^ZSTD_/.test(reason)) return `sends bytes that can't be unpacked (${reason})`;
  // The message names the address, because an upstream may redirect elsewhere. A host with several addresses has an
  // error for each.
  const { cause } = error as { cause?: Partial<AggregateError> & { code?: string } };
  const [first] = cause?.errors ?? [];
  return `can't be reached (${first?.message ?? (cause?.code === reason ? cause.message : reason)})`;
}
