// Checks the answers of /mcp by the published schemas of all four protocol versions.
import {
  CallToolResultSchema,
  DiscoverResultSchema,
  InitializeResultSchema,
  JSONRPCErrorResponseSchema,
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/core';
import * as older from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Hub } from '../../../../functions/hub/hub.ts';
import { memoryHub } from '../../../fixtures/memory-hub.ts';
import { models } from '../../../fixtures/rows.ts';
import { type Asked, askMcp } from './ask-mcp.ts';

const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

let hub: Hub;
beforeAll(() => {
  hub = memoryHub();
});

/**
 * The schemas of the official packages for each kind of answer: first the schema of the newest version, then the schema
 * of the earlier versions.
 */
const SHAPES = {
  InitializeResult: [InitializeResultSchema, older.InitializeResultSchema],
  DiscoverResult: [DiscoverResultSchema, undefined],
  ListToolsResult: [ListToolsResultSchema, older.ListToolsResultSchema],
  ListPromptsResult: [ListPromptsResultSchema, older.ListPromptsResultSchema],
  ListResourcesResult: [ListResourcesResultSchema, older.ListResourcesResultSchema],
  ListResourceTemplatesResult: [ListResourceTemplatesResultSchema, older.ListResourceTemplatesResultSchema],
  CallToolResult: [CallToolResultSchema, older.CallToolResultSchema],
  JSONRPCErrorResponse: [JSONRPCErrorResponseSchema, older.JSONRPCErrorResponseSchema],
} as const;
type Shape = keyof typeof SHAPES;

/** Lists the faults of `value` by the schema of `shape` in the version `revision`; empty if there are none. */
function faultsOf(revision: string, shape: Shape, value: unknown): string[] {
  const schema = SHAPES[shape][revision === REVISIONS[0] ? 0 : 1]!;
  const { error } = schema.safeParse(value);
  return error ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) : [];
}

const call = (name: string, given: object): Asked => ({ method: 'tools/call', params: { name, arguments: given } });
const CALLS: [string, Asked][] = [
  ['search_models', call('search_models', { search: 'tiny' })],
  ['search_models, of more than is shown', call('search_models', { author: 'filler', limit: 2 })],
  ['search_models, of a thin row', call('search_models', { search: 'forgotten' })],
  ['get_model', call('get_model', { model: models.bert.id })],
  ['get_model, of a thin row', call('get_model', { model: models.thin.id })],
  ['resolve_file', call('resolve_file', { model: models.seer.id, path: 'Seer-Q4_K_M.gguf' })],
  ['identify_file', call('identify_file', { sha256: models.bert.files[0]!.sha256 })],
];
const FAILING: [string, Asked][] = [
  ['a tool that fails', call('get_model', { model: 'nobody/has-this' })],
  ['bad arguments', call('search_models', { limit: 'many' })],
];

const LISTS: [string, Shape][] = [
  ['tools/list', 'ListToolsResult'],
  ['prompts/list', 'ListPromptsResult'],
  ['resources/list', 'ListResourcesResult'],
  ['resources/templates/list', 'ListResourceTemplatesResult'],
];

/** Returns the first request of a client of this version, and the kind of answer that the client expects. */
function beginning(revision: string): [Asked, Shape] {
  if (revision === REVISIONS[0]) return [{ method: 'server/discover' }, 'DiscoverResult'];
  const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  return [{ method: 'initialize', params }, 'InitializeResult'];
}

describe.each(REVISIONS)('protocol version %s', (revision) => {
  const result = async (asked: Asked) => (await askMcp(hub, asked, revision)).result;

  test('the first answer fits the schema', async () => {
    const [asked, shape] = beginning(revision);
    expect(faultsOf(revision, shape, await result(asked))).toEqual([]);
    expect(faultsOf(revision, shape, {})).not.toEqual([]);
  });

  test.each(LISTS)('the answer to %s fits the schema', async (method, shape) => {
    expect(faultsOf(revision, shape, await result({ method }))).toEqual([]);
    expect(faultsOf(revision, shape, {})).not.toEqual([]);
  });

  test.each([...CALLS, ...FAILING])('the answer to %s fits the schema', async (_, asked) => {
    const found = await result(asked);
    expect(faultsOf(revision, 'CallToolResult', found)).toEqual([]);
    expect(faultsOf(revision, 'CallToolResult', { ...(found as object), content: 'text' })).not.toEqual([]);
  });

  test('an error fits the schema', async () => {
    const whole = await askMcp(hub, { method: 'tools/call', params: { name: 'none' } }, revision);
    expect(faultsOf(revision, 'JSONRPCErrorResponse', whole)).toEqual([]);
  });
});

test.each(CALLS)('the text of %s is the same JSON as its structured content', async (_, asked) => {
  const { result } = await askMcp(hub, asked, '2025-11-25');
  const { structuredContent, content } = result as { structuredContent: object; content: [{ text: string }] };
  expect(JSON.parse(content[0].text)).toEqual(structuredContent);
});
