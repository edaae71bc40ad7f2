// Offers the hub as `(Request) => Promise<Response>`, for every runtime that has the web's standard interface.

import { bytesUpTo } from '../../src/basics/bytes.ts';
import { pairsOf } from '../../src/table/headers.ts';
import type { Hub } from '../hub/hub.ts';
import { type Answer, type Ask, isCredential, type StreamBody } from '../request/answer.ts';

/** Makes a function that answers requests with `hub`. */
export function toFetch(hub: Hub): (request: Request) => Promise<Response> {
  return async (request) => toResponse(await hub(toAsk(request)), request.method);
}

/**
 * Matches the scheme and host of a URL as it was sent. The URL is not parsed, because a Host header may hold text that
 * no URL allows.
 */
const ORIGIN = /^[a-z]+:\/\/([^/?#]*)/;

function toAsk(request: Request): Ask {
  const [origin = '', host] = ORIGIN.exec(request.url) ?? [];
  const rest = request.url.slice(origin.length);
  return {
    method: request.method,
    target: rest.startsWith('/') ? rest : `/${rest}`,
    authorization: () => request.headers.get('authorization') ?? undefined,
    header(name) {
      if (isCredential(name)) return undefined;
      // Some runtimes tell the host only in the URL.
      return request.headers.get(name) ?? (name === 'host' ? host : undefined);
    },
    body: (limit) => bytesUpTo(limit, request.body),
  };
}

async function toResponse({ status, headers, body }: Answer, method: string): Promise<Response> {
  const list = pairsOf(headers);
  // A Response sets Content-Length by itself, except for a HEAD.
  if (body === undefined || method === 'HEAD') return new Response(null, { status, headers: list });
  const sent = typeof body === 'object' && 'open' in body ? await streamOf(body) : body;
  // Without `encodeBody`, Workers would compress a body that already has a Content-Encoding.
  return new Response(sent as BodyInit, { status, headers: list, encodeBody: 'manual' } as ResponseInit);
}

/**
 * Returns the stream of a body. A Cloudflare Worker sends a Content-Length only if the stream is a FixedLengthStream.
 */
async function streamOf(body: StreamBody): Promise<ReadableStream<Uint8Array>> {
  const stream = await body.open(0, body.length);
  const { FixedLengthStream } = globalThis as { FixedLengthStream?: new (length: number) => TransformStream };
  return FixedLengthStream ? stream.pipeThrough(new FixedLengthStream(body.length)) : stream;
}
