// Answers in our words if Node's HTTP parser refuses bytes or has waited too long, and makes sure that the socket is
// closed.
import type { Socket } from 'node:net';
import { MAX_HEADERS, MAX_URL } from '../../../../src/basics/limits.ts';
import { pairsOf } from '../../../../src/table/headers.ts';
import { type Refusal, refuse } from '../../../../src/table/refusals.ts';
import { refusalAnswer } from '../../../answers/refusal-answer.ts';
import { identified } from '../../../request/answer.ts';
import type { Connection } from './connection.ts';

/** An error as Node reports it. */
export interface ParserFault extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
}

/** Node's code for bytes after a request whose headers say that it is the last one (RFC 9112 9.6). */
const BEHIND_THE_LAST = 'HPE_CLOSED_CONNECTION';

/** Node's code for a head or a request that was not complete in time. */
export const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

/**
 * The milliseconds until a refused connection is closed. A client that is still sending would not get the answer if the
 * connection were closed at once.
 */
const HEARD_OUT_MS = 1000;

/** Ends a connection whose bytes can't be parsed or did not arrive in time. Its pending answers are sent first. */
export function endRefused(error: ParserFault, connection: Connection): void {
  const { socket } = connection;
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  // The answer to the last request already ends the connection, and one refusal is enough.
  if (error.code === BEHIND_THE_LAST || connection.isEnding) return;
  connection.cut();
  connection.end(() => {
    endWith(socket, refusedByParser(error));
    if (error.code === LATE) socket.destroySoon();
  });
}

/** Answers a socket from which nothing is read any more, and closes the socket. */
export function endWith(socket: Socket, refusal: Refusal): void {
  // The headers of the request were not read, so its `X-Request-Id` is unknown.
  const { status, headers, body } = identified(refusalAnswer(refusal, 'hub'), { header: () => undefined }, undefined);
  const lines = pairsOf(['Connection', 'close', ...headers]).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body as string}`);
  // After a plain `end` the socket would wait for the client to end too, and would hold its descriptor.
  setTimeout(() => socket.destroy(), HEARD_OUT_MS).unref();
}

function refusedByParser(error: ParserFault): Refusal {
  if (error.code === LATE) return { ...refuse('BadRequest', { fault: 'it was not complete in time' }), status: 408 };
  if (error.code !== 'HPE_HEADER_OVERFLOW') return refuse('BadRequest', { fault: 'it is not well-formed HTTP/1.1' });
  const line = error.rawPacket?.indexOf('\n') ?? 0;
  return line < 0 ? refuse('UriTooLong', { limit: MAX_URL }) : refuse('HeadersTooLarge', { limit: MAX_HEADERS });
}
