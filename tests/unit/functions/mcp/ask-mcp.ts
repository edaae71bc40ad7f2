// Posts a request to /mcp of a hub in memory, in the form that one protocol version demands.
import type { Hub } from '../../../../functions/hub/hub.ts';

export interface Asked {
  method: string;
  params?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export interface Answered {
  jsonrpc: '2.0';
  id: string | number | null;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

/**
 * Sends the request in the form of the version `revision`, or unchanged without a version. Returns the JSON of the
 * answer.
 */
export async function askMcp(hub: Hub, asked: Asked, revision?: string): Promise<Answered> {
  const { headers, params } = revision === undefined ? asked : dressed(asked, revision);
  const all: Record<string, string> = { 'content-type': 'application/json', ...headers };
  const body = new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id: 1, method: asked.method, params }));
  const answer = await hub({
    method: 'POST',
    target: '/mcp',
    header: (name) => all[name],
    authorization: () => undefined,
    body: async (limit) => (body.length > limit ? undefined : body),
  });
  return JSON.parse(answer.body as string) as Answered;
}

/** Makes the headers and params that a client of this version sends. */
function dressed({ method, params }: Asked, revision: string): Pick<Asked, 'headers' | 'params'> {
  const headers: Record<string, string> = { 'mcp-protocol-version': revision };
  if (revision < '2026') return { headers, ...(params ? { params } : {}) };
  headers['mcp-method'] = method;
  if (typeof params?.name === 'string') headers['mcp-name'] = params.name;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { headers, params: { ...params, _meta } };
}
