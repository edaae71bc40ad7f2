// Node's HTTP server around the hub: limits on what comes in, answers sent as they are.
import { createReadStream } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { refuse } from '../../src/refusals.ts';
import type { Answer } from '../answer.ts';
import { dialectAt, type Hub } from '../hub.ts';
import { refusalAnswer } from '../refusal-answer.ts';
import type { AccessLog } from './access-log.ts';
import { headFault, NodeAsk } from './node-ask.ts';

// An import would touch everything the module exports, and with that load its WebSocket client at every start.
const { createServer } = process.getBuiltinModule('node:http');

const MAX_HEADERS = 16 * 1024;
/** Node refuses beyond this before we see the request; roomier than our own limits, so that ours speak first. */
const PARSER_LIMIT = 64 * 1024;

/** A server that answers with `hub`. The caller listens and closes. */
export function createHubServer(hub: Hub, log: AccessLog): Server {
  const server = createServer(
    {
      maxHeaderSize: PARSER_LIMIT,
      optimizeEmptyRequests: true,
      // Ours to refuse, in words.
      requireHostHeader: false,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 20_000,
      connectionsCheckingInterval: 2_000,
    },
    (request, response) => {
      const started = performance.now();
      const finish = (answer: Answer) => {
        send(request, response, answer);
        log.note(request.method ?? '', request.url ?? '', answer, performance.now() - started);
      };
      const fault = headFault(request, MAX_HEADERS);
      if (fault) return finish(refusedHead(fault, request.url ?? ''));
      const ask = new NodeAsk(request);
      const answer = hub(ask);
      if (answer instanceof Promise) {
        answer.then((made) => {
          finish(made);
          ask.done();
        });
      } else finish(answer);
    },
  );
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) =>
    refuseSocket(error, socket),
  );
  return server;
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, headers, body } = answer;
  response.writeHead(status, headers);
  if (body === undefined || request.method === 'HEAD') response.end();
  else if (typeof body === 'string') response.end(body);
  else if (!('file' in body)) sendBytes(response, body);
  else {
    const { file, start, length } = body;
    const bytes = createReadStream(file, { start, end: start + length - 1 });
    // A client that goes away, a disk that fails or a file cut short ends the connection: else the client would wait
    // for the bytes that the length promised.
    pipeline(bytes, response)
      .then(() => bytes.bytesRead === length || request.socket.destroy())
      .catch(() => response.destroy());
  }
}

/** Bodies up to this size are joined with their headers. */
const JOINED = 16 * 1024;
/** Bytes as one-byte characters, by body. */
const texts = new WeakMap<Uint8Array, string>();

/** Node writes a text together with the headers, in one piece; bytes it would write as a second one, which costs more. */
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

function refusedHead(fault: keyof typeof HOST_FAULTS | 'size', target: string): Answer {
  const close = ['Connection', 'close'];
  return refusalAnswer(
    fault === 'size'
      ? refuse('HeadersTooLarge', { limit: MAX_HEADERS }, close)
      : refuse('BadRequest', { fault: HOST_FAULTS[fault] }, close),
    dialectAt(target),
  );
}

/** What Node's parser refused: answered in our words where the connection still takes an answer. */
function refuseSocket(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refusalAnswer(refusedByParser(error), 'hub');
  const lines = [`HTTP/1.1 ${status} Refused`, 'Connection: close'];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body as string}`);
}

function refusedByParser(error: NodeJS.ErrnoException & { rawPacket?: Buffer }) {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { ...refuse('BadRequest', { fault: 'it was not complete in time' }), status: 408 };
  if (error.code !== 'HPE_HEADER_OVERFLOW') return refuse('BadRequest', { fault: 'it is not well-formed HTTP/1.1' });
  const line = error.rawPacket?.indexOf('\n') ?? 0;
  return line < 0 ? refuse('UriTooLong', { limit: 8192 }) : refuse('HeadersTooLarge', { limit: MAX_HEADERS });
}
