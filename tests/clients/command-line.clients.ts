/** Tests common commands: curl, wget, aria2c, and sha256sum, which checks the downloads. */
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { resolveAddress } from '../demo/download.ts';
import type { TinyModel } from '../demo/tiny-models.ts';
import { hashOf, need, run } from './client-process.ts';

let hub: DemoHub;
let llama: TinyModel;
let gguf: TinyModel;
const weights = 'tiny-Q8_0.gguf';
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
  [llama, gguf] = [hub.sources.llama.model, hub.sources.gguf.model];
});
afterEach(() => {
  for (const source of Object.values(hub.sources.running)) source.misbehaviour.wrongBytes = false;
});
afterAll(() => hub?.close());

/** Downloads every file of the model `llama` with curl, to the paths that SHA256SUMS names. */
async function curlAll(curl: string, folder: string, via?: string): Promise<void> {
  for (const path of llama.files.keys()) {
    const words = ['-fsSL', '--create-dirs', '-o', path, resolveAddress(hub.base, llama.id, path, via)];
    const got = await run(curl, words, { folder });
    expect(got.code, got.errors).toBe(0);
  }
}

describe.each([undefined, 'srca', 'srcb'])('via %s', (via) => {
  test('curl -L gets every file, and SHA256SUMS | sha256sum --strict -c agrees', async (context) => {
    const [curl] = [need(context, 'curl'), need(context, 'sha256sum')];
    const folder = await hub.folder();
    await curlAll(curl, folder, via);
    const sums = resolveAddress(hub.base, llama.id, 'SHA256SUMS', via);
    const check = await run('sh', ['-c', `${curl} -fsS "$0" | sha256sum --strict -c`, sums], { folder });
    expect(check.code, check.errors + check.output).toBe(0);
    expect(check.output.match(/: OK$/gm)).toHaveLength(llama.files.size);
  });
});

test('curl -C - continues where a download stopped', async (context) => {
  const curl = need(context, 'curl');
  const folder = await hub.folder();
  const address = resolveAddress(hub.base, gguf.id, weights);
  const words = ['-fsSL', '-C', '-', '-o', weights, address];
  expect((await run(curl, words, { folder })).code).toBe(0);
  await truncate(join(folder, weights), 1000);
  expect((await run(curl, words, { folder })).code).toBe(0);
  expect(await hashOf(join(folder, weights))).toBe(gguf.files.get(weights)!.sha256);
  expect(hub.sources.running.srca.log.at(-1)).toMatchObject({ range: 'bytes=1000-', status: 206 });
});

test('wget names the file after the requested path', async (context) => {
  const wget = need(context, 'wget');
  const folder = await hub.folder();
  const got = await run(wget, ['-q', resolveAddress(hub.base, gguf.id, weights, 'ipfs')], { folder });
  expect(got.code, got.errors).toBe(0);
  expect(await hashOf(join(folder, weights))).toBe(gguf.files.get(weights)!.sha256);
});

test('aria2c downloads parts over several connections and checks the hash', async (context) => {
  const aria = need(context, 'aria2c');
  const folder = await hub.folder();
  const path = 'model.safetensors';
  const checksum = `--checksum=sha-256=${llama.files.get(path)!.sha256}`;
  // Slows the download down: on loopback the first connection may get the whole file before the second one starts.
  const words = ['-q', '-x4', '-s4', '-k1M', '--max-download-limit=2M', checksum, '-o', path];
  const got = await run(aria, [...words, resolveAddress(hub.base, llama.id, path)], { folder });
  expect(got.code, got.errors + got.output).toBe(0);
  expect(await hashOf(join(folder, path))).toBe(llama.files.get(path)!.sha256);
  const parts = hub.sources.running.srca.log.filter(({ url, range }) => url.endsWith(path) && range !== undefined);
  expect(parts).not.toHaveLength(0);
});

describe('a source that sends a wrong byte is detected', () => {
  test('by sha256sum, which names the files', async (context) => {
    const [curl] = [need(context, 'curl'), need(context, 'sha256sum')];
    const folder = await hub.folder();
    hub.sources.running.srca.misbehaviour.wrongBytes = true;
    await curlAll(curl, folder, 'srca');
    const sums = resolveAddress(hub.base, llama.id, 'SHA256SUMS', 'srca');
    const check = await run('sh', ['-c', `${curl} -fsS "$0" | sha256sum --strict -c`, sums], { folder });
    expect(check.code).toBe(1);
    expect(check.output.match(/: FAILED$/gm)).toHaveLength(llama.files.size);
  });

  test('by aria2c, which exits with 32', async (context) => {
    const aria = need(context, 'aria2c');
    const folder = await hub.folder();
    hub.sources.running.srcb.misbehaviour.wrongBytes = true;
    const checksum = `--checksum=sha-256=${gguf.files.get(weights)!.sha256}`;
    const address = resolveAddress(hub.base, gguf.id, weights, 'srcb');
    expect((await run(aria, ['-q', checksum, '-o', weights, address], { folder })).code).toBe(32);
  });
});
