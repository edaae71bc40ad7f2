// Tests /mcp with unusual ports: without a tree, after an internal error, and with odd headers.
import { beforeAll, expect, inject, test } from 'vitest';
import type { Hub } from '../../../../functions/hub/hub.ts';
import type { Ports, Tree } from '../../../../functions/ports/ports.ts';
import { baseUrl, openInMemory } from '../../../fixtures/hub.ts';
import { memoryHub } from '../../../fixtures/memory-hub.ts';
import { models } from '../../../fixtures/rows.ts';
import { treeOver } from '../../../fixtures/tree-over.ts';
import { askMcp } from './ask-mcp.ts';

let tree: Tree;
beforeAll(() => {
  tree = openInMemory(inject('fixture').dist);
});
const hubOver = (more: Partial<Ports> = {}) => memoryHub(more, tree);
const getModel = { method: 'tools/call', params: { name: 'get_model', arguments: { model: models.bert.id } } };

test('before the first build the tools are listed, and a call says that nothing is built', async () => {
  const hub = hubOver({ tree: () => undefined });
  expect((await askMcp(hub, { method: 'tools/list' })).result).toHaveProperty('tools');
  expect((await askMcp(hub, getModel)).result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('No index is built yet') }],
  });
});

test('an internal error reaches the host, and the agent gets a failed call without the reason', async () => {
  const told: unknown[] = [];
  const bug = new Error('a bug');
  const torn = treeOver(tree, {
    search: () => {
      throw bug;
    },
  });
  const hub = hubOver({ tree: () => torn, onFault: (...all) => void told.push(all) });
  const { result } = await askMcp(hub, getModel);
  expect(result).toMatchObject({ isError: true });
  expect(JSON.stringify(result)).not.toContain('a bug');
  expect(told).toEqual([[bug, 'MCP get_model']]);
});

test.each([true, false])(
  'get_model gives the address of a proof only if the hub signs its log: %s',
  async (isSigned) => {
    const { result } = await askMcp(hubOver({ tree: () => treeOver(tree, { isSigned }) }), getModel);
    const { proof } = (result as { structuredContent: { proof?: string } }).structuredContent;
    expect(proof).toBe(isSigned ? `${baseUrl}/models/${models.bert.id}/proof.json` : undefined);
  },
);

test('a request for an unknown model counts as demand', async () => {
  const ids: string[] = [];
  const hub = hubOver({ demand: { record: (id) => void ids.push(id) } });
  await askMcp(hub, { method: 'tools/call', params: { name: 'get_model', arguments: { model: 'nobody/has-this' } } });
  expect(ids).toEqual(['nobody/has-this']);
});

test('no header repeats a caller’s text that could break the header', async () => {
  const headers = { 'mcp-protocol-version': '2025-11-25\u00e9' };
  const all: Record<string, string> = { 'content-type': 'application/json', ...headers };
  const body = async () => new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  const ask = { method: 'POST', target: '/mcp', header: (name: string) => all[name], authorization() {}, body };
  const { status, headers: sent } = await hubOver()(ask as Parameters<Hub>[0]);
  expect(status).toBe(400);
  expect(sent.join('')).toMatch(/^[\x20-\x7e]+$/);
});
