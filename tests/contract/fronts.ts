// Says how answers through nginx and Caddy may differ from those of the hub behind them, and remembers the answers that
// they must still give when the hub is away.
import { isDeepStrictEqual } from 'node:util';
import type { Asked, Given } from './players.ts';

const FRONTS: readonly string[] = ['nginx', 'caddy'];

/** The titles of tests whose requests a server answers in its own way, each with the reason. */
const OWN_WAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nginx: {
    'An empty Host names the default, this hub (RFC 9112 3.3)': 'nginx refuses an empty Host',
    'A target that is no path is a bad path': 'nginx asks for the path of a target with another scheme',
  },
  caddy: {
    'A target that is no path is a bad path': 'Caddy answers `OPTIONS *`',
    'An absolute target is asked by its own host, and Host is not looked at but for its form (RFC 9112 3.2.2)':
      'Caddy makes the host of a target well-formed',
    'A refused absolute target gets a refusal in the shape of its path': 'Caddy makes the host of a target well-formed',
  },
};

/** True if the server in front of `host` answers the requests of the test `title` in its own way. */
export const isOwnWay = (host: string, title: string) => OWN_WAYS[host]?.[title] !== undefined;

/** Lists the titles of all tests that a server in front answers in its own way. */
export const titlesOfOwnWays = Object.values(OWN_WAYS).flatMap((titles) => Object.keys(titles));

/** The headers that a 304 answer must have (RFC 9110 15.4.5). nginx sends others too, if it has kept the answer. */
const OF_A_304 = /^(?:cache-control|etag|vary|access-control-.*)$/;

/**
 * True if the server in front refused a request in its own words, which the hub refuses too: a target or a header that
 * no server can read.
 */
export const isOwnRefusal = (host: string, given: Given, first: Given) =>
  FRONTS.includes(host) && given.status === 400 && first.status > 399 && header(given, 'x-error-code') === undefined;

/** Removes what a server in front may add to an answer; undefined for any other host. */
export function withoutOwn(host: string): ((given: Given) => Given) | undefined {
  if (!FRONTS.includes(host)) return undefined;
  return ({ headers, ...given }) => ({
    ...given,
    headers: headers.filter(
      ([name]) => name !== 'server' && name !== 'via' && (given.status !== 304 || OF_A_304.test(name)),
    ),
  });
}

/** The last answer to each request that a cache may keep. */
export class CacheableAnswers {
  readonly #all: { asked: Asked; given: Given }[] = [];

  note(asked: Asked, given: Given): void {
    const isKept = asked.headers.every(([name]) => !/^(?:Authorization|Cookie|Range)$/i.test(name));
    const at = this.#all.findIndex((one) => isDeepStrictEqual(one.asked, asked));
    if (at >= 0) this.#all.splice(at, 1);
    if (isKept && ['GET', 'HEAD'].includes(asked.method) && header(given, 'cache-control')?.startsWith('public'))
      this.#all.push({ asked, given });
  }

  [Symbol.iterator]() {
    return this.#all[Symbol.iterator]();
  }
}

/** Returns the value of a header; undefined if the answer has none with this name. */
export const header = ({ headers }: Given, name: string) => headers.find(([one]) => one === name)?.[1];
