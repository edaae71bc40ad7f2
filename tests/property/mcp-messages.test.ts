// Whatever is posted to /mcp is answered in JSON-RPC, and nothing is a fault of ours.
import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../functions/hosts/memory.ts';
import type { Hub } from '../../functions/hub.ts';
import { baseUrl, openInMemory, origin, service } from '../fixtures/hub.ts';
import { models } from '../fixtures/rows.ts';

let hub: Hub;
const faults: unknown[] = [];
beforeAll(() => {
  const ports = { sources: service.sources, origin, baseUrl, onFault: (error: unknown) => void faults.push(error) };
  hub = createMemoryHub(openInMemory(inject('fixture').dist), ports);
});

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

/** The same as a request of 2026-07-28 whose headers and `_meta` are as they should be: chance alone makes none. */
function dressed(made: unknown): { value: unknown; more: Record<string, string> } {
  const { method = '', params = {} } = (made ?? {}) as { method?: string; params?: Record<string, unknown> };
  const more = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': nameIn(params),
  };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const value = typeof made === 'object' && !Array.isArray(made) ? { ...made, params: { ...params, _meta } } : made;
  return { value, more };
}

/** Chance makes names that are no texts as well, and some that `String` can't turn into one. */
function nameIn({ name, uri }: Record<string, unknown>): string {
  const named = name ?? uri;
  return typeof named === 'string' ? named : (JSON.stringify(named) ?? '');
}

test('a message, or what looks like one', async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(body, headers, fc.boolean(), async (made, given, isDressed) => {
      const { value, more } = isDressed ? dressed(made) : { value: made, more: given };
      const all: Record<string, string | undefined> = { 'content-type': 'application/json', ...more };
      const answer = await hub({
        method: 'POST',
        target: '/mcp',
        header: (name) => all[name],
        authorization: () => undefined,
        body: async () => new TextEncoder().encode(JSON.stringify(value)),
      });
      seen.add(answer.status);
      expect([200, 202, 400, 404]).toContain(answer.status);
      expect(faults).toEqual([]);
      const answers = answer.body === undefined ? [] : [JSON.parse(answer.body as string)].flat();
      expect(answers.length === 0).toBe(answer.status === 202);
      for (const one of answers) {
        expect(one).toMatchObject({ jsonrpc: '2.0' });
        expect('result' in one).not.toBe('error' in one);
        if ('error' in one) expect(one.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
        // Our own words, not the pages of types that a checking library prints.
        if ('error' in one) expect(one.error.message).not.toContain('invalid_type');
      }
    }),
    { numRuns: 1500 },
  );
  expect([...seen].sort()).toEqual([200, 202, 400, 404]);
});

test('any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined);
      const answer = await hub({
        ...{ method: 'POST', target: '/mcp', header, authorization: () => undefined, body: async () => bytes },
      });
      expect([200, 202, 400]).toContain(answer.status);
    }),
    { numRuns: 300 },
  );
  expect(faults).toEqual([]);
});
