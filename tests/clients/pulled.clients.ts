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
import { hashOf, need, python } from './client-process.ts';

const bin = fileURLToPath(new URL('../../generator/bin.mjs', import.meta.url));
let hub: DemoHub;
let [llama, gguf, bert]: TinyModel[] = [];
/** The HF_HOME of the clients, whose cache has all three models. */
let home: string;

beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
  const { sources } = hub;
  [llama, gguf, bert] = [sources.llama.model, sources.gguf.model, sources.bert.model];
  home = await hub.folder();
  const words = ['pull', '--hub', hub.base, '--cache', '--to', join(home, 'hub')];
  for (const { id } of [llama, gguf, bert]) await promisify(execFile)(process.execPath, [bin, ...words, id]);
  await sources.down();
  await hub.served.stop();
});
afterAll(() => hub?.close());

const offline = () => ({ HF_HOME: home, HF_HUB_OFFLINE: '1', HF_ENDPOINT: 'http://127.0.0.1:9' });
const snapshot = ({ id, revision }: TinyModel) =>
  join(home, 'hub', `models--${id.replace('/', '--')}`, 'snapshots', revision);

test.for(['huggingface_hub 2.0.0', 'huggingface_hub 0.36.0', 'huggingface_hub 0.20.3'] as const)(
  '%s finds every file by local_files_only',
  async (client, context) => {
    const bin = need(context, client);
    for (const model of [llama!, gguf!, bert!]) {
      const words = { repo_id: model.id, local_files_only: true };
      expect(await python(bin, 'snapshot', words, offline())).toEqual({ result: snapshot(model) });
      for (const [path, { sha256 }] of model.files)
        expect(await hashOf(join(snapshot(model), path)), path).toBe(sha256);
    }
  },
);

test.for([
  ['AutoModelForCausalLM', 'LlamaForCausalLM', () => llama!],
  ['AutoModel', 'BertModel', () => bert!],
] as const)('transformers loads the weights by %s, and computes with them', async ([by, is, model], context) => {
  const bin = need(context, 'transformers');
  const { result, ...rest } = await python(bin, 'weights', { name: model().id, by }, offline());
  expect(rest).toEqual({});
  expect(result).toEqual({ model: is, parameters: model().facts.parameters, finite: true });
});
