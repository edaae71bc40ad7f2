// Handles one request at a Node server: asks the hub, writes its answer unchanged, and adds a line to the access log.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { refuse } from '../../../src/table/refusals.ts';
import { faultRefusal, isReported, refusalAnswer } from '../../answers/refusal-answer.ts';
import { dialectAt } from '../../hub/dialects.ts';
import type { Hub } from '../../hub/hub.ts';
import { type Answer, type Body, identified, type StreamBody } from '../../request/answer.ts';
import { loggedPath } from '../../request/logged-path.ts';
import type { AccessLog } from '../../rim/access-log.ts';
import type { Connection } from './connections/connection.ts';
import type { Connections } from './connections/connections.ts';
import { headRefusal, NodeAsk } from './node-ask.ts';

/** The parts that all requests of a server share. */
export interface Desk {
  hub: Hub;
  log: AccessLog;
  connections: Connections;
  /** Called with each fault of ours and with the line of the request that caused it. Never throws. */
  onFault: (error: unknown, line: string) => void;
}

/** Serves one request. After an error the answer is a 500, or the connection ends. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly #desk: Desk;
  readonly #connection: Connection;
  #started = 0;

  constructor(desk: Desk, connection: Connection, request: IncomingMessage, response: ServerResponse) {
    this.#desk = desk;
    this.#connection = connection;
    this.request = request;
    this.response = response;
  }

  /** Asks the hub; `now` is in milliseconds. */
  begin(now: number): void {
    this.#started = now;
    try {
      const ask = new NodeAsk(this.request, this.#connection.address);
      const refusal = headRefusal(this.request);
      const answer = refusal
        ? identified(refusalAnswer(refusal, dialectAt(ask.target)), ask, undefined)
        : this.#desk.hub(ask);
      if (answer instanceof Promise)
        answer
          .then((made) => {
            this.#send(made);
            ask.done();
          })
          .catch((error) => this.#fail(error));
      else this.#send(answer);
    } catch (error) {
      this.#fail(error);
    }
  }

  #send(answer: Answer): void {
    const { body } = answer;
    const request = this.request;
    const response = this.response;
    const isEmpty = body === undefined || request.method === 'HEAD';
    // The client went away, or was refused meanwhile. It gets nothing more, and only the log is written.
    if (!request.socket.writable) this.#note(request.complete ? answer : cutOff(answer, request.url ?? ''));
    else if (!isEmpty && (isStream(body) || body.length > AT_ONCE)) void this.#sendLarge(answer, body);
    else {
      this.#writeHead(answer);
      if (isEmpty) response.end();
      else if (typeof body === 'string') response.end(body);
      else sendBytes(response, body as Uint8Array);
      this.#note(answer);
    }
  }

  #writeHead({ status, headers }: Answer): void {
    this.response.writeHead(status, this.#desk.connections.leaving ? [...headers, 'Connection', 'close'] : headers);
  }

  /**
   * Opens the body before it sends anything, so that it can still answer 500 if the body can't be opened. Never
   * rejects.
   */
  async #sendLarge(answer: Answer, body: Body): Promise<void> {
    try {
      const pieces = isStream(body)
        ? await body.open(0, body.length)
        : [typeof body === 'string' ? Buffer.from(body) : body];
      this.#writeHead(answer);
      this.#note(answer);
      await transfer(pieces, this.response);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Answers 500, or ends the connection if the head is already sent: a client that got a length but not all bytes must
   * notice.
   */
  #fail(error: unknown): void {
    const { method = '', url = '', socket } = this.request;
    if (!isReported(error)) this.#desk.onFault(error, `${method} ${loggedPath(method, url)}`);
    const answer = identified(refusalAnswer(faultRefusal(error), dialectAt(url)), new NodeAsk(this.request), undefined);
    try {
      if (this.response.headersSent || !socket.writable) socket.destroy();
      else this.#send(answer);
    } catch {
      socket.destroy();
    }
  }

  #note(answer: Answer): void {
    const { method = '', url = '' } = this.request;
    this.#desk.log.note(method, url, answer, performance.now() - this.#started);
  }
}

/**
 * Makes the answer that the log records for a request that broke off, because its client or this server went away (RFC
 * 9112 8). The hub answered only the beginning of the request, so the hub's answer must not be logged.
 */
function cutOff(answer: Answer, target: string): Answer {
  const { status, headers, body } = refusalAnswer(
    refuse('BadRequest', { fault: 'it broke off before its end' }),
    dialectAt(target),
  );
  return { ...answer, status, headers, body };
}

const isStream = (body: Body): body is StreamBody => typeof body === 'object' && 'open' in body;

/**
 * The size in bytes above which a body is sent in pieces, so that the server notices when a slow client takes no more.
 */
const AT_ONCE = 64 * 1024;
/** The maximum size in bytes of a body that is sent in one write with its headers. */
const JOINED = 16 * 1024;
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

/**
 * The size of a piece in bytes. A client that takes less than one piece in the time allowed to a slow reader is
 * dropped.
 */
const PIECE = 32 * 1024;

type Source = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Sends everything that `source` yields and ends the response. It is no error if the client goes away. If the source
 * fails, or yields less than the response's Content-Length, the connection is lost and the promise rejects.
 */
async function transfer(source: Source, response: ServerResponse): Promise<void> {
  response.strictContentLength = true;
  try {
    await pipeline(source, inPieces, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* inPieces(source: Source): AsyncGenerator<Uint8Array> {
  for await (const bytes of source)
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
