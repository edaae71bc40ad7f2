// Names each request, in its answer and in the access log: by the id that its caller gave, or by a new one.
import { looksSecret } from '../../src/basics/secret-shape.ts';
import type { Answer, Ask } from './answer.ts';

/** The header of the request and of its answer. */
const NAME = 'X-Request-Id';

/** Ids as other servers make them, a trace's included; no log line has to escape one. */
const WELL_FORMED = /^[\w.:=+/-]{1,128}$/;

/** Ids of one process or thread have a beginning in common. Drawn late: Workers have no random numbers while they start. */
let beginning: string | undefined;
let count = 0;

function freshId(): string {
  beginning ??= Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join('');
  count++;
  return `${beginning}-${count.toString(36)}`;
}

/** `answer` with the id of `ask`. Answers share their headers, so it gets headers of its own. */
export function identified({ status, headers, body }: Answer, ask: Pick<Ask, 'header'>): Answer {
  const given = ask.header('x-request-id');
  const isKept = given !== undefined && WELL_FORMED.test(given) && !looksSecret(given);
  return { status, headers: [...headers, NAME, isKept ? given : freshId()], body };
}

/** The id in the headers of an answer; undefined for one of a host that gives none. */
export function requestIdIn(headers: readonly string[]): string | undefined {
  const at = headers.lastIndexOf(NAME);
  return at < 0 ? undefined : headers[at + 1];
}
