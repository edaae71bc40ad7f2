// A Node request as the hub sees it: nothing is parsed before it is asked for, and no credential gets past here.
import type { IncomingMessage } from 'node:http';
import type { Ask } from '../answer.ts';
import { CREDENTIALS } from '../credentials.ts';

export class NodeAsk implements Ask {
  readonly method: string;
  readonly target: string;
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage) {
    this.#request = request;
    this.method = request.method ?? 'GET';
    this.target = request.url ?? '/';
  }

  header(name: string): string | undefined {
    if (CREDENTIALS.has(name)) return undefined;
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  async body(limit: number): Promise<Uint8Array | undefined> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of this.#request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > limit) return undefined;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, length);
  }
}

/**
 * What is wrong with a request's head, which Node lets pass: more than one `Host` (RFC 9112 3.2), or
 * header lines of more than `limit` bytes together.
 */
export function headFault(request: IncomingMessage, limit: number): 'host' | 'size' | undefined {
  const raw = request.rawHeaders;
  let hosts = 0;
  let size = 0;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    size += name.length + raw[i + 1]!.length + 4;
  }
  if (hosts > 1) return 'host';
  return size > limit ? 'size' : undefined;
}
