// Makes invalid messages to /mcp: parts of valid messages of every protocol version, put together wrongly, and
// values that are no messages.
import fc from 'fast-check';
import { models } from '../fixtures/rows.ts';

/** A message to post to /mcp. `value` is sent as JSON; `headers` are the HTTP headers that MCP defines. */
export interface HostileMessage {
  value: unknown;
  headers: Record<string, string>;
}

const METHODS = [
  ...['initialize', 'ping', 'server/discover', 'tools/list', 'tools/call', 'prompts/list', 'prompts/get'],
  ...[
    'resources/list',
    'resources/read',
    'logging/setLevel',
    'subscriptions/listen',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '',
  ],
];
const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '', 'now'];

const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
const version = fc.constantFrom(...VERSIONS);
const method = fc.constantFrom(...METHODS);
const tool = fc.constantFrom('search_models', 'get_model', 'resolve_file', 'constructor', 'toString', 'valueOf');
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(models.bert.id, 'config.json', 'main', 'srca', '1', ...INHERITED),
);
const given = fc.dictionary(
  fc.constantFrom('search', 'author', 'filter', 'sort', 'limit', 'model', 'revision', 'path', 'source', ...INHERITED),
  fc.oneof(text, fc.integer(), fc.array(text, { maxLength: 3 }), fc.jsonValue({ maxDepth: 1 })),
);
const meta = fc.record(
  {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), fc.jsonValue({ maxDepth: 1 })),
    'io.modelcontextprotocol/clientInfo': fc.oneof(
      fc.constant({ name: 'a', version: '1' }),
      fc.jsonValue({ maxDepth: 1 }),
    ),
    progressToken: fc.jsonValue({ maxDepth: 1 }),
  },
  { requiredKeys: [] },
);
const params = fc.record(
  {
    name: fc.oneof(tool, fc.jsonValue({ maxDepth: 1 })),
    arguments: fc.oneof(given, fc.jsonValue({ maxDepth: 1 })),
    uri: text,
    cursor: fc.jsonValue({ maxDepth: 1 }),
    protocolVersion: fc.oneof(version, fc.jsonValue({ maxDepth: 1 })),
    requestState: fc.jsonValue({ maxDepth: 1 }),
    inputResponses: fc.jsonValue({ maxDepth: 2 }),
    _meta: fc.oneof(meta, fc.jsonValue({ maxDepth: 1 })),
  },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
    id: fc.oneof(fc.nat(), text, fc.jsonValue({ maxDepth: 0 })),
    method,
    params,
  },
  { requiredKeys: ['jsonrpc'] },
);
const body = fc.oneof(
  { weight: 8, arbitrary: message },
  { weight: 2, arbitrary: fc.array(message, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const headers = fc.record(
  {
    'mcp-protocol-version': version,
    'mcp-method': method,
    'mcp-name': fc.oneof(tool, fc.constant('=?base64?Z2V0X21vZGVs?=')),
  },
  { requiredKeys: [] },
);

/**
 * Adds the right headers and `_meta` of version 2026-07-28 to a message, because random choice hardly ever makes them
 * fit together.
 */
function dressed(made: unknown): HostileMessage {
  const { method = '', params = {} } = (made ?? {}) as { method?: string; params?: Record<string, unknown> };
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': nameIn(params),
  };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const value = typeof made === 'object' && !Array.isArray(made) ? { ...made, params: { ...params, _meta } } : made;
  return { value, headers };
}

/** Returns the name in a message as a text. The name need not be a string, and `String` may throw for it. */
function nameIn({ name, uri }: Record<string, unknown>): string {
  const named = name ?? uri;
  return typeof named === 'string' ? named : (JSON.stringify(named) ?? '');
}

/** Makes one message, a batch of them, or something else. */
export const hostileMessage: fc.Arbitrary<HostileMessage> = fc
  .tuple(body, headers, fc.boolean())
  .map(([made, given, isDressed]) =>
    isDressed ? dressed(made) : { value: made, headers: given as Record<string, string> },
  );
