// The hub as `(Request) => Promise<Response>`: for every runtime that speaks the web's own words.

import { bytesUpTo } from '../../src/basics/joined-bytes.ts';
import type { Hub } from '../hub/hub.ts';
import type { Answer, Ask, StreamBody } from '../request/answer.ts';
import { isCredential } from '../request/credentials.ts';

/** Answers requests with `hub`. */
export function toFetch(hub: Hub): (request: Request) => Promise<Response> {
  return async (request) => toResponse(await hub(toAsk(request)), request.method);
}

/** Matches scheme and host of a URL as sent: a Host header may hold text that no URL can. */
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
      // Some runtimes tell the host in the address alone.
      return request.headers.get(name) ?? (name === 'host' ? host : undefined);
    },
    body: (limit) => bytesUpTo(limit, request.body),
  };
}

async function toResponse({ status, headers, body }: Answer, method: string): Promise<Response> {
  const list: [string, string][] = [];
  for (let i = 0; i < headers.length; i += 2) list.push([headers[i]!, headers[i + 1]!]);
  // A Response counts the bytes itself, but not those that a HEAD leaves out.
  if (body === undefined || method === 'HEAD') return new Response(null, { status, headers: list });
  const sent = typeof body === 'object' && 'open' in body ? await streamOf(body) : body;
  // Workers would compress a body with a Content-Encoding once more.
  return new Response(sent as BodyInit, { status, headers: list, encodeBody: 'manual' } as ResponseInit);
}

/** Workers tell the length of a stream only where it is one of a fixed length. */
async function streamOf(body: StreamBody): Promise<ReadableStream<Uint8Array>> {
  const stream = await body.open(0, body.length);
  const { FixedLengthStream } = globalThis as { FixedLengthStream?: new (length: number) => TransformStream };
  return FixedLengthStream ? stream.pipeThrough(new FixedLengthStream(body.length)) : stream;
}
