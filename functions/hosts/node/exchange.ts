// Handles one request at a Node server: shows it to the hub, writes the hub's answer unchanged, and adds a line to the
// access log.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { MAX_HEADERS } from '../../../src/basics/limits.ts';
import { type Refusal, refuse } from '../../../src/table/refusals.ts';
import { faultRefusal, isReported, refusalAnswer } from '../../answers/refusal-answer.ts';
import { dialectAt } from '../../hub/dialects.ts';
import type { Hub } from '../../hub/hub.ts';
import { type Answer, type Ask, type Body, identified, isCredential, type StreamBody } from '../../request/answer.ts';
import { loggedPath } from '../../request/logged-path.ts';
import type { AccessLog } from '../../rim/access-log.ts';
import type { Connections } from './connections.ts';

/** The parts that all requests of a server share. */
export interface Served {
  hub: Hub;
  log: AccessLog;
  connections: Connections;
  /** Called with each fault of ours and with the line of the request that caused it. Never throws. */
  onFault: (error: unknown, line: string) => void;
}

/**
 * Serves a request of an open connection, after the answers to the requests before it. After an error the answer is a
 * 500, or the connection ends.
 */
export function takeRequest(served: Served, request: IncomingMessage, response: ServerResponse): void {
  const { connections } = served;
  const connection = connections.open.get(request.socket);
  if (!connection || connection.isEnding) return;
  connection.last = response;
  const ask = new NodeAsk(request, response, connection.address);
  connection.isEnding = ask.isLast;
  // Node gives the socket to one response at a time. The others wait, so that the hub works on one request of a
  // connection at a time.
  if (response.socket) serveRequest(served, ask);
  else connections.wait(connection, response, () => serveRequest(served, ask));
}

function serveRequest(served: Served, ask: NodeAsk): void {
  try {
    const refusal = headRefusal(ask.request);
    const answer = refusal
      ? identified(refusalAnswer(refusal, dialectAt(ask.target)), ask, undefined)
      : served.hub(ask);
    if (answer instanceof Promise)
      answer
        .then((made) => {
          send(served, ask, made);
          ask.done();
        })
        .catch((error) => fail(served, ask, error));
    else send(served, ask, answer);
  } catch (error) {
    fail(served, ask, error);
  }
}

/** Sends an answer: a small one in a single write with its headers, any other in pieces. */
function send(served: Served, ask: NodeAsk, answer: Answer): void {
  const { request, response } = ask;
  const { body } = answer;
  // The client went away, or was refused meanwhile. It gets nothing more, and only the log is written.
  if (!request.socket.writable) note(served, ask, request.complete ? answer : cutOff(answer, ask.target));
  else if (body === undefined || ask.method === 'HEAD') {
    writeHead(served, ask, answer);
    response.end();
    note(served, ask, answer);
  } else if (isStream(body) || body.length > AT_ONCE) void sendLarge(served, ask, answer, body);
  else {
    writeHead(served, ask, answer);
    if (typeof body === 'string') response.end(body);
    else sendBytes(response, body);
    note(served, ask, answer);
  }
}

function writeHead({ connections }: Served, { response, isLast }: NodeAsk, { status, headers }: Answer): void {
  response.writeHead(status, connections.isLeaving || isLast ? [...headers, ...CLOSE] : headers);
}

function note({ log }: Served, { method, target, begun }: NodeAsk, answer: Answer): void {
  log.note(method, target, answer, performance.now() - begun);
}

/**
 * Sends a body in pieces. Opens it before it sends anything, so that it can still answer 500 if the body can't be
 * opened. If the body fails, or has fewer bytes than Content-Length says, the connection is lost. Never rejects.
 */
async function sendLarge(served: Served, ask: NodeAsk, answer: Answer, body: Body): Promise<void> {
  const { response } = ask;
  try {
    const source = isStream(body)
      ? await body.open(0, body.length)
      : [typeof body === 'string' ? Buffer.from(body) : body];
    writeHead(served, ask, answer);
    note(served, ask, answer);
    response.strictContentLength = true;
    await pipeline(source, inPieces, response);
  } catch (error) {
    // It is no error if the client goes away.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') fail(served, ask, error);
  }
}

/**
 * Answers 500, or ends the connection if the head is already sent: a client that got a length but not all bytes must
 * notice.
 */
function fail(served: Served, ask: NodeAsk, error: unknown): void {
  const { method, target, request, response } = ask;
  if (!isReported(error)) served.onFault(error, `${method} ${loggedPath(method, target)}`);
  try {
    if (response.headersSent || !request.socket.writable) request.socket.destroy();
    else send(served, ask, identified(refusalAnswer(faultRefusal(error), dialectAt(target)), ask, undefined));
  } catch {
    request.socket.destroy();
  }
}

/**
 * Makes the answer that the log records for a request that broke off, because its client or this server went away (RFC
 * 9112 8). The hub answered only the beginning of the request, so the hub's answer must not be logged.
 */
function cutOff(answer: Answer, target: string): Answer {
  const refusal = refuse('BadRequest', { fault: 'it broke off before its end' });
  return { ...answer, ...refusalAnswer(refusal, dialectAt(target)) };
}

const isStream = (body: Body): body is StreamBody => typeof body === 'object' && 'open' in body;

/**
 * The size in bytes above which a body is sent in pieces, so that the server notices when a slow client takes no more.
 */
const AT_ONCE = 64 * 1024;
/** The maximum size in bytes of a body that is sent in one write with its headers. */
const JOINED = 16 * 1024;
/** The size of a piece in bytes. A client that takes less than one piece in the time allowed to it is dropped. */
const PIECE = 32 * 1024;
/**
 * The texts of small bodies, with one character for each byte. Kept answers are sent again and again, so their texts
 * are kept too.
 */
const texts = new WeakMap<Uint8Array, string>();

/** Sends a small body as a text, because Node writes a text together with the headers, but bytes in a second write. */
function sendBytes(response: ServerResponse, body: Uint8Array): void {
  if (body.length > JOINED) return void response.end(body);
  let text = texts.get(body);
  if (text === undefined) {
    text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
    texts.set(body, text);
  }
  response.end(text, 'latin1');
}

async function* inPieces(source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of source)
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** The size in bytes from which a buffer is freed at once. Bodies of JSON routes are mostly smaller. */
const WORTH_IT = 16 * 1024;

/**
 * The maximum number of bytes that are read beyond a body's limit before the answer is sent, so that most callers have
 * sent everything.
 */
const HEARD_OUT = 16 * 1024 * 1024;

/** Shows a Node request to the hub, and hides credentials from the hub. */
class NodeAsk implements Ask {
  readonly method: string;
  readonly target: string;
  readonly client: string | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /**
   * True if the connection ends with the answer. A request with `Upgrade` is the last one: Node loses the bytes that come
   * with it, and would read the rest of a lost request as one.
   */
  readonly isLast: boolean;
  readonly begun = performance.now();
  /** The bytes of the body, once they were read. */
  bytes: Buffer | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, client: string | undefined) {
    this.request = request;
    this.response = response;
    this.client = client;
    this.isLast = request.headers.upgrade !== undefined;
    this.method = request.method!;
    this.target = request.url!;
  }

  header(name: string): string | undefined {
    if (isCredential(name)) return undefined;
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  authorization(): string | undefined {
    // Node's parsed headers keep only the first of several lines. The check of the token must see all lines, because it
    // refuses a request with more than one.
    return this.request.headersDistinct.authorization?.join(', ');
  }

  body(limit: number): Promise<Uint8Array | undefined> {
    // The stream of a request without a body has ended already, and would emit no `end`.
    if (this.request.readableEnded) return Promise.resolve(new Uint8Array());
    // The request of a client that went away before the body was needed emits no `end` either.
    if (this.request.destroyed) return Promise.resolve(undefined);
    // If a header tells the body's length, one buffer is large enough for all of it.
    const announced = Number(this.header('content-length') ?? 0);
    // A client that waits for a word to go on gets none for a body that is refused (RFC 9110 10.1.1).
    if (/^100-continue$/i.test(this.header('expect') ?? '')) {
      if (announced > limit) return Promise.resolve(undefined);
      this.response.writeContinue();
    }
    let bytes: Buffer = Buffer.allocUnsafeSlow(announced <= limit ? announced : 0);
    let length = 0;
    return new Promise((resolve) => {
      this.request
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
          this.bytes = bytes;
          resolve(length > limit ? undefined : bytes.subarray(0, length));
        })
        // A caller that went away reads no answer, so the reason does not matter.
        .on('error', () => resolve(undefined));
    });
  }

  /** Releases the body after the request is answered. */
  done(): void {
    if (this.bytes) letGo(this.bytes);
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

const CLOSE = ['Connection', 'close'];

/**
 * Refuses a request whose head has no `Host` or more than one (RFC 9112 3.2), or a transfer coding that the hub does
 * not decode (RFC 9112 6.1). Refuses other versions of HTTP, and header lines that together have more bytes than the
 * limit. HTTP/1.0 needs no `Host`.
 */
function headRefusal({ rawHeaders: raw, httpVersion }: IncomingMessage): Refusal | undefined {
  let hosts = 0;
  let size = 0;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!;
    if (name.length === 17 && name.toLowerCase() === 'transfer-encoding' && !/^\s*chunked\s*$/i.test(raw[i + 1]!))
      return refuse('UnknownCoding', undefined, CLOSE);
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    size += name.length + raw[i + 1]!.length + 4;
  }
  // Node's parser takes any version that it knows.
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return refuse('BadRequest', { fault: 'it is of another version of HTTP: speak HTTP/1.1' }, CLOSE);
  if (hosts > 1) return refuse('BadRequest', { fault: 'it has more than one Host header' }, CLOSE);
  if (hosts === 0 && httpVersion === '1.1')
    return refuse('BadRequest', { fault: 'it has no Host header: HTTP/1.1 needs one' }, CLOSE);
  return size > MAX_HEADERS ? refuse('HeadersTooLarge', { limit: MAX_HEADERS }, CLOSE) : undefined;
}
