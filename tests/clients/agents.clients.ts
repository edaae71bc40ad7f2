/** Tests that the converters of schemas that agents bring take the tools, and that what their adapters send is taken. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { need, run } from './client-process.ts';

const adapters = fileURLToPath(new URL('agents.py', import.meta.url));
let hub: DemoHub;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
});
afterAll(() => hub?.close());

test('jsonschema-go compiles the schemas of every tool, and every pattern of the API description', async (context) => {
  const reader = need(context, 'schema-reader');
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const listed = await fetch(`${hub.base}/mcp`, { method: 'POST', headers, body });
  const { tools } = ((await listed.json()) as { result: { tools: { name: string }[] } }).result;
  const description = await (await fetch(`${hub.base}/openapi.json`)).text();
  const patterns: unknown[] = [];
  JSON.parse(description, (key, value) => {
    if (key === 'pattern') patterns.push({ pattern: value });
    return value;
  });
  expect(patterns.length).toBeGreaterThan(20);
  const all = { tools: [...tools, { name: 'description', inputSchema: { anyOf: patterns }, outputSchema: {} }] };
  const read = await run(reader, [], { input: JSON.stringify(all) });
  expect(read.errors).toBe('');
  expect(read.output.trim().split('\n')).toEqual([...tools.map(({ name }) => name), 'description']);
});

test('LangChain and CrewAI call a tool', async (context) => {
  const bin = need(context, 'agents');
  const environment = { CREWAI_DISABLE_TELEMETRY: 'true', OTEL_SDK_DISABLED: 'true' };
  const found = await run(join(bin, 'python'), [adapters, `${hub.base}/mcp`, 'tiny-llama'], { environment });
  const { id } = hub.sources.llama.model;
  expect(found.output, found.errors).toMatch(new RegExp(`^LangChain: .*${id}.*\n(?:.*\n)*CrewAI: .*${id}`));
});
