// Reads a JSON-RPC message from a client: a request, a notification or a response.
import { CODES, fault, type RpcFault } from './protocol.ts';

export type Members = { readonly [name: string]: unknown };

export interface RpcRequest {
  jsonrpc: '2.0';
  id: string | number;
  method: string;
  params?: Members;
}

/** A message from a client. The server answers only a request. */
export type Message =
  | { kind: 'request'; request: RpcRequest }
  | { kind: 'notification'; method: string; params: Members | undefined }
  | { kind: 'response' };

/** True for an object that is not an array. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the id for an answer to `value`; null if `value` has no readable id (JSON-RPC 2.0, section 5). */
export function idOf(value: unknown): string | number | null {
  if (!isMembers(value) || typeof value.method !== 'string') return null;
  return isId(value.id) ? value.id : null;
}

/** Reads one message. Returns a fault if the message is malformed. */
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

/** Returns the fault of a call without a name, or with arguments that are not an object; undefined for a good call. */
export function callFault(params: Members = {}): RpcFault | undefined {
  if (typeof params.name !== 'string') return fault(CODES.invalidParams, 'A call names its tool in "name".');
  return givenArguments(params) ? undefined : fault(CODES.invalidParams, '"arguments" is an object, or left out.');
}

/** Returns the `arguments` of a call; undefined if they are not an object. */
export function givenArguments(params: Members): Members | undefined {
  const { arguments: given = {} } = params;
  return isMembers(given) ? given : undefined;
}
