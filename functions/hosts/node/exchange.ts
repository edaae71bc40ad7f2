// Handles one request at a Node server: asks the hub, writes its answer unchanged, and adds a line to the access log.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_HEADERS } from '../../../src/basics/limits.ts';
import { refuse } from '../../../src/table/refusals.ts';
import { faultRefusal, isReported, refusalAnswer } from '../../answers/refusal-answer.ts';
import { dialectAt } from '../../hub/dialects.ts';
import type { Hub } from '../../hub/hub.ts';
import type { Answer, Body, StreamBody } from '../../request/answer.ts';
import { loggedPath } from '../../request/logged-path.ts';
import { identified } from '../../request/request-id.ts';
import type { AccessLog } from '../../rim/access-log.ts';
import type { Connections } from './connections/connections.ts';
import { transfer } from './connections/transfer.ts';
import { headFault, NodeAsk } from './node-ask.ts';

/** The parts that all requests of a server share. */
export interface Desk {
  hub: Hub;
  log: AccessLog;
  connections: Connections;
  /** Called with each fault of ours and with the line of the request that caused it. Never throws. */
  onFault: (error: unknown, line: string) => void;
}

/** Serves one request. An error on the way becomes a 500, or ends the connection. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly #desk: Desk;
  #started = 0;

  constructor(desk: Desk, request: IncomingMessage, response: ServerResponse) {
    this.#desk = desk;
    this.request = request;
    this.response = response;
  }

  /** Asks the hub; `now` is in milliseconds. */
  begin(now: number): void {
    const { request } = this;
    this.#started = now;
    try {
      const fault = headFault(request, MAX_HEADERS);
      const ask = new NodeAsk(request, this.#desk.connections.of(request.socket)?.address);
      const answer = fault ? identified(refusedHead(fault, ask.target), ask, undefined) : this.#desk.hub(ask);
      if (answer instanceof Promise)
        answer
          .then((made) => {
            this.#finish(made);
            ask.done();
          })
          .catch((error) => this.#fail(error));
      else this.#finish(answer);
    } catch (error) {
      this.#fail(error);
    }
  }

  #finish(answer: Answer): void {
    try {
      this.#send(answer);
    } catch (error) {
      this.#fail(error);
    }
  }

  #send(answer: Answer): void {
    const { body } = answer;
    const request = this.request;
    const response = this.response;
    const isEmpty = body === undefined || request.method === 'HEAD';
    // The client went away, or was refused meanwhile: it gets nothing more, and we only write the log.
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
   * Opens the body before it sends anything, so that it can still answer 500 when the body can't be opened. Never
   * rejects.
   */
  async #sendLarge(answer: Answer, body: Body): Promise<void> {
    try {
      const pieces = isStream(body)
        ? await body.open(0, body.length)
        : [typeof body === 'string' ? Buffer.from(body) : body];
      const isGone = !this.request.socket.writable;
      if (!isGone) this.#writeHead(answer);
      this.#note(answer);
      if (!isGone) await transfer(pieces, this.response);
      else if (pieces instanceof ReadableStream) await pieces.cancel();
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Answers 500, or ends the connection once the head is sent: a client that got a length but not all bytes must
   * notice.
   */
  #fail(error: unknown): void {
    const { method = '', url = '', socket } = this.request;
    if (!isReported(error)) this.#desk.onFault(error, `${method} ${loggedPath(method, url)}`);
    const answer = identified(refusalAnswer(faultRefusal(error), dialectAt(url)), new NodeAsk(this.request), undefined);
    try {
      if (this.response.headersSent || !socket.writable) socket.destroy();
      else {
        this.#writeHead(answer);
        this.response.end(this.response.req.method === 'HEAD' ? undefined : (answer.body as string));
        this.#note(answer);
      }
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
 * Makes the answer that the log notes for a request that broke off, because its client or this server went away (RFC
 * 9112 8). The hub answered only its beginning, so that answer must not be logged.
 */
function cutOff(answer: Answer, target: string): Answer {
  const { status, headers, body } = refusalAnswer(
    refuse('BadRequest', { fault: 'it broke off before its end' }),
    dialectAt(target),
  );
  return { ...answer, status, headers, body };
}

const isStream = (body: Body): body is StreamBody => typeof body === 'object' && 'open' in body;

/** Bodies above this size are sent piece by piece, so that we notice when a slow client takes no more. */
const AT_ONCE = 64 * 1024;
/** Bodies up to this size are sent in one write with their headers. */
const JOINED = 16 * 1024;
/** Bodies as texts with one character for each byte. */
const texts = new WeakMap<Uint8Array, string>();

/**
 * Sends a small body as a text, because Node writes a text together with the headers. Bytes would take a second write.
 */
function sendBytes(response: ServerResponse, body: Uint8Array): void {
  if (body.length > JOINED) return void response.end(body);
  let text = texts.get(body);
  if (text === undefined) {
    text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
    texts.set(body, text);
  }
  response.end(text, 'latin1');
}

const HOST_FAULTS = {
  'no host': 'it has no Host header: HTTP/1.1 needs one',
  hosts: 'it has more than one Host header',
};

function refusedHead(fault: keyof typeof HOST_FAULTS | 'coding' | 'size', target: string): Answer {
  const close = ['Connection', 'close'];
  if (fault === 'coding') return refusalAnswer(refuse('UnknownCoding', undefined, close), dialectAt(target));
  return refusalAnswer(
    fault === 'size'
      ? refuse('HeadersTooLarge', { limit: MAX_HEADERS }, close)
      : refuse('BadRequest', { fault: HOST_FAULTS[fault] }, close),
    dialectAt(target),
  );
}
