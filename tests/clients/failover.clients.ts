/** Stops a source during downloads: after the hub's next probe, real clients get the same bytes from another source. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { resolveAddress } from '../demo/download.ts';
import { waitForReason } from '../demo/health-watch.ts';
import type { TinyModel } from '../demo/tiny-models.ts';
import { hashOf, hubEnvironment, need, run } from './client-process.ts';

let hub: DemoHub;
let llama: TinyModel;
beforeAll(async () => {
  hub = await startDemoHub({ probe: '1' });
  llama = hub.sources.llama.model;
  await waitForReason(hub.base, hub.hosts.srca, 'verified');
  await hub.sources.running.srca.down();
  await waitForReason(hub.base, hub.hosts.srca, 'refused');
});
afterAll(() => hub?.close());

test.for(['huggingface_hub 2.0.0', 'huggingface_hub 1.33.0'] as const)('hf download of %s', async (client, context) => {
  const hf = join(need(context, client), 'hf');
  const folder = await hub.folder();
  const environment = hubEnvironment(hub.base, await hub.folder());
  const got = await run(hf, ['download', llama.id, '--local-dir', folder], { environment });
  expect(got.code, got.errors + got.output).toBe(0);
  for (const [path, file] of llama.files) expect(await hashOf(join(folder, path)), path).toBe(file.sha256);
});

test('curl -L', async (context) => {
  const curl = need(context, 'curl');
  const folder = await hub.folder();
  const path = 'model.safetensors';
  const got = await run(curl, ['-fsSL', '-o', path, resolveAddress(hub.base, llama.id, path)], { folder });
  expect(got.code, got.errors).toBe(0);
  expect(await hashOf(join(folder, path))).toBe(llama.files.get(path)!.sha256);
});
