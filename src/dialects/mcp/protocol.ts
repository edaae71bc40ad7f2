// Constants of the Model Context Protocol that every request uses: revisions, headers, `_meta` keys, error codes.
import type { Refusal, RefusalCode } from '../../table/refusals.ts';

/** The revision of the protocol without a handshake. Each request names its client and its revision in `_meta`. */
export const MODERN_VERSION = '2026-07-28';

/** The revisions of the protocol whose sessions begin with `initialize`, newest first. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

/**
 * The revision of a request whose headers name no revision, as requests of a session with a handshake may do. Only
 * this revision has batches.
 */
export const UNSAID_VERSION = '2025-03-26';

/** Every revision of the protocol that the hub accepts (decision 0022). */
export const VERSIONS: readonly string[] = [MODERN_VERSION, ...HANDSHAKE_VERSIONS];

export const MCP_HEADERS = { version: 'mcp-protocol-version', method: 'mcp-method', name: 'mcp-name' } as const;

export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
} as const;

/** Error codes of JSON-RPC 2.0, and of the revision 2026-07-28. */
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
  /** The code of a refusal that the server gives before it reads a message. Servers of all revisions use it. */
  refused: -32000,
} as const;

/** An error that answers a message in place of a result. */
export interface RpcFault {
  code: number;
  /** The error in one sentence. */
  message: string;
  data?: object | undefined;
}

/** Makes the fault that answers a message. */
export function fault(code: number, message: string, data?: object): RpcFault {
  return { code, message, data };
}

/** True if `value` is a fault. */
export function isFault(value: object): value is RpcFault {
  return 'code' in value && 'message' in value;
}

const REFUSED_AS: Partial<Record<RefusalCode, number>> = {
  BadMessage: CODES.parse,
  UnknownMethod: CODES.methodNotFound,
  Internal: CODES.internal,
};

/** Turns a refusal that all dialects share into a JSON-RPC error. */
export function rpcError({ refusal, sentence }: Pick<Refusal, 'refusal' | 'sentence'>): RpcFault {
  return { code: REFUSED_AS[refusal] ?? CODES.refused, message: sentence };
}

/** Returns the JSON-RPC response for a fault. `id` is the id of the request, or null if it could not be read. */
export function errorResponse({ code, message, data }: RpcFault, id: string | number | null): string {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}
