// Answers messages by the official MCP server package. The server has tools, empty lists of prompts and resources, and
// no state (decision 0022).
import {
  createMcpHandler,
  isLegacyRequest,
  type JSONRPCMessage,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Result,
  Server,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { own } from '../../src/basics/records.ts';
import type { Awaitable } from '../../src/basics/remembered.ts';
import { INSTRUCTIONS, MCP_VERSION, tools } from '../../src/tools/tools.ts';
import type { Ports } from '../ports/ports.ts';
import { callTool } from './call-tool.ts';

/** The revisions of the protocol whose sessions begin with `initialize`, newest first. */
const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];

const VERSIONS = [MCP_VERSION, ...HANDSHAKE_VERSIONS];

/** `listChanged` and `subscribe` are left out, because the server never sends anything by itself. */
const capabilities = { tools: {}, prompts: {}, resources: {} };

/** Says how long clients may keep an answer that is the same for everybody and changes only with a release. */
const HINT = { ttlMs: 300_000, cacheScope: 'public' };

type Params = Readonly<Record<string, unknown>>;
type Era = McpRequestContext['era'];

/** The answers to all methods of the protocol that the server has. */
const METHODS: Record<string, (params: Params, ports: Ports, era: Era) => Awaitable<object>> = {
  ping: () => ({}),
  initialize({ protocolVersion }, ports) {
    if (typeof protocolVersion !== 'string') throw invalid('"protocolVersion" is a text.');
    const version = VERSIONS.includes(protocolVersion) ? protocolVersion : HANDSHAKE_VERSIONS[0];
    return { protocolVersion: version, capabilities, serverInfo: infoOf(ports), instructions: INSTRUCTIONS };
  },
  'server/discover': () => ({ supportedVersions: VERSIONS, capabilities, instructions: INSTRUCTIONS, ...HINT }),
  'tools/list': onePage({ tools }),
  'prompts/list': onePage({ prompts: [] }),
  'resources/list': onePage({ resources: [] }),
  'resources/templates/list': onePage({ resourceTemplates: [] }),
  'prompts/get'({ name }) {
    throw invalid(`There is no prompt "${name}": this server has tools only.`);
  },
  'resources/read'({ uri }) {
    throw typeof uri === 'string' ? new ResourceNotFoundError(uri) : invalid('"uri" is a text.');
  },
  'tools/call': callTool,
};

/** Answers a list, which has one page. Refuses any cursor, because no answer ever contained one. */
function onePage(list: object) {
  return ({ cursor }: Params, _ports: Ports, era: Era): object => {
    if (cursor !== undefined) throw invalid('This list has one page: leave "cursor" out.');
    return era === 'modern' ? { ...list, ...HINT } : list;
  };
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

const infoOf = ({ version, baseUrl }: Ports) => ({
  name: 'model-hub',
  title: 'Model Hub',
  version,
  websiteUrl: baseUrl,
});

const options = {
  capabilities,
  supportedProtocolVersions: VERSIONS,
  // A validator checks what people answer to questions of the server, and this server asks none. Without this member
  // the package would make a validator for each request.
  jsonSchemaValidator: {
    getValidator(): never {
      throw new Error('nothing is elicited');
    },
  },
};

/** An answer in the form that HTTP sends. */
interface RpcAnswer {
  status: number;
  /** JSON; undefined if the posted message needs no answer. */
  body: string | undefined;
}

/** The package's server for one message or batch. The table answers its requests, and it drops all notifications. */
class HubServer extends Server {
  /** The result of the only request. */
  result: JSONRPCMessage | undefined;
  readonly #isBatch: boolean;

  constructor(posted: unknown, ports: Ports, era: Era) {
    super(infoOf(ports), options);
    this.#isBatch = Array.isArray(posted);
    // The package answers an unknown method of the newest revision with 404, but only if there is no handler at all.
    if (era === 'modern' && own(METHODS, String((posted as { method?: unknown } | null)?.method)) === undefined) return;
    this.fallbackRequestHandler = async ({ method, params = {} }) => {
      const answer = own(METHODS, method);
      if (!answer) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
      return (await answer(params, ports, era)) as Result;
    };
  }

  /**
   * Keeps the result, and gives the transport an empty one in its place: the transport would make a `Response` of the
   * result, which costs as much as all other work.
   */
  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = async (message, settings) => {
      if (this.#isBatch || !('result' in message)) return send(message, settings);
      this.result = message;
      return send({ ...message, result: {} }, settings);
    };
    return super.connect(transport);
  }

  override setRequestHandler(): void {}

  override setNotificationHandler(): void {}
}

/** Answers a POST of `posted`, the JSON that was the body of `request`. */
export async function answerPost(request: Request, posted: unknown, ports: Ports): Promise<RpcAnswer> {
  const given = { parsedBody: posted };
  const isLegacy =
    request.headers.get('mcp-protocol-version') !== MCP_VERSION && (await isLegacyRequest(request, posted));
  const server = new HubServer(posted, ports, isLegacy ? 'legacy' : 'modern');
  let response: Response;
  if (isLegacy) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    response = await transport.handleRequest(request, given);
  } else {
    // Nothing changes while clients listen, so no stream of changes may be opened.
    response = await createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request, given);
  }
  if (server.result) return { status: 200, body: JSON.stringify(server.result) };
  const body = response.status === 202 ? undefined : await response.text();
  // The package sends the only answer to a batch without its list (JSON-RPC 2.0, "Batch").
  return {
    status: response.status,
    body: Array.isArray(posted) && body?.[0] === '{' && response.ok ? `[${body}]` : body,
  };
}
