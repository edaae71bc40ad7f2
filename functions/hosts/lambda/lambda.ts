// Runs the hub as a function of AWS Lambda: with buffered answers behind an API gateway or a load balancer, and with
// streamed answers behind a function URL. Events come in both payload formats: 2.0 of function URLs and HTTP APIs, and
// 1.0 of REST APIs and load balancers.
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pairsOf } from '../../../src/table/headers.ts';
import { refuse } from '../../../src/table/refusals.ts';
import { refusalAnswer } from '../../answers/refusal-answer.ts';
import { dialectAt } from '../../hub/dialects.ts';
import type { Hub } from '../../hub/hub.ts';
import { type Ask, type Body, identified, isCredential } from '../../request/answer.ts';

/** The maximum size in bytes of a buffered body. In base64 such a body fills the six megabytes that Lambda accepts. */
const MOST_BUFFERED = 4_400_000;

/** An answer in the form that Lambda expects. */
interface LambdaResult {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded: boolean;
}

/**
 * Makes a handler that answers events of either payload format with `hub`. If a body is too long for a buffered answer,
 * the handler answers 500 and calls `onFault`.
 */
export function toBuffered(
  hub: Hub,
  onFault: (sentence: string) => void,
): (event: LambdaEvent) => Promise<LambdaResult> {
  return async (event) => {
    const ask = lambdaAsk(event);
    let { status, headers, body } = await hub(ask);
    if (typeof body === 'object' && body.length > MOST_BUFFERED && ask.method !== 'HEAD') {
      onFault(`An answer of ${body.length} bytes is more than Lambda buffers: use a function URL that streams.`);
      ({ status, headers, body } = identified(
        refusalAnswer(refuse('Internal', undefined), dialectAt(ask.target)),
        ask,
        undefined,
      ));
    }
    const isEmpty = body === undefined || ask.method === 'HEAD';
    return {
      statusCode: status,
      headers: headersIn(headers),
      body: isEmpty ? '' : (await bytesOf(body!)).toString('base64'),
      isBase64Encoded: true,
    };
  };
}

/** The functions that Lambda offers for streamed answers. */
interface LambdaStreams {
  streamifyResponse<H>(handler: (event: LambdaEvent, out: Writable) => Promise<void>): H;
  HttpResponseStream: { from(out: Writable, head: Pick<LambdaResult, 'statusCode' | 'headers'>): Writable };
}

/** Makes a handler that answers events of either payload format with `hub`, as a stream of any length. */
export function toStreamed<H>(hub: Hub, { streamifyResponse, HttpResponseStream }: LambdaStreams): H {
  return streamifyResponse(async (event, out) => {
    const ask = lambdaAsk(event);
    const { status, headers, body } = await hub(ask);
    const response = HttpResponseStream.from(out, { statusCode: status, headers: headersIn(headers) });
    if (body === undefined || ask.method === 'HEAD') response.end('');
    else if (typeof body === 'object' && 'open' in body) await pipeline(await body.open(0, body.length), response);
    else response.end(body);
  });
}

async function bytesOf(body: Body): Promise<Buffer> {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length);
  return Buffer.from(await new Response(await body.open(0, body.length)).arrayBuffer());
}

/** The members of an event that the hub reads, in either format. */
interface LambdaEvent {
  /** Format 2.0: the path that the client sent. An HTTP API may put the name of its stage before it (/stage/path). */
  rawPath?: string;
  rawQueryString?: string;
  requestContext?: { http?: { method: string }; stage?: string };
  /** Format 1.0: the path. The method, both members for the query, and `multiValueHeaders` are of this format too. */
  path?: string;
  httpMethod?: string;
  multiValueQueryStringParameters?: Record<string, string[]> | null;
  queryStringParameters?: Record<string, string> | null;
  multiValueHeaders?: Record<string, string[]> | null;
  headers?: Record<string, string> | null;
  body?: string | null;
  isBase64Encoded?: boolean;
}

/** Makes the request that `event` describes. Throws for an event that comes from no gateway, load balancer or function URL. */
function lambdaAsk(event: LambdaEvent): Ask {
  const headers = headersOf(event);
  const query = event.rawQueryString ?? queryOf(event);
  const method = event.requestContext?.http?.method ?? event.httpMethod;
  if (method === undefined) throw new Error('The event is no HTTP request: its trigger is another one.');
  return {
    method,
    target: `${pathOf(event)}${query ? `?${query}` : ''}`,
    authorization: () => headers.get('authorization'),
    header: (name) => (isCredential(name) ? undefined : headers.get(name)),
    async body(limit) {
      const bytes = Buffer.from(String(event.body ?? ''), event.isBase64Encoded ? 'base64' : 'utf8');
      return bytes.length > limit ? undefined : bytes;
    },
  };
}

/**
 * Returns the path without the name of the stage, which an HTTP API puts before the path. The stage `$default` has no
 * name in the path.
 */
function pathOf({ rawPath, path = '/', requestContext }: LambdaEvent): string {
  const stage = `/${requestContext?.stage}`;
  if (rawPath === stage) return '/';
  return rawPath?.startsWith(`${stage}/`) ? rawPath.slice(stage.length) : (rawPath ?? path);
}

function headersOf({ multiValueHeaders, headers }: LambdaEvent): Map<string, string> {
  const single = Object.entries(headers ?? {});
  const joined = Object.entries(multiValueHeaders ?? {}).map(
    ([name, values]) => [name, listOf(values).join(', ')] as const,
  );
  return new Map([...single, ...joined].map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/**
 * Returns the query as the client sent it. In format 1.0 gateways decode names and values, so they are encoded again
 * here; a load balancer does not decode them.
 */
function queryOf({
  multiValueQueryStringParameters: several,
  queryStringParameters: single,
  requestContext,
}: LambdaEvent) {
  const written = Object.hasOwn(requestContext ?? {}, 'elb') ? (text: string) => text : encodeURIComponent;
  const pairs = Object.entries(several ?? single ?? {}).flatMap(([name, values]) =>
    listOf(values).map((value) => [name, String(value).toWellFormed()] as const),
  );
  return pairs.map(([name, value]) => `${written(name)}=${written(value)}`).join('&');
}

/** Lists the values of a name. An event has a list, a single value, or nothing. */
const listOf = <T>(values: T | readonly T[] | null | undefined): readonly T[] =>
  values === null || values === undefined ? [] : Array.isArray(values) ? values : [values as T];

/** Returns headers by name. Joins several lines of one name, which every header of the hub allows (RFC 9110 5.3). */
function headersIn(flat: readonly string[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of pairsOf(flat))
    joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value);
  return Object.fromEntries(joined);
}
