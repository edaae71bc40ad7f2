// Defines requests and answers as plain values, so that a host adds nothing to the cost of a request. Each answer gets an
// id, which the access log has too: the id that the caller sent, or a new one.
import { looksSecret } from '../../src/basics/secret.ts';
import { CORS } from '../../src/table/headers.ts';
import type { Match } from '../../src/table/matcher.ts';
import type { RouteName } from '../../src/table/routes.ts';
import { json } from '../../src/table/row-facts.ts';

/** A request in the form in which a host gives it to the hub. */
export interface Ask {
  method: string;
  /** Path and query as they were received: not decoded, not normalised. */
  target: string;
  /**
   * The address or network from which the request comes. Undefined if the host does not see it, and for requests from
   * this machine.
   */
  client?: string | undefined;
  /**
   * Returns a header's value by its lowercase name. Several lines of one name are joined. Never returns credentials.
   */
  header(name: string): string | undefined;
  /**
   * Returns the `Authorization` header; only routes that need it may call this function. Several lines are joined,
   * which makes them an invalid token.
   */
  authorization(): string | undefined;
  /**
   * Reads the body. Returns undefined if it has more than `limit` bytes. The bytes may be freed after the answer,
   * so a caller that needs them longer must copy them.
   */
  body(limit: number): Promise<Uint8Array | undefined>;
}

/**
 * Bytes that stay in their store until a host sends them. The host opens them before it sends anything, so that it can
 * still report a failure.
 */
export interface StreamBody {
  length: number;
  /**
   * Streams the bytes from `start` up to `end`, and reads each piece when the reader wants it. Rejects if the bytes
   * can't be read.
   */
  open(start: number, end: number): Promise<ReadableStream<Uint8Array>>;
}

export type Body = Uint8Array | string | StreamBody;

/** An answer (decision 0040). `headers` is a flat list: name, value, name, value. It includes Content-Length. */
export interface Answer {
  status: number;
  headers: string[];
  body: Body | undefined;
  /** The id of the request, which a header of the answer also has; undefined before the hub has given an id. */
  id?: string;
  /** The parsed target of the request; undefined if the target could not be parsed. */
  asked?: AskedTarget | undefined;
}

/** The facts about a target that logs and metrics use. Requests for the same target share one object. */
export interface AskedTarget {
  /** The row of the route table; undefined if there is none. */
  found: Match<RouteName> | undefined;
  /** The field of the access log with the path, as JSON; undefined until a request was logged. */
  logged?: string;
}

/** True for a header with credentials, by its lowercase name. `Ask.header` returns none of these (decision 0010). */
export const isCredential = (name: string): boolean =>
  name === 'authorization' || name === 'cookie' || name === 'proxy-authorization';

/** Counts the bytes of a text in UTF-8. Node counts without encoding, which takes a fifth of the time. */
const sizeOf = globalThis.Buffer?.byteLength ?? ((text: string) => new TextEncoder().encode(text).length);

/** Makes an answer with `Content-Length`, `Content-Type` and the CORS headers. */
export function answer(
  status: number,
  type: string | undefined,
  body: Body | undefined,
  headers: readonly string[],
): Answer {
  const length = typeof body === 'string' ? sizeOf(body) : (body?.length ?? 0);
  const all = [...CORS, ...headers, 'Content-Length', String(length)];
  if (type !== undefined) all.push('Content-Type', type);
  return { status, headers: all, body };
}

/** Makes an answer of JSON that no cache may keep. */
export function freshJson(body: unknown, status = 200, headers: readonly string[] = []): Answer {
  return answer(status, json, JSON.stringify(body), ['Cache-Control', 'no-store', ...headers]);
}

/** Makes a redirect that no cache may keep. */
export function redirectTo(status: 302 | 307 | 308, location: string, headers: readonly string[] = []): Answer {
  return answer(status, undefined, undefined, ['Location', location, 'Cache-Control', 'no-store', ...headers]);
}

/** Matches the ids of other servers and of traces. A log line can hold such an id without escaping. */
const WELL_FORMED = /^[\w.:=+/-]{1,128}$/;

/**
 * The beginning of the ids of this process or thread, and the number of ids that were made. The first request chooses
 * the beginning, because Workers have no random numbers while they start.
 */
let beginning = '';
let count = 0;
/** The maximum number of ids with one beginning, so that the number in an id has at most five digits in base 36. */
const MOST_OF_ONE = 36 ** 5;

/** Makes an id of at most 12 characters. V8 keeps a longer text of two parts in pieces, and would have to join them. */
function freshId(): string {
  if (count % MOST_OF_ONE === 0) beginning = Math.random().toString(36).slice(2, 8);
  return `${beginning}-${(count++ % MOST_OF_ONE).toString(36)}`;
}

/**
 * Returns `answer` with the id of the request `ask` and its parsed target `asked`. The result has its own list of
 * headers, because several requests may share one answer.
 */
export function identified(
  { status, headers, body }: Answer,
  ask: Pick<Ask, 'header'>,
  asked: AskedTarget | undefined,
): Answer {
  const given = ask.header('x-request-id');
  const isKept = given !== undefined && WELL_FORMED.test(given) && !looksSecret(given);
  const id = isKept ? given : freshId();
  return { status, headers: withHeader(headers, 'X-Request-Id', id), body, id, asked };
}

/** Returns a copy of `headers` with one more header. A spread would copy the list twice, because the list grows. */
function withHeader(headers: readonly string[], name: string, value: string): string[] {
  const all = new Array<string>(headers.length + 2);
  for (let at = 0; at < headers.length; at++) all[at] = headers[at]!;
  all[headers.length] = name;
  all[headers.length + 1] = value;
  return all;
}
