/** Tests a source that is up and refuses one model: the hub notices, and a client gets the bytes from another source. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
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
});
afterAll(() => hub?.close());
afterEach(() => {
  hub.sources.running.srca.misbehaviour.refuses = undefined;
});

/** Requests a file again and again until the redirect names `host`. */
async function untilDirectedTo(host: string): Promise<void> {
  const patience = Date.now() + 60_000;
  for (;;) {
    const { headers } = await fetch(resolveAddress(hub.base, llama.id, 'config.json'), { redirect: 'manual' });
    const source = headers.get('x-hub-source');
    if (source === host) return;
    if (Date.now() > patience) throw new Error(`callers are sent to ${source}, not to ${host}`);
    await wait(100);
  }
}

test('hf download gets a model from the other source while the first drops its connections', async (context) => {
  const hf = join(need(context, 'huggingface_hub 2.0.0'), 'hf');
  hub.sources.running.srca.misbehaviour.refuses = { id: llama.id, by: 'drop' };
  await untilDirectedTo(hub.hosts.srcb);
  const folder = await hub.folder();
  const environment = hubEnvironment(hub.base, await hub.folder());
  const got = await run(hf, ['download', llama.id, '--local-dir', folder], { environment });
  expect(got.code, got.errors + got.output).toBe(0);
  for (const [path, file] of llama.files) expect(await hashOf(join(folder, path)), path).toBe(file.sha256);
});
