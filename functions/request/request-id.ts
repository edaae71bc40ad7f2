// Gives each request an id, in its answer and in the access log: the id that the caller sent, or a new one.
import { looksSecret } from '../../src/basics/secret-shape.ts';
import type { Answer, Ask, AskedTarget } from './answer.ts';

/** Matches the ids of other servers and of traces. A log line can hold such an id without escaping. */
const WELL_FORMED = /^[\w.:=+/-]{1,128}$/;

/**
 * The shared beginning of all ids of this process or thread. It is chosen at the first request, because Workers have no
 * random numbers while they start.
 */
let beginning: string | undefined;
let count = 0;

function freshId(): string {
  beginning ??= Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join('');
  count++;
  return `${beginning}-${count}`;
}

/**
 * Returns `answer` with the id of the request `ask` and its parsed target `asked`. The result has its own list of
 * headers, because several requests may share one answer.
 */
export function identified(
  { status, headers, body }: Answer,
  ask: Pick<Ask, 'header'>,
  asked: AskedTarget | undefined,
): Answer {
  const given = ask.header('x-request-id');
  const isKept = given !== undefined && WELL_FORMED.test(given) && !looksSecret(given);
  const id = isKept ? given : freshId();
  return { status, headers: [...headers, 'X-Request-Id', id], body, id, asked };
}
