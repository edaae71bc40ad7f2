// Answers one message by the official MCP server package. The server has tools, empty lists of prompts and resources,
// and no state.
import {
  type CacheHint,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  ProtocolError,
  ResourceNotFoundError,
  Server,
  type ServerOptions,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import type { Awaitable } from '../../src/basics/awaitable.ts';
import { isMembers, type Members, type RpcRequest } from '../../src/dialects/mcp/message.ts';
import { CODES, HANDSHAKE_VERSIONS, MODERN_VERSION, VERSIONS } from '../../src/dialects/mcp/protocol.ts';
import { INSTRUCTIONS, tools } from '../../src/tools/tools.ts';
import type { Ports } from '../ports/ports.ts';
import type { Era } from './admit.ts';
import { callTool } from './call-tool.ts';

/**
 * Tells clients how long they may keep an answer that is the same for everybody and changes only with a release.
 */
const HINT: CacheHint = { ttlMs: 300_000, cacheScope: 'public' };

/** `listChanged` and `subscribe` are left out, because the server never sends anything by itself. */
const capabilities = { tools: {}, prompts: {}, resources: {} };

const options: ServerOptions = {
  capabilities,
  instructions: INSTRUCTIONS,
  supportedProtocolVersions: [...VERSIONS],
  cacheHints: {
    'server/discover': HINT,
    'tools/list': HINT,
    'prompts/list': HINT,
    'resources/list': HINT,
    'resources/templates/list': HINT,
    'resources/read': HINT,
  },
  // A validator checks what people answer to questions of the server, and this server asks none. Without this member
  // the package would make a validator for each request.
  jsonSchemaValidator: {
    getValidator() {
      throw new Error('nothing is elicited');
    },
  },
};

/** Returns the package's answer to a request that `admit` accepted; undefined if the package rejects its `_meta`. */
export async function answerRequest(request: RpcRequest, era: Era, ports: Ports): Promise<JSONRPCMessage | undefined> {
  if (!isJSONRPCRequest(request)) return undefined;
  const revision = era === 'modern' ? MODERN_VERSION : HANDSHAKE_VERSIONS[0];
  const exchange = new Exchange({ era, revision });
  await createServer(ports, era).connect(exchange);
  return exchange.ask(request);
}

/**
 * The package's transport, for one request. It keeps the answer as an object, because making a `Response` would cost as
 * much as all other work.
 */
class Exchange extends PerRequestHTTPServerTransport {
  readonly #answer = Promise.withResolvers<JSONRPCMessage>();
  readonly #classification: MessageClassification;

  constructor(classification: MessageClassification) {
    super({ classification });
    this.#classification = classification;
  }

  ask(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    this.onmessage?.(request, { classification: this.#classification });
    return this.#answer.promise;
  }

  /** Takes the server's first message, which is the answer. The server sends no notifications and no requests. */
  override async send(message: JSONRPCMessage): Promise<void> {
    this.#answer.resolve(message);
  }
}

function createServer(ports: Ports, era: Era): Server {
  const info = { name: 'model-hub', title: 'Model Hub', version: ports.version, websiteUrl: ports.baseUrl };
  const server = new Server(info, options);
  const handle = (method: string, answer: (params: Members) => Awaitable<object>) =>
    server.setRequestHandler(method, anyParams, (params) => answer(params) as Awaitable<Record<string, unknown>>);
  if (era === 'legacy')
    handle('initialize', ({ protocolVersion }) => {
      if (typeof protocolVersion !== 'string') throw invalid('"protocolVersion" is a text.');
      // Only an old client does a handshake, so the answer names an old version even if the client asks for the newest
      // one (decision 0022).
      const version = VERSIONS.includes(protocolVersion) ? protocolVersion : HANDSHAKE_VERSIONS[0];
      return { protocolVersion: version, capabilities, serverInfo: info, instructions: INSTRUCTIONS };
    });
  handle('server/discover', () => ({ supportedVersions: VERSIONS, capabilities, instructions: INSTRUCTIONS }));
  handle('tools/list', (params) => onePage(params, { tools }));
  handle('prompts/list', (params) => onePage(params, { prompts: [] }));
  handle('resources/list', (params) => onePage(params, { resources: [] }));
  handle('resources/templates/list', (params) => onePage(params, { resourceTemplates: [] }));
  handle('prompts/get', ({ name }) => {
    throw invalid(`There is no prompt "${name}": this server has tools only.`);
  });
  handle('resources/read', ({ uri }) => {
    const message = `There is no resource "${uri}": this server has tools only.`;
    throw typeof uri === 'string' ? new ResourceNotFoundError(uri, message) : invalid(message);
  });
  handle('tools/call', async (params) => {
    const called = await callTool(params, ports);
    if ('unusable' in called) throw invalid(called.unusable);
    return called;
  });
  return server;
}

/**
 * Accepts any params. Each method checks its params itself, because the package would not explain a fault in one
 * sentence.
 */
const anyParams: { params: StandardSchemaV1<unknown, Members> } = {
  params: {
    '~standard': { version: 1, vendor: 'model-hub', validate: (value) => ({ value: isMembers(value) ? value : {} }) },
  },
};

const invalid = (message: string) => new ProtocolError(CODES.invalidParams, message);

/** Returns a list as one page. Refuses any cursor, because no answer ever contained one. */
function onePage({ cursor }: Members, list: object): object {
  if (cursor !== undefined) throw invalid('This list has one page: leave "cursor" out.');
  return list;
}
