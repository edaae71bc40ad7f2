// Types requests and answers as plain values, so that a host adds nothing to the cost of a request.
import { CORS } from '../../src/table/headers.ts';
import type { Match } from '../../src/table/matcher.ts';
import type { RouteName } from '../../src/table/routes.ts';
import type { StoredStream } from '../../src/tree/store.ts';

/** A request, as a host hands it over. */
export interface Ask {
  method: string;
  /** Path and query as received: not decoded, not normalised. */
  target: string;
  /** The address or network that the request comes from; undefined where the host does not see it, and for this machine. */
  client?: string | undefined;
  /** Gives a header's value by its lowercase name; several lines of one name come joined. Never gives credentials. */
  header(name: string): string | undefined;
  /**
   * Gives the `Authorization` header, only for routes that need one; several lines come joined, and are no valid token.
   */
  authorization(): string | undefined;
  /**
   * Reads the body, at most `limit` bytes; undefined when there are more. A caller that needs the bytes after the answer
   * must copy them.
   */
  body(limit: number): Promise<Uint8Array | undefined>;
}

/**
 * Bytes that stay in their store until a host sends them. The host opens them first, so a failure comes before anything is
 * sent.
 */
export type StreamBody = StoredStream;

export type Body = Uint8Array | string | StreamBody;

/** An answer (decision 0040). `headers` is a flat list: name, value, name, value. Content-Length is among them. */
export interface Answer {
  status: number;
  headers: string[];
  body: Body | undefined;
  /** The id of the request, which a header says too; undefined where the hub has not given it yet. */
  id?: string;
  /** The target of the request; undefined where nobody could read it. */
  asked?: AskedTarget | undefined;
}

/** The facts of a target that logs and metrics want. Requests of the same target share them. */
export interface AskedTarget {
  /** The row of the route table; undefined: none. */
  found: Match<RouteName> | undefined;
  /** The path as it is logged, as JSON, once somebody logged it. */
  logged?: string;
}

const utf8 = new TextEncoder();

/** Gives the bytes of a body. */
export function lengthOf(body: Body): number {
  if (typeof body === 'string') return utf8.encode(body).length;
  return body.length;
}

/** Makes an answer with `Content-Length`, `Content-Type` and CORS. */
export function answer(
  status: number,
  type: string | undefined,
  body: Body | undefined,
  headers: readonly string[],
): Answer {
  const length = body === undefined ? 0 : lengthOf(body);
  const all = [...CORS, ...headers, 'Content-Length', String(length)];
  if (type !== undefined) all.push('Content-Type', type);
  return { status, headers: all, body };
}
