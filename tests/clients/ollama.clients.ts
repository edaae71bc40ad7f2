/**
 * Tests that Ollama pulls from the hub by name: its server downloads, checks and keeps the files of the GGUF manifest.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, type TestContext, test } from 'vitest';
import { ollamaChat } from '../../src/dialects/oci/llama/ollama-chat.ts';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { ggufFacts } from '../demo/gguf-facts.ts';
import { need } from './client-process.ts';
import { type OllamaServer, startOllama } from './ollama-server.ts';
import { blobsOf, fetchManifest, ggufManifest, hashesIn } from './registry-reading.ts';

const repository = 'demo-models/tiny-llama-gguf';
let hub: DemoHub;
let host: string;
let running: OllamaServer | undefined;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
  host = new URL(hub.base).host;
});
afterEach(async () => {
  for (const source of Object.values(hub.sources.running)) source.misbehaviour.wrongBytes = false;
  await running?.stop();
  running = undefined;
});
afterAll(() => hub?.close());

/** Starts a server without models, which stops after the test. */
async function ollama(context: TestContext): Promise<OllamaServer> {
  running = await startOllama(need(context, 'ollama'), await hub.folder());
  return running;
}

const hashes = (names: string[]) => names.map((name) => name.replace('sha256-', '')).toSorted();

test.for(['Q4_K_M', 'latest', 'q8_0'])(
  'pull of %s keeps every blob of the manifest, each by its hash',
  async (tag, context) => {
    const server = await ollama(context);
    const got = await server.command('pull', '--insecure', `${host}/${repository}:${tag}`);
    expect(got.code, got.errors).toBe(0);
    const kept = await hashesIn(server.blobs);
    const manifest = await fetchManifest(hub.base, repository, tag, ggufManifest);
    expect(hashes(Object.keys(kept))).toEqual(blobsOf(manifest));
    for (const [name, hash] of Object.entries(kept)) expect(name).toBe(`sha256-${hash}`);
    const path = tag === 'q8_0' ? 'tiny-Q8_0.gguf' : 'tiny-Q4_K_M.gguf';
    const { sha256, bytes } = hub.sources.gguf.model.files.get(path)!;
    expect((await readFile(join(server.blobs, `sha256-${sha256}`))).equals(bytes)).toBe(true);
  },
);

test('pull takes the id of a model in its own spelling', async (context) => {
  const server = await ollama(context);
  const name = `${host}/${hub.sources.gguf.model.id}`;
  const got = await server.command('pull', '--insecure', name);
  expect(got.code, got.errors).toBe(0);
  expect((await server.command('list')).output).toContain(`${name}:latest`);
});

test('show prints template, parameters, licence and the facts of the header', async (context) => {
  const server = await ollama(context);
  const name = `${host}/${repository}:Q4_K_M`;
  expect((await server.command('pull', '--insecure', name)).code).toBe(0);
  const facts = (await ggufFacts(hub.sources.gguf.model)).get('tiny-Q4_K_M.gguf')!;
  const chat = ollamaChat(facts)!;
  const modelfile = (await server.command('show', '--modelfile', name)).output;
  expect(modelfile).toContain(`TEMPLATE "${chat.template}"`);
  for (const stop of chat.stop) expect(modelfile).toContain(`PARAMETER stop ${stop}`);
  expect(modelfile).toContain('LICENSE "Apache-2.0');
  const shown = (await server.command('show', name)).output;
  expect(shown).toMatch(/architecture\s+llama/);
  expect(shown).toMatch(/quantization\s+Q4_K_M/);
});

test('a source that sends a wrong byte is detected, and the next pull starts again', async (context) => {
  const server = await ollama(context);
  const name = `${host}/${repository}:Q8_0`;
  hub.sources.running.srca.misbehaviour.wrongBytes = true;
  const lied = await server.command('pull', '--insecure', name);
  expect(lied.code).not.toBe(0);
  expect(lied.errors).toContain('digest mismatch');
  expect((await server.command('list')).output).not.toContain(repository);
  hub.sources.running.srca.misbehaviour.wrongBytes = false;
  const got = await server.command('pull', '--insecure', name);
  expect(got.code, got.errors).toBe(0);
});

// Ollama looks for the address of a login before it reads the text of a 401, and the hub names no such address.
test('push is refused, and Ollama prints the error that its docs page quotes', async (context) => {
  const server = await ollama(context);
  const name = `${host}/${repository}:Q8_0`;
  expect((await server.command('pull', '--insecure', name)).code).toBe(0);
  const got = await server.command('push', '--insecure', name);
  expect([got.code, got.errors]).toEqual([1, expect.stringContaining('realm host "" does not match original host')]);
});

test('pull says why a model can’t be pulled', async (context) => {
  const server = await ollama(context);
  const refused = async (name: string) => (await server.command('pull', '--insecure', `${host}/${name}`)).errors;
  expect(await refused('demo-models/tiny-gated')).toContain('gated at its origin');
  expect(await refused('demo-models/tiny-bert')).toContain('file does not exist');
});
