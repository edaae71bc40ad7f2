// Runs the hub as a function of AWS Lambda: with buffered answers behind an HTTP API, and with streamed answers behind a
// function URL. Both send events of payload format 2.0.
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
 * Makes a handler that answers events with `hub`. If a body is too long for a buffered answer, the handler answers 500
 * and calls `onFault`.
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

/** Makes a handler that answers events with `hub`, as a stream of any length. */
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

/** The members of an event that the hub reads. Several header lines of one name are joined already. */
interface LambdaEvent {
  /** The path that the client sent. An HTTP API may put the name of its stage before it (/stage/path). */
  rawPath: string;
  rawQueryString: string;
  requestContext: { http?: { method: string }; stage?: string };
  headers?: Record<string, string>;
  body?: string | null;
  isBase64Encoded?: boolean;
}

/** Makes the request that `event` describes. Throws for an event that comes from no HTTP API or function URL. */
function lambdaAsk({ rawPath, rawQueryString, requestContext, headers = {}, body, isBase64Encoded }: LambdaEvent): Ask {
  const method = requestContext?.http?.method;
  if (method === undefined)
    throw new Error('The event is no HTTP request in payload format 2.0: use a function URL or an HTTP API.');
  // The stage `$default` has no name in the path.
  const stage = `/${requestContext.stage}`;
  const path = rawPath === stage || rawPath.startsWith(`${stage}/`) ? rawPath.slice(stage.length) || '/' : rawPath;
  const fields = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method,
    target: `${path}${rawQueryString ? `?${rawQueryString}` : ''}`,
    authorization: () => fields.get('authorization'),
    header: (name) => (isCredential(name) ? undefined : fields.get(name)),
    async body(limit) {
      const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
      return bytes.length > limit ? undefined : bytes;
    },
  };
}

/** Returns headers by name. Joins several lines of one name, which every header of the hub allows (RFC 9110 5.3). */
function headersIn(flat: readonly string[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of pairsOf(flat))
    joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value);
  return Object.fromEntries(joined);
}
