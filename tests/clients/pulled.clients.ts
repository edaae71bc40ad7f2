/**
 * Tests that real clients load what `model-hub pull` downloaded, without a network. The hub and its sources are stopped
 * before the clients start.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import type { TinyModel } from '../demo/tiny-models.ts';
import { need, python } from './client-process.ts';

const bin = fileURLToPath(new URL('../../generator/bin.mjs', import.meta.url));
let hub: DemoHub;
let [llama, bert]: TinyModel[] = [];
/** The folder below which each model lies by its id. */
let home: string;

beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
  const { sources } = hub;
  [llama, bert] = [sources.llama.model, sources.bert.model];
  home = await hub.folder();
  for (const { id } of [llama, bert])
    await promisify(execFile)(process.execPath, [bin, 'pull', '--hub', hub.base, id, '--to', join(home, id)]);
  await sources.down();
  await hub.served.stop();
});
afterAll(() => hub?.close());

const offline = () => ({ HF_HOME: join(home, 'empty'), HF_HUB_OFFLINE: '1', HF_ENDPOINT: 'http://127.0.0.1:9' });

test.for([
  ['AutoModelForCausalLM', 'LlamaForCausalLM', () => llama!],
  ['AutoModel', 'BertModel', () => bert!],
] as const)('transformers loads the weights by %s, and computes with them', async ([by, is, model], context) => {
  const bin = need(context, 'transformers');
  const { result, ...rest } = await python(bin, 'weights', { name: join(home, model().id), by }, offline());
  expect(rest).toEqual({});
  expect(result).toEqual({ model: is, parameters: model().facts.parameters, finite: true });
});
