// Shows a Node request to the hub: parses each part when it is first read, and hides credentials from the hub.

import type { IncomingMessage } from 'node:http';
import { MAX_HEADERS } from '../../../src/basics/limits.ts';
import { own } from '../../../src/basics/own.ts';
import { type Refusal, refuse } from '../../../src/table/refusals.ts';
import { type Ask, isCredential } from '../../request/answer.ts';

/** The size in bytes from which a buffer is freed at once. Bodies of JSON routes are mostly smaller. */
const WORTH_IT = 16 * 1024;

/**
 * The maximum number of bytes that are read beyond a body's limit before the answer is sent, so that most callers have
 * sent everything.
 */
const HEARD_OUT = 16 * 1024 * 1024;

export class NodeAsk implements Ask {
  readonly method: string;
  readonly target: string;
  readonly client: string | undefined;
  readonly #request: IncomingMessage;
  #body: Buffer | undefined;

  constructor(request: IncomingMessage, client?: string) {
    this.#request = request;
    this.client = client;
    this.method = request.method ?? 'GET';
    this.target = request.url ?? '/';
  }

  header(name: string): string | undefined {
    return isCredential(name) ? undefined : joined(own(this.#request.headers, name));
  }

  authorization(): string | undefined {
    // Node's parsed headers keep only the first of several lines. The check of the token must see all lines, because it
    // refuses a request with more than one.
    const raw = this.#request.rawHeaders;
    const lines = raw.filter((_, at) => at % 2 === 1 && raw[at - 1]!.toLowerCase() === 'authorization');
    return lines.length === 0 ? undefined : lines.join(', ');
  }

  body(limit: number): Promise<Uint8Array | undefined> {
    // The stream of a request without a body has ended already, and would emit no `end`.
    if (this.#request.readableEnded) return Promise.resolve(new Uint8Array());
    // The request of a client that went away before the body was needed emits no `end` either.
    if (this.#request.destroyed) return Promise.resolve(undefined);
    // If a header tells the body's length, one buffer is large enough for all of it.
    const announced = Number(this.header('content-length') ?? 0);
    let bytes: Buffer = Buffer.allocUnsafeSlow(announced <= limit ? announced : 0);
    let length = 0;
    return new Promise((resolve) => {
      this.#request
        .on('data', (chunk: Buffer) => {
          const start = length;
          length += chunk.length;
          if (length <= limit) {
            bytes = withRoom(bytes, start, length, limit);
            chunk.copy(bytes, start);
          }
          // The rest of a body that is too long is read and dropped. Otherwise it would block the connection's next
          // request, and a caller that is still sending would not see the answer. A caller that never stops gets the
          // answer after HEARD_OUT bytes.
          else if (length > limit + HEARD_OUT) resolve(undefined);
          letGo(chunk);
        })
        .on('end', () => {
          this.#body = bytes;
          resolve(length > limit ? undefined : bytes.subarray(0, length));
        })
        // A caller that went away reads no answer, so the reason does not matter.
        .on('error', () => resolve(undefined));
    });
  }

  /** Releases the body after the request is answered. */
  done(): void {
    if (this.#body) letGo(this.#body);
  }
}

/**
 * Returns a buffer with the first `used` bytes of `bytes` and room for `wanted` bytes: `bytes` itself, or a copy that
 * is at least twice as large, up to `limit`.
 */
function withRoom(bytes: Buffer, used: number, wanted: number, limit: number): Buffer {
  if (wanted <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(wanted, 2 * bytes.length)));
  bytes.copy(larger, 0, 0, used);
  letGo(bytes);
  return larger;
}

/**
 * Frees the memory of a large buffer at once. Otherwise the garbage collector would run at every eighth request that
 * publishes mebibytes, which costs more than the rest of the request.
 */
function letGo({ buffer, length }: Buffer): void {
  if (length >= WORTH_IT && buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);

const CLOSE = ['Connection', 'close'];

/**
 * Refuses a request whose head has no `Host` or more than one (RFC 9112 3.2), or a transfer coding that the hub does
 * not decode (RFC 9112 6.1). Refuses header lines that together have more bytes than the limit. HTTP/1.0 needs no
 * `Host`.
 */
export function headRefusal({ rawHeaders: raw, httpVersion }: IncomingMessage): Refusal | undefined {
  let hosts = 0;
  let size = 0;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!;
    if (name.length === 17 && name.toLowerCase() === 'transfer-encoding' && !/^\s*chunked\s*$/i.test(raw[i + 1]!))
      return refuse('UnknownCoding', undefined, CLOSE);
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    size += name.length + raw[i + 1]!.length + 4;
  }
  if (hosts > 1) return refuse('BadRequest', { fault: 'it has more than one Host header' }, CLOSE);
  if (hosts === 0 && httpVersion === '1.1')
    return refuse('BadRequest', { fault: 'it has no Host header: HTTP/1.1 needs one' }, CLOSE);
  return size > MAX_HEADERS ? refuse('HeadersTooLarge', { limit: MAX_HEADERS }, CLOSE) : undefined;
}
