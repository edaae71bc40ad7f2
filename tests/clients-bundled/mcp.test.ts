// Tests the official MCP clients against /mcp: release 2.4.0, with an automatic and with a pinned protocol version, and
// the line 1.x.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { createHubServer } from '../../functions/hosts/node/node-server.ts';
import { openTree } from '../../functions/stores/tree/folder-tree.ts';
import { toolNames } from '../../src/tools/tools.ts';
import { baseUrl, origin, service } from '../fixtures/hub.ts';
import { noAccessLog } from '../fixtures/no-access-log.ts';
import { models } from '../fixtures/rows.ts';

/** The methods that the clients 2.4.0 and 1.x have in common. */
interface AnyClient {
  connect(): Promise<void>;
  close(): Promise<void>;
  version(): string | undefined;
  server(): unknown;
  listTools(): Promise<{ tools: { name: string; outputSchema?: unknown }[] }>;
  listPrompts(): Promise<{ prompts: unknown[] }>;
  listResources(): Promise<{ resources: unknown[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
}

let server: Server;
let url: URL;
beforeAll(async () => {
  const hub = createMemoryHub(openTree(inject('fixture').dist), { sources: service.sources, origin, baseUrl });
  server = createHubServer(hub, noAccessLog).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const INFO = { name: 'model-hub-tests', version: '1.0.0' };

function second(options: ClientOptions = {}): AnyClient {
  const client = new Client(INFO, options);
  return {
    connect: () => client.connect(new StreamableHTTPClientTransport(url)),
    close: () => client.close(),
    version: () => client.getNegotiatedProtocolVersion(),
    server: () => client.getServerVersion(),
    listTools: () => client.listTools(),
    listPrompts: () => client.listPrompts(),
    listResources: () => client.listResources(),
    callTool: (call) => client.callTool(call) as Promise<Record<string, unknown>>,
  };
}

function first(): AnyClient {
  const client = new FirstClient(INFO);
  const transport = new FirstTransport(url);
  return {
    connect: () => client.connect(transport as Parameters<typeof client.connect>[0]),
    close: () => client.close(),
    version: () => transport.protocolVersion,
    server: () => client.getServerVersion(),
    listTools: () => client.listTools(),
    listPrompts: () => client.listPrompts(),
    listResources: () => client.listResources(),
    callTool: (call) => client.callTool(call) as Promise<Record<string, unknown>>,
  };
}

describe.each<[string, () => AnyClient, string]>([
  ['client 2.4.0 as it comes', () => second(), '2025-11-25'],
  ['client 2.4.0, auto', () => second({ versionNegotiation: { mode: 'auto' } }), '2026-07-28'],
  ['client 2.4.0, pinned', () => second({ versionNegotiation: { mode: { pin: '2026-07-28' } } }), '2026-07-28'],
  ['sdk 1.32.2', first, '2025-11-25'],
])('%s', (_, make, version) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = make();
    await client.connect();
    // Clients check results by the schemas from the list of tools.
    await client.listTools();
  });
  afterAll(() => client.close());

  test('agrees on a version, and learns the server’s name', () => {
    expect(client.version()).toBe(version);
    expect(client.server()).toMatchObject({ name: 'model-hub', version: '0.0.0' });
  });

  test('lists the tools, but no prompts or resources', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(toolNames);
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);
    expect((await client.listPrompts()).prompts).toEqual([]);
    expect((await client.listResources()).resources).toEqual([]);
  });

  test('finds a model, lists its files, and gets the address of one', async () => {
    const { bert } = models;
    const found = await client.callTool({ name: 'search_models', arguments: { search: 'tiny-bert', limit: 1 } });
    expect(found.structuredContent).toMatchObject({ total: 1, models: [{ id: bert.id }] });
    const model = await client.callTool({ name: 'get_model', arguments: { model: bert.id } });
    const { files } = model.structuredContent as { files: { path: string; size: number; sha256: string }[] };
    const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
    expect(files).toEqual([...bert.files].sort(byPath));
    const file = await client.callTool({ name: 'resolve_file', arguments: { model: bert.id, path: 'config.json' } });
    const { sha256 } = bert.files.find(({ path }) => path === 'config.json')!;
    expect(file.structuredContent).toMatchObject({ sha256, size: 285, source: 'srca' });
  });

  test('gets bad arguments and failures as results with an error', async () => {
    for (const given of [{ model: 'nobody/has-this' }, {}, { model: 7 }]) {
      const failed = await client.callTool({ name: 'get_model', arguments: given });
      expect(failed).toMatchObject({ isError: true, content: [{ type: 'text' }] });
    }
  });

  test('gets an unknown tool as an error', async () => {
    await expect(client.callTool({ name: 'run_model', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });
});
