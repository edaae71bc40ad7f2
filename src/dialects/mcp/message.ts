// A JSON-RPC message as a client posts it: a request, a notification or a response, or none of them.
import { CODES, fault, type RpcFault } from './protocol.ts';

export type Members = { readonly [name: string]: unknown };

export interface RpcRequest {
  jsonrpc: '2.0';
  id: string | number;
  method: string;
  params?: Members;
}

/** A message that a client posts: only a request has an answer. */
export type Message =
  | { kind: 'request'; request: RpcRequest }
  | { kind: 'notification'; method: string; params: Members | undefined }
  | { kind: 'response' };

/** True for an object that is no array. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The id that an answer to `value` carries; null when there is none to be read (JSON-RPC 2.0, section 5). */
export function idOf(value: unknown): string | number | null {
  if (!isMembers(value) || typeof value.method !== 'string') return null;
  return isId(value.id) ? value.id : null;
}

/** Reads one message, or says what is wrong with its shape. */
export function readMessage(value: unknown): Message | RpcFault {
  if (!isMembers(value) || value.jsonrpc !== '2.0')
    return invalid('A message is a JSON object with "jsonrpc": "2.0" in it.');
  const { id, method, params } = value;
  if (method === undefined) return readResponse(value);
  if (typeof method !== 'string') return invalid('"method" is a text.');
  if (params !== undefined && !isMembers(params)) return invalid('"params" is an object, or left out.');
  if (params?._meta !== undefined && !isMembers(params._meta)) return invalid('"params._meta" is an object.');
  if (!('id' in value)) return { kind: 'notification', method, params };
  if (!isId(id)) return invalid('"id" is a text or a whole number; a notification has none.');
  return { kind: 'request', request: { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) } };
}

function readResponse(value: Members): Message | RpcFault {
  const answers = isMembers(value.result) !== isMembers(value.error);
  return answers && isId(value.id) ? { kind: 'response' } : invalid('A message has a "method", or answers a request.');
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

const invalid = (message: string) => fault(CODES.invalidRequest, message);

/** Says why no tool can be called so: a call without a name, or with arguments that are no object. */
export function callFault(params: Members = {}): RpcFault | undefined {
  if (typeof params.name !== 'string') return fault(CODES.invalidParams, 'A call names its tool in "name".');
  return givenArguments(params) ? undefined : fault(CODES.invalidParams, '"arguments" is an object, or left out.');
}

/** The `arguments` of a call; undefined when they are no object. */
export function givenArguments(params: Members): Members | undefined {
  const { arguments: given = {} } = params;
  return isMembers(given) ? given : undefined;
}
