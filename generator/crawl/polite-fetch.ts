// Sends requests to an upstream politely: it gives our name, sends few requests at a time, waits when it is asked to,
// keeps within a budget and within the limits of each window, and obeys robots.txt (RFC 9309).
import { setTimeout as after } from 'node:timers/promises';
import robotsParser from 'robots-parser';
import { PrivateAddress } from '../../functions/client/http-client.ts';
import { retried } from '../../functions/client/retry.ts';
import type { Secret } from '../../src/basics/secret.ts';
import { counted } from '../../src/model/figures.ts';
import { retryAfter } from '../../src/table/headers.ts';
import { wholeBody } from '../process/answer-body.ts';
import { Failure, whyUnreached } from '../process/failure.ts';

export interface FetchSettings {
  /** Sends one request, as `fetch` does. */
  ask: typeof fetch;
  /** Our name for the upstream, with a contact of the operator (RFC 9110 10.1.5). */
  userAgent: string;
  /** A token of the upstream. It is only sent to URLs that begin with `below`. */
  token?: { secret: Secret; below: string } | undefined;
  /**
   * Kinds of requests that have limits of their own. A URL belongs to the first kind whose `below` it begins with; the
   * last kind has all.
   */
  kinds?: readonly { below: string; limit: Limit | undefined }[];
  /**
   * The maximum numbers of requests, of bytes in bodies, of minutes for a run, and of requests at the same time. A
   * refusal halves the current number of the latter; it grows by one after every `GROWTH` good answers.
   */
  budget: { requests: number; bytes: number; minutes?: number; under_way: number };
  /** Aborts all running requests. */
  signal: AbortSignal;
  /** The milliseconds before the second attempt, on average. Each later pause is twice as long. */
  pause?: number | undefined;
  /** The milliseconds from the beginning in which an answer may come slowly. */
  silence?: number | undefined;
  /** Called with the milliseconds for which the upstream asks us to wait. */
  onWait: (milliseconds: number) => void;
}

/** Counts over all requests so far. */
export interface FetchCount {
  requests: number;
  bytes: number;
  /** The number of requests that were repeated. */
  again: number;
}

/**
 * The error of a run that is over, because its budget or time is spent, or because the upstream asks for waits that are
 * too long. The next run continues, so this is no fault.
 */
export class BudgetSpent extends Failure {}

/** The error for a status that may pass. */
class Refused extends Error {
  readonly headers: Headers;

  constructor({ status, headers }: Response) {
    super(`answers with ${status}`);
    this.headers = headers;
  }
}

const ATTEMPTS = 6;
const PAUSE_MS = 1000;
/**
 * The maximum milliseconds of waiting for the upstream since the last good answer: two windows of the public hub. A run
 * that gives up keeps its results, so a later run can continue.
 */
const MOST_IN_VAIN = 10 * 60_000;
/** The number of good answers after which one more request may run at the same time. */
const GROWTH = 20;
/** The maximum size in bytes of a body. A crawl fetches no weights, so a larger body is an error. */
const MOST_BODY = 64 * 1024 * 1024;

export class PoliteFetch {
  readonly count: FetchCount = { requests: 0, bytes: 0, again: 0 };
  readonly #settings: FetchSettings;
  readonly #paces: readonly { below: string; pace: RequestPace }[];
  /** The time from which no request is sent any more, in milliseconds since 1970. */
  readonly #deadline: number;
  readonly #waiting: (() => void)[] = [];
  #lanes: number;
  #running = 0;
  #good = 0;
  /** The milliseconds of waiting since the last good answer. */
  #inVain = 0;
  /** The error of a run that sends no more requests, because the upstream asked for waits that are too long. */
  #gaveUp: BudgetSpent | undefined;

  constructor(settings: FetchSettings) {
    const { budget, kinds = [] } = settings;
    this.#settings = settings;
    this.#lanes = Math.min(4, budget.under_way);
    this.#paces = [...kinds, { below: '', limit: undefined }].map(({ below, limit }) => ({
      below,
      pace: new RequestPace(limit),
    }));
    this.#deadline = Date.now() + (budget.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  }

  /**
   * Works like `fetch`, but politely. It repeats a request after 429, 5xx and failures of the network, and waits first
   * for as long as the upstream asks. It gives every other answer unchanged. Rejects with a BudgetSpent, or with a
   * Failure after six attempts.
   */
  readonly fetch: typeof fetch = (input, init) => {
    const { pause = PAUSE_MS, signal } = this.#settings;
    const url = String(input);
    const { pace } = this.#paces.find(({ below }) => url.startsWith(below))!;
    const isFinal = (error: unknown) => error instanceof Failure || signal.aborted;
    const again = (error: unknown) => {
      if (isFinal(error) || (error as Error).cause instanceof PrivateAddress) return undefined;
      this.count.again++;
      // All requests of this kind wait for as long as the upstream asks.
      if (error instanceof Refused) this.#quiet(pace, waitOf(error.headers), url);
      return 0;
    };
    return retried(() => this.#send(url, init, pace), { most: ATTEMPTS, pause, again, signal }).catch((error) => {
      if (isFinal(error)) throw error;
      const { cause } = error as Error;
      if (cause instanceof PrivateAddress) throw new Failure(`${url} is not asked: ${cause.message}`, { cause });
      const reason = error instanceof Refused ? error.message : `gives no answer (${reasonOf(error)})`;
      throw new Failure(`${new URL(url).origin} ${reason}, ${ATTEMPTS} times: ${url}`);
    });
  };

  async #send(url: string, init: RequestInit | undefined, pace: RequestPace): Promise<Response> {
    await this.#turn(pace).catch((error: unknown) => {
      // A caller that leaves without using its turn wakes the next caller, which would otherwise wait for ever.
      this.#wake();
      throw error;
    });
    try {
      const response = await this.#ask(url, init);
      if (response.status === 429 || response.status >= 500) throw new Refused(response);
      this.#inVain = 0;
      if (++this.#good % GROWTH === 0) this.#lanes = Math.min(this.#lanes + 1, this.#settings.budget.under_way);
      this.#quiet(pace, waitOf(response.headers));
      return response;
    } catch (error) {
      if (error instanceof Refused) this.#lanes = Math.max(1, this.#lanes >> 1);
      throw error;
    } finally {
      this.#running--;
      this.#wake();
    }
  }

  async #ask(url: string, init: RequestInit | undefined): Promise<Response> {
    const { ask, userAgent, token, signal, silence } = this.#settings;
    const headers = new Headers(init?.headers);
    headers.set('User-Agent', userAgent);
    // `fetch` removes this header if the answer redirects to another origin.
    if (token && url.startsWith(token.below)) headers.set('Authorization', `Bearer ${token.secret.reveal()}`);
    const response = await ask(url, { ...init, headers, signal });
    // The body is read within the attempt, so that one that breaks off is requested again.
    const body = await wholeBody(url, response.body, { most: MOST_BODY, grace: silence });
    this.count.bytes += body.length;
    const { status, statusText, headers: said } = response;
    // A response that may have no body, such as a 204, gets none.
    return new Response(body.length === 0 ? null : body, { status, statusText, headers: said });
  }

  /** Waits until a request of this kind may be sent. */
  async #turn(pace: RequestPace): Promise<void> {
    const { signal, budget } = this.#settings;
    for (;;) {
      signal.throwIfAborted();
      if (this.#gaveUp) throw this.#gaveUp;
      const now = Date.now();
      const from = pace.from(now);
      const { requests, bytes } = this.count;
      const spent =
        Math.max(from, now) >= this.#deadline
          ? `The time of this run is over: ${counted(budget.minutes!, 'minute')}.`
          : requests >= budget.requests || bytes >= budget.bytes
            ? `The budget of this run is spent: ${counted(requests, 'request')}, ${counted(bytes, 'byte')}.`
            : undefined;
      if (spent !== undefined) throw new BudgetSpent(spent);
      if (from > now) {
        // Wakes another caller: if its request is of another kind, it may be sent now.
        this.#wake();
        await after(from - now, undefined, { signal });
      } else if (this.#running < this.#lanes) {
        this.#running++;
        this.count.requests++;
        pace.take(now);
        return;
      } else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    this.#waiting.shift()?.();
  }

  /**
   * Holds back all requests of a kind for this many milliseconds. `refused` is the URL of the refused request, if a
   * refusal asked for the wait. Throws a BudgetSpent if the run would wait for too long.
   */
  #quiet(pace: RequestPace, milliseconds: number, refused?: string): void {
    const now = Date.now();
    const added = milliseconds - Math.max(pace.from(now) - now, 0);
    if (added <= 0) return;
    if (refused !== undefined) this.#inVain += added;
    if (this.#inVain > MOST_IN_VAIN) {
      const [asked, most] = [milliseconds, MOST_IN_VAIN].map((time) => `${Math.ceil(time / 1000)} seconds`);
      this.#gaveUp = new BudgetSpent(
        `${refused} asks to wait ${asked}, more than the ${most} that a run waits without progress: run it again later.`,
      );
      throw this.#gaveUp;
    }
    pace.rest(now + milliseconds);
    this.#settings.onWait(milliseconds);
  }
}

/** Gives the reason of a failed request. It names the address, because an upstream may redirect elsewhere. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: Partial<AggregateError> };
  return cause?.errors?.[0]?.message ?? (cause?.message || whyUnreached(error));
}

/** The maximum number of requests in a window, and the length of the window in milliseconds. */
interface Limit {
  requests: number;
  window: number;
}

class RequestPace {
  readonly #limit: Limit | undefined;
  #sent = 0;
  /** The end of the current window. All times of this class are milliseconds since 1970. */
  #ends = 0;
  #quietUntil = 0;

  constructor(limit: Limit | undefined) {
    this.#limit = limit;
  }

  /** Gives the time from which a request may be sent. A time in the past means that it may be sent now. */
  from(now: number): number {
    const isSpent = this.#limit !== undefined && now < this.#ends && this.#sent >= this.#limit.requests;
    return Math.max(this.#quietUntil, isSpent ? this.#ends : 0);
  }

  /** Counts a request that is sent now. */
  take(now: number): void {
    if (now >= this.#ends) {
      this.#sent = 0;
      this.#ends = now + (this.#limit?.window ?? 0);
    }
    this.#sent++;
  }

  /** Allows no request before `until`. */
  rest(until: number): void {
    this.#quietUntil = Math.max(this.#quietUntil, until);
  }
}

/**
 * Gives the milliseconds for which an answer asks us to wait; 0 if it does not ask. Reads `Retry-After` (RFC 9110 10.2.3).
 * Without it, reads whether no more requests are allowed now, and for how long: in `RateLimit: "api";r=0;t=30` (draft
 * ietf-httpapi-ratelimit-headers, version 9), or in RateLimit-Remaining and RateLimit-Reset of older versions.
 */
function waitOf(headers: Headers): number {
  const said = headers.get('retry-after');
  if (said !== null) return retryAfter(said) ?? 0;
  const [first = ''] = (headers.get('ratelimit') ?? '').split(',');
  const left = numberIn(first, 'r') ?? headers.get('ratelimit-remaining');
  const seconds = Number(numberIn(first, 't') ?? headers.get('ratelimit-reset') ?? Number.NaN);
  return left !== null && Number(left) === 0 && Number.isFinite(seconds) ? seconds * 1000 : 0;
}

/** Gives the value of the parameter `name` in an item such as `"api";r=0;t=30`. */
const numberIn = (item: string, name: string) => new RegExp(`;\\s*${name}=([\\d.]+)`).exec(item)?.[1];

/** The name by which a robots.txt addresses us: the product token of our `User-Agent`. */
const AGENT = 'model-hub';

const INSTEAD = 'ask its operator, or write "robots: ignore" into index.yaml';

interface Robots {
  isAllowed(url: string, agent: string): boolean | undefined;
  getMatchingLineNumber(url: string, agent: string): number;
}

// The package's types declare a default export, which it does not have because it is CommonJS.
const parse = robotsParser as unknown as (url: string, text: string) => Robots;

/**
 * Makes a `fetch` for one upstream. It reads the robots.txt of the upstream's origin first, and ends the run before a
 * request that the file disallows. If the upstream answers 4xx, there is no such file, and everything is allowed
 * (RFC 9309 2.3.1.3); if it can't be reached or answers 5xx, the run ends too (2.3.1.4).
 */
export function obeyRobots(ask: typeof fetch): typeof fetch {
  const read = new Map<string, Promise<Robots>>();
  return async (input, init) => {
    const url = String(input);
    const file = new URL('/robots.txt', url).href;
    const reading = read.get(file) ?? readRobots(ask, file);
    read.set(file, reading);
    const robots = await reading;
    if (robots.isAllowed(url, AGENT) !== false) return ask(input, init);
    const line = robots.getMatchingLineNumber(url, AGENT);
    throw new BudgetSpent(`Line ${line} of ${file} disallows ${new URL(url).pathname}: ${INSTEAD}.`);
  };
}

async function readRobots(ask: typeof fetch, url: string): Promise<Robots> {
  try {
    const response = await ask(url);
    return parse(url, response.ok ? await response.text() : '');
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof BudgetSpent) throw error;
    throw new BudgetSpent(`${error.message}. What it disallows is not known: run it again later, ${INSTEAD}.`, {
      cause: error,
    });
  }
}
