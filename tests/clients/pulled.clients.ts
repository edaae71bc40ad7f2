/**
 * Tests that real clients load what `model-hub pull` downloaded, without a network. The hub and its sources are stopped
 * before the clients start.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import type { TinyModel } from '../demo/tiny-models.ts';
import { hashOf, need, python, run } from './client-process.ts';
import { startOllama } from './ollama-server.ts';

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
const quant = () => ({ path: join(snapshot(gguf!), 'tiny-Q4_K_M.gguf'), file: gguf!.files.get('tiny-Q4_K_M.gguf')! });

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

test('transformers loads configuration and tokenizer', async (context) => {
  const bin = need(context, 'huggingface_hub 1.33.0');
  const { result, ...rest } = await python(bin, 'tokenize', { name: llama!.id, text: 'hello' }, offline());
  expect(rest).toEqual({});
  expect(result).toMatchObject({ config: 'LlamaConfig', vocabulary: 384, text: 'hello' });
});

test.for([
  ['AutoModelForCausalLM', 'LlamaForCausalLM', () => llama!],
  ['AutoModel', 'BertModel', () => bert!],
] as const)('transformers loads the weights by %s, and computes with them', async ([by, is, model], context) => {
  const bin = need(context, 'transformers');
  const { result, ...rest } = await python(bin, 'weights', { name: model().id, by }, offline());
  expect(rest).toEqual({});
  expect(result).toEqual({ model: is, parameters: model().facts.parameters, finite: true });
});

test('llama.cpp loads a quantisation, and continues a text', async (context) => {
  const library = pathToFileURL(need(context, 'node-llama-cpp')).href;
  const script = `
    import { getLlama } from ${JSON.stringify(library)};
    const llama = await getLlama({ gpu: false, build: 'never', progressLogs: false, logLevel: 'error' });
    const model = await llama.loadModel({ modelPath: process.argv[2] });
    const sequence = (await model.createContext({ contextSize: 64 })).getSequence();
    const tokens = [];
    for await (const token of sequence.evaluate(model.tokenize('hello'), { temperature: 0 }))
      if (tokens.push(token) === 3) break;
    console.log(JSON.stringify({ kind: model.typeDescription, tokens: tokens.length }));
    process.exit();`;
  const file = join(await hub.folder(), 'load.mjs');
  await writeFile(file, script);
  const { code, output, errors } = await run(process.execPath, [file, quant().path]);
  expect(code, errors + output).toBe(0);
  expect(JSON.parse(output.trim().split('\n').at(-1)!)).toEqual({
    kind: expect.stringContaining('llama'),
    tokens: 3,
  });
});

test('Ollama makes a model from the pulled file, with the same bytes', async (context) => {
  const server = await startOllama(need(context, 'ollama'), await hub.folder());
  try {
    const folder = await hub.folder();
    await writeFile(join(folder, 'Modelfile'), `FROM ${quant().path}\n`);
    const made = await server.command('create', 'tiny', '-f', join(folder, 'Modelfile'));
    expect(made.code, made.errors).toBe(0);
    const { sha256, bytes } = quant().file;
    expect((await readFile(join(server.blobs, `sha256-${sha256}`))).equals(bytes)).toBe(true);
    expect((await server.command('show', 'tiny')).output).toMatch(/quantization\s+Q4_K_M/);
  } finally {
    await server.stop();
  }
});
