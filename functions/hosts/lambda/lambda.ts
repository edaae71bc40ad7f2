// Runs the hub as a function of AWS Lambda: with buffered answers behind an API gateway or a load balancer, and with
// streamed answers behind a function URL.
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { refuse } from '../../../src/table/refusals.ts';
import { refusalAnswer } from '../../answers/refusal-answer.ts';
import { dialectAt } from '../../hub/dialects.ts';
import type { Hub } from '../../hub/hub.ts';
import { type Body, identified } from '../../request/answer.ts';
import { headersIn, type LambdaEvent, lambdaAsk } from './lambda-event.ts';

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
    const bytes = isEmpty ? undefined : await bytesOf(body!);
    return {
      statusCode: status,
      headers: headersIn(headers),
      body: bytes?.toString('base64') ?? '',
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
