// Answers MCP: clients post JSON-RPC to one address and get JSON, without sessions or streams (decision 0022).
import { lazyValue } from '../../src/basics/remembered.ts';
import { codeHeaders } from '../../src/dialects/refusal-shape.ts';
import { refuse } from '../../src/table/refusals.ts';
import type { Handler } from '../ports/ports.ts';
import { type Ask, answer } from '../request/answer.ts';

/** The maximum size in bytes of a posted body (decision 0025). */
const MAX_BODY = 65536;

/**
 * The module with the server package, loaded at the first request: the package has most of a megabyte of code, and the
 * hub starts without it.
 */
const server = lazyValue(() => import('./server.ts'));

const TYPE = 'application/json';

/**
 * The maximum number of messages in a batch, which only old revisions have. Answers are much larger than requests, and
 * the hub holds all of them until the last is ready.
 */
const MOST_IN_BATCH = 20;

const utf8 = new TextDecoder('utf-8', { fatal: true });

export const mcp: Handler<'mcp'> = async ({ ask, ports, base }) => {
  if (!/^application\/json[\t ]*(;|$)/i.test(ask.header('content-type')?.trim() ?? ''))
    return refuse('UnsupportedMediaType', { wanted: TYPE });
  const body = await ask.body(MAX_BODY);
  if (!body) return refuse('TooLarge', { limit: MAX_BODY });
  const message = parse(body);
  if (message === undefined) return refuse('BadMessage', { fault: 'The body is not JSON in UTF-8.' });
  if (Array.isArray(message) && message.length > MOST_IN_BATCH)
    return refuse('BadMessage', { fault: `A batch has at most ${MOST_IN_BATCH} messages: send several.` });
  const { answerPost } = await server.get();
  // The links in answers name the hub as the request does, and demand counts for the client of the request.
  const own = { ...ports, baseUrl: base, demand: { record: (id: string) => ports.demand.record(id, ask.client) } };
  const { status, body: made } = await answerPost(requestOf(ask), message, own);
  if (status < 400) return answer(status, made && TYPE, made, ['Cache-Control', 'no-store']);
  // The sentence may quote the request, and it goes into a header, so `refuse` makes it printable and short.
  const { message: fault } = (JSON.parse(made!) as { error: { message: string } }).error;
  const refusal = refuse(status === 404 ? 'UnknownMethod' : 'BadMessage', { fault });
  return answer(status, TYPE, made, codeHeaders(refusal));
};

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}

/** The headers that the hub has checked already, or ignores. */
const FIXED: Record<string, string> = {
  'content-type': TYPE,
  accept: 'application/json, text/event-stream',
};

/** Makes a request of the parts that the package reads. A whole one would take as long as the answer to a short call. */
function requestOf(ask: Ask): Request {
  const get = (name: string) => FIXED[name] ?? ask.header(name)?.trim() ?? null;
  return { method: 'POST', headers: { get } } as unknown as Request;
}
