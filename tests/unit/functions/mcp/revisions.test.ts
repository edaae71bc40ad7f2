// What /mcp answers is what the published JSON schemas of all four revisions admit, and what its own tools promise.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/schema';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../../../functions/hosts/memory.ts';
import type { Hub } from '../../../../functions/hub.ts';
import { tools } from '../../../../src/dialects/mcp/tools.ts';
import { baseUrl, openInMemory, origin, service } from '../../../fixtures/hub.ts';
import { models } from '../../../fixtures/rows.ts';
import { type Asked, askMcp } from './ask-mcp.ts';

const vectors = join(import.meta.dirname, '../../../../../shared/vectors');
const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

let hub: Hub;
beforeAll(() => {
  hub = createMemoryHub(openInMemory(inject('fixture').dist), { sources: service.sources, origin, baseUrl });
});

type Definitions = Record<string, object>;
type Validator = ReturnType<typeof Compile>;
const validators = new Map<string, Validator>();

/** The definition of a revision's schema, compiled once; throws when the revision has none of this name. */
function definition(revision: string, name: string): Validator {
  const key = `${revision} ${name}`;
  const known = validators.get(key);
  if (known) return known;
  const whole = JSON.parse(readFileSync(join(vectors, `mcp-${revision}.schema.json`), 'utf8')) as Record<
    string,
    Definitions
  >;
  const place = '$defs' in whole ? '$defs' : 'definitions';
  expect(whole[place]).toHaveProperty(name);
  const made = Compile({ [place]: reachable(whole[place]!, name), $ref: `#/${place}/${name}` });
  validators.set(key, made);
  return made;
}

/** What `name` refers to, and what that does: the rest takes long to compile. */
function reachable(all: Definitions, name: string, found: Definitions = {}): Definitions {
  if (name in found) return found;
  found[name] = all[name]!;
  for (const [, next] of JSON.stringify(all[name]).matchAll(/"\$ref":"#\/(?:\$defs|definitions)\/(\w+)"/g))
    reachable(all, next!, found);
  return found;
}

const call = (name: string, given: object): Asked => ({ method: 'tools/call', params: { name, arguments: given } });
const CALLS: [string, Asked][] = [
  ['search_models', call('search_models', { search: 'tiny' })],
  ['search_models, of more than is shown', call('search_models', { author: 'filler', limit: 2 })],
  ['search_models, of a thin row', call('search_models', { search: 'forgotten' })],
  ['get_model', call('get_model', { model: models.bert.id })],
  ['get_model, of a thin row', call('get_model', { model: models.thin.id })],
  ['resolve_file', call('resolve_file', { model: models.seer.id, path: 'Seer-Q4_K_M.gguf' })],
];
const FAILING: [string, Asked][] = [
  ['a tool that fails', call('get_model', { model: 'nobody/has-this' })],
  ['bad arguments', call('search_models', { limit: 'many' })],
];

describe.skipIf(!existsSync(vectors)).each(REVISIONS)('%s (when ../shared/vectors is there)', (revision) => {
  const isModern = revision === REVISIONS[0];
  const result = async (asked: Asked) => (await askMcp(hub, asked, revision)).result;

  test.each(isModern ? [] : [0])('initialize', async () => {
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const found = await result({ method: 'initialize', params });
    expect(definition(revision, 'InitializeResult').Errors(found)).toEqual([true, []]);
  });

  test.each(isModern ? [0] : [])('server/discover', async () => {
    const found = await result({ method: 'server/discover' });
    expect(definition(revision, 'DiscoverResult').Errors(found)).toEqual([true, []]);
  });

  test.each([
    ['tools/list', 'ListToolsResult'],
    ['prompts/list', 'ListPromptsResult'],
    ['resources/list', 'ListResourcesResult'],
    ['resources/templates/list', 'ListResourceTemplatesResult'],
  ])('%s', async (method, name) => {
    const found = await result({ method });
    const validator = definition(revision, name);
    expect(validator.Errors(found)).toEqual([true, []]);
    expect(validator.Check({})).toBe(false);
  });

  test.each([...CALLS, ...FAILING])('%s', async (_, asked) => {
    const found = await result(asked);
    const validator = definition(revision, 'CallToolResult');
    expect(validator.Errors(found)).toEqual([true, []]);
    expect(validator.Check({ ...(found as object), content: 'text' })).toBe(false);
  });

  test('errors', async () => {
    const name = revision < '2025-11-25' ? 'JSONRPCError' : 'JSONRPCErrorResponse';
    const whole = await askMcp(hub, { method: 'tools/call', params: { name: 'none' } }, revision);
    expect(definition(revision, name).Errors(whole)).toEqual([true, []]);
  });
});

describe.skipIf(!existsSync(vectors))('errors that only 2026-07-28 has (when ../shared/vectors is there)', () => {
  const meta = (version: string) => ({
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  });

  test('a version that is not spoken', async () => {
    const headers = { 'mcp-protocol-version': '2030-01-01', 'mcp-method': 'tools/list' };
    const found = await askMcp(hub, { method: 'tools/list', params: { _meta: meta('2030-01-01') }, headers });
    expect(definition('2026-07-28', 'UnsupportedProtocolVersionError').Errors(found)).toEqual([true, []]);
  });

  test('a header that says something else', async () => {
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };
    const found = await askMcp(hub, { method: 'tools/list', params: { _meta: meta('2026-07-28') }, headers });
    expect(definition('2026-07-28', 'HeaderMismatchError').Errors(found)).toEqual([true, []]);
  });
});

describe('structured content', () => {
  test.each(CALLS)('%s is what the output schema says, and the text is the same JSON', async (_, asked) => {
    const tool = tools.find(({ name }) => name === asked.params!.name)!;
    const { result } = await askMcp(hub, asked, '2025-11-25');
    const { structuredContent, content } = result as { structuredContent: object; content: [{ text: string }] };
    const validator = Compile(tool.outputSchema);
    expect(validator.Errors(structuredContent)).toEqual([true, []]);
    expect(validator.Check({ ...structuredContent, more: 1 })).toBe(false);
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  });

  test.each(FAILING)('%s has none', async (_, asked) => {
    expect((await askMcp(hub, asked, '2025-11-25')).result).not.toHaveProperty('structuredContent');
  });
});
