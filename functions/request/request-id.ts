// Names each request in its answer and in the access log: by the id that its caller gave, or by a new one.
import { looksSecret } from '../../src/basics/secret-shape.ts';
import type { Answer, Ask, AskedTarget } from './answer.ts';

/** Matches ids of other servers and traces; a log line never has to escape one. */
const WELL_FORMED = /^[\w.:=+/-]{1,128}$/;

/**
 * All ids of one process or thread share a beginning. It is drawn late, because Workers have no random numbers while they
 * start.
 */
let beginning: string | undefined;
let count = 0;

function freshId(): string {
  beginning ??= Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join('');
  count++;
  return `${beginning}-${count.toString(36)}`;
}

/** `answer` with the id of `ask`, which asked for `asked`. Answers share their headers, so it gets headers of its own. */
export function identified(
  { status, headers, body }: Answer,
  ask: Pick<Ask, 'header'>,
  asked: AskedTarget | undefined,
): Answer {
  const given = ask.header('x-request-id');
  const isKept = given !== undefined && WELL_FORMED.test(given) && !looksSecret(given);
  const id = isKept ? given : freshId();
  return { status, headers: headers.concat('X-Request-Id', id), body, id, asked };
}
