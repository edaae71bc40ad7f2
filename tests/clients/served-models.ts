/** Tests that real clients get every answer that they need from a hub, or from a server in front of a hub. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '@huggingface/hub';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, type TestContext, test } from 'vitest';
import type { DemoHub } from '../demo/demo-hub.ts';
import { hashOf, hubEnvironment, need, run } from './client-process.ts';
import type { ClientName } from './machine.ts';
import { startOllama } from './ollama-server.ts';
import { fetchManifest, hashesIn, ociManifest, sumsOf } from './registry-reading.ts';

interface ServedAt {
  /** The hub that the models come from. */
  hub: DemoHub;
  /** `base` is the address that clients use, `host` is the host and port in it. */
  base: string;
  host: string;
}

/** Declares the tests, and returns what other tests use to send requests. `at` is called when the tests run. */
export function clientsAreServed(at: () => ServedAt) {
  const [llamaName, ggufName] = ['demo-models/tiny-llama', 'demo-models/tiny-llama-gguf'];
  const llama = () => at().hub.sources.llama.model;

  const printed = async (context: TestContext, name: ClientName, words: readonly string[]) => {
    const folder = await at().hub.folder();
    const environment = { HOME: folder, XDG_RUNTIME_DIR: folder };
    const { code, output, errors } = await run(need(context, name), words, { folder, environment });
    expect(code, errors + output).toBe(0);
    return output;
  };

  test.for(['huggingface_hub 2.0.0', 'huggingface_hub 0.36.0'] as const)(
    'hf download by %s gets every file, and hf cache verify agrees',
    async (client, context) => {
      const bin = need(context, client);
      const home = await at().hub.folder();
      const environment = hubEnvironment(at().base, home);
      const got = await run(join(bin, 'hf'), ['download', llama().id], { environment });
      expect(got.code, got.errors + got.output).toBe(0);
      const folder = join(home, 'hub', `models--${llama().id.replace('/', '--')}`, 'snapshots', llama().revision);
      for (const [path, file] of llama().files) expect(await hashOf(join(folder, path)), path).toBe(file.sha256);
      if (client !== 'huggingface_hub 2.0.0') return;
      const checked = await run(join(bin, 'hf'), ['cache', 'verify', llama().id, '--fail-on-missing-files'], {
        environment,
      });
      expect(checked.code, checked.errors + checked.output).toBe(0);
    },
  );

  test('oras pulls every file, and gets the manifest and the config by their digests', async (context) => {
    const folder = await at().hub.folder();
    await printed(context, 'oras', ['pull', '--plain-http', '-o', folder, `${at().host}/${llamaName}:latest`]);
    expect(await hashesIn(folder)).toEqual(await sumsOf(at().hub.served.base, llama().id));
    const { digest, config } = await fetchManifest(at().base, llamaName, 'latest', ociManifest);
    const text = await printed(context, 'oras', [
      'manifest',
      'fetch',
      '--plain-http',
      `${at().host}/${llamaName}@${digest}`,
    ]);
    expect(JSON.parse(text)).toMatchObject({ config });
    const blob = join(await at().hub.folder(), 'blob');
    await printed(context, 'oras', [
      'blob',
      'fetch',
      '--plain-http',
      '-o',
      blob,
      `${at().host}/${llamaName}@${config.digest}`,
    ]);
    expect(`sha256:${await hashOf(blob)}`).toBe(config.digest);
  });

  test('skopeo inspects what oras pulls', async (context) => {
    const words = ['inspect', '--raw', '--tls-verify=false', `docker://${at().host}/${llamaName}:latest`];
    expect(JSON.parse(await printed(context, 'skopeo', words))).toMatchObject({ mediaType: ociManifest });
  });

  test('ollama pulls a quantisation', async (context) => {
    const server = await startOllama(need(context, 'ollama'), await at().hub.folder());
    try {
      const got = await server.command('pull', '--insecure', `${at().host}/${ggufName}:Q4_K_M`);
      expect(got.code, got.errors).toBe(0);
      const { sha256, bytes } = at().hub.sources.gguf.model.files.get('tiny-Q4_K_M.gguf')!;
      expect((await readFile(join(server.blobs, `sha256-${sha256}`))).equals(bytes)).toBe(true);
    } finally {
      await server.stop();
    }
  });

  test('an MCP client finds a model and one of its files', async () => {
    const client = new Client({ name: 'model-hub-tests', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${at().base}/mcp`)));
    const call = { name: 'search_models', arguments: { search: 'tiny-llama' } };
    expect(JSON.stringify(await client.callTool(call))).toContain(llama().id);
    await client.close();
  });

  /** Lists files with the JavaScript client. */
  const listed = async () => {
    const paths: string[] = [];
    for await (const { type, path } of listFiles({ hubUrl: at().base, repo: llama().id, recursive: true }))
      if (type === 'file') paths.push(path);
    return paths.sort();
  };

  test('the JavaScript client lists the files that curl gets, and curl gets a file’s address', async (context) => {
    expect(await listed()).toEqual([...llama().files.keys()].sort());
    const told = await printed(context, 'curl', ['-sI', `${at().base}/${llama().id}/resolve/main/config.json`]);
    expect(told).toMatch(/^HTTP\/1\.1 302 /);
    expect(told).toContain(`X-Linked-Etag: "${llama().files.get('config.json')!.sha256}"`);
  });

  return { printed, listed };
}
