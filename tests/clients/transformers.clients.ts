/**
 * Tests that transformers (Python) loads a configuration and a tokenizer by name, although all optional files are
 * absent.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { hubEnvironment, need, python } from './client-process.ts';

let hub: DemoHub;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
});
afterAll(() => hub?.close());

test.for(['', '/via/srcb'])('AutoConfig and AutoTokenizer load a Llama, endpoint at "%s"', async (via, context) => {
  const bin = need(context, 'huggingface_hub 1.33.0');
  const { id } = hub.sources.llama.model;
  const words = { name: id, text: 'hello the hub, größe' };
  const { result, ...rest } = await python(bin, 'tokenize', words, hubEnvironment(hub.base + via, await hub.folder()));
  expect(rest).toEqual({});
  expect(result).toMatchObject({ config: 'LlamaConfig', vocabulary: 384, text: 'hello the hub, größe' });
  expect((result as { tokens: string[] }).tokens.slice(0, 2)).toEqual(['<s>', '▁hello']);
});
