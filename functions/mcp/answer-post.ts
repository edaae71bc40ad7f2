// Answers the bytes that are posted to /mcp: one message, or the batch of an old client.
import { LazyValue } from '../../src/basics/lazy-value.ts';
import { callFault, idOf, type Message, readMessage } from '../../src/dialects/mcp/message.ts';
import { CODES, errorResponse, fault, isFault, type RpcFault, rpcError } from '../../src/dialects/mcp/protocol.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import type { Ports } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';
import { admit, admitBatch, type Era, type HeaderReader } from './admit.ts';

/** An answer in the form that HTTP sends. */
interface RpcAnswer {
  status: number;
  /** JSON text. */
  body: string;
  /** The refusal that the headers name; absent for a 200. */
  refusal?: Refusal;
}

/**
 * The module with the server package, loaded at the first request: the package has most of a megabyte of code, and the
 * hub starts without it.
 */
const server = new LazyValue(() => import('./server.ts'));

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The maximum number of messages in a batch. Answers are much larger than requests, and the hub holds all of them until
 * the last is ready.
 */
const MOST_IN_BATCH = 20;

/** Returns the answer to a posted body; undefined if no message in the body needs an answer. */
export async function answerPost(body: Uint8Array, header: HeaderReader, ports: Ports): Promise<RpcAnswer | undefined> {
  const posted = parse(body);
  if (posted === undefined) return refused(fault(CODES.parse, 'The body is not JSON in UTF-8.'), null);
  if (Array.isArray(posted)) return answerBatch(posted, header, ports);
  const message = readMessage(posted);
  const id = idOf(posted);
  if (isFault(message)) return refused(message, id);
  const era = admit(message, header);
  if (typeof era !== 'string') return refused(era, id);
  return answerMessage(message, era, ports);
}

async function answerBatch(posted: unknown[], header: HeaderReader, ports: Ports): Promise<RpcAnswer | undefined> {
  const unfit = batchFault(posted);
  if (unfit) return refused(unfit, null);
  const read = posted.map(readMessage);
  const messages = read.filter((one): one is Message => !isFault(one));
  // No message can be read, so the answer has no id (MCP 2025-03-26, "Sending Messages to the Server").
  if (messages.length === 0) return refused(read[0] as RpcFault, null);
  const outdated = admitBatch(messages, header);
  if (outdated) return refused(outdated, null);
  // A member of the batch that is no message is answered with an error of its own (JSON-RPC 2.0, section 6).
  const answers = await Promise.all(
    read.map((one, at) => (isFault(one) ? refused(one, idOf(posted[at])) : answerMessage(one, 'legacy', ports))),
  );
  const bodies = answers.flatMap((answer) => answer?.body ?? []);
  return bodies.length === 0 ? undefined : { status: 200, body: `[${bodies.join(',')}]` };
}

function batchFault({ length }: unknown[]): RpcFault | undefined {
  if (length === 0) return fault(CODES.invalidRequest, 'A batch has at least one message.');
  if (length <= MOST_IN_BATCH) return undefined;
  return fault(CODES.invalidRequest, `A batch has at most ${MOST_IN_BATCH} messages: send several.`);
}

/**
 * Answers a request. Accepts notifications and responses, and drops them: the hub remembers nothing between messages.
 */
async function answerMessage(message: Message, era: Era, ports: Ports): Promise<RpcAnswer | undefined> {
  if (message.kind !== 'request') return undefined;
  const { answerRequest } = await server.get();
  const { request } = message;
  // The server package would answer this fault with a long description of its own types.
  const unusable = request.method === 'tools/call' ? callFault(request.params) : undefined;
  if (unusable) return { status: 200, body: errorResponse(unusable, request.id) };
  // A batch may have twenty calls that each take milliseconds, so other requests may run before each call.
  if (request.method === 'tools/call') await takeTurn();
  const answer = await answerRequest(request, era, ports);
  if (!answer) return refused(fault(CODES.invalidRequest, '"params._meta" has a member of a wrong type.'), request.id);
  const isUnknown = 'error' in answer && answer.error.code === CODES.methodNotFound;
  // In revisions before 2026-07-28, an unknown method gets status 200.
  if (!isUnknown || era === 'legacy') return { status: 200, body: JSON.stringify(answer) };
  const refusal = refuse('UnknownMethod', { method: request.method });
  return { status: refusal.status, body: errorResponse(rpcError(refusal), request.id), refusal };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}

function refused({ code, message, data }: RpcFault, id: string | number | null): RpcAnswer {
  // The message may quote the request, and it goes into a header, so `refuse` makes it printable and short.
  const refusal = refuse('BadMessage', { fault: message });
  return { status: refusal.status, body: errorResponse({ code, message: refusal.sentence, data }, id), refusal };
}
