// Keeps the requests of one kind within an upstream's limit for each window, and holds them back while the upstream
// wants none.

import { retryAfter } from '../../src/basics/header-values.ts';

/** The maximum number of requests in a window, and the length of the window in milliseconds. */
export interface Limit {
  requests: number;
  window: number;
}

/** The longest window that an upstream may set, in milliseconds. */
const MOST_WINDOW = 3_600_000;

export class RequestPace {
  #limit: Limit | undefined;
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

  /** Replaces the limit of the rules by the limit that an answer of the upstream names. */
  learn(headers: Headers, now: number): void {
    const named = policyOf(headers);
    if (!named) return;
    this.#limit = named;
    // The current window ends no later than a new window that begins now.
    this.#ends = Math.min(this.#ends, now + named.window);
  }
}

/**
 * Gives the milliseconds for which an answer asks us to wait; 0 if it does not ask. Reads `Retry-After` (RFC 9110 10.2.3).
 * Without it, reads whether no more requests are allowed now, and for how long: in `RateLimit: "api";r=0;t=30` (draft
 * ietf-httpapi-ratelimit-headers, version 9), or in RateLimit-Remaining and RateLimit-Reset of older versions.
 */
export function waitOf(headers: Headers): number {
  const said = headers.get('retry-after');
  if (said !== null) return retryAfter(said) ?? 0;
  const [first = ''] = (headers.get('ratelimit') ?? '').split(',');
  const left = numberIn(first, 'r') ?? headers.get('ratelimit-remaining');
  const seconds = Number(numberIn(first, 't') ?? headers.get('ratelimit-reset') ?? Number.NaN);
  return left !== null && Number(left) === 0 && Number.isFinite(seconds) ? seconds * 1000 : 0;
}

/**
 * Reads the header `RateLimit-Policy: "fixed window";"api";q=500;w=300`. Gives undefined unless it has exactly one
 * valid policy.
 */
function policyOf(headers: Headers): Limit | undefined {
  const said = headers.get('ratelimit-policy') ?? '';
  const [requests, window] = [Number(numberIn(said, 'q') ?? 0), Number(numberIn(said, 'w') ?? 0) * 1000];
  const isOne = !said.includes(',') && requests > 0 && window > 0 && window <= MOST_WINDOW;
  return isOne ? { requests, window } : undefined;
}

/** Gives the value of the parameter `name` in an item such as `"api";r=0;t=30`. */
const numberIn = (item: string, name: string) => new RegExp(`;\\s*${name}=([\\d.]+)`).exec(item)?.[1];
