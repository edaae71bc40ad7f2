// Adds an id to each request, in its answer and in the access log: the id that the caller sent, or a new one.
import { looksSecret } from '../../src/basics/secret-shape.ts';
import type { Answer, Ask, AskedTarget } from './answer.ts';

/** Matches the ids of other servers and of traces. A log line can hold such an id without escaping. */
const WELL_FORMED = /^[\w.:=+/-]{1,128}$/;

/**
 * The beginning of the ids of this process or thread, and the number of ids that were made. The first request chooses
 * the beginning, because Workers have no random numbers while they start.
 */
let beginning = '';
let count = 0;
/** The maximum number of ids with one beginning, so that the number in an id has at most five digits in base 36. */
const MOST = 36 ** 5;

/** Makes an id of at most 12 characters. V8 keeps a longer text of two parts in pieces, and would have to join them. */
function freshId(): string {
  if (count % MOST === 0)
    beginning = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join('');
  return `${beginning}-${(count++ % MOST).toString(36)}`;
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
  return { status, headers: withHeader(headers, 'X-Request-Id', id), body, id, asked };
}

/** Returns a copy of `headers` with one more header. A spread would copy the list twice, because the list grows. */
function withHeader(headers: readonly string[], name: string, value: string): string[] {
  const all = new Array<string>(headers.length + 2);
  for (let at = 0; at < headers.length; at++) all[at] = headers[at]!;
  all[headers.length] = name;
  all[headers.length + 1] = value;
  return all;
}
