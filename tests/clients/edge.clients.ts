import { join } from 'node:path';
import { modelInfo } from '@huggingface/hub';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { runCommand } from '../demo/product.ts';
import type { TinyModel } from '../demo/tiny-models.ts';
import { freePort } from '../fixtures/free-port.ts';
import { commandMissing, needs } from '../fixtures/needs.ts';
import { installedNginx, runNginx } from '../fixtures/nginx.ts';
import type { RunningServer } from '../fixtures/running-server.ts';
import { fetchManifest, ociManifest } from './registry-reading.ts';
import { clientsAreServed } from './served-models.ts';

describe('nginx', needs(commandMissing('nginx')), () => {
  let hub: DemoHub;
  let nginx: RunningServer | undefined;
  let [base, host] = ['', ''];
  let llama: TinyModel;
  beforeAll(async () => {
    host = `127.0.0.1:${await freePort()}`;
    base = `http://${host}`;
    hub = await startDemoHub({ probe: 'off', address: base });
    llama = hub.sources.llama.model;
    const folder = join(await hub.folder(), 'files');
    await runCommand(['export', folder, '--with-hub', '--compressed'], hub.environment);
    const words = [
      'edge',
      'nginx',
      '--folder',
      folder,
      '--listen',
      host,
      ...(installedNginx()!.hasBrotli ? ['--brotli'] : []),
    ];
    nginx = await runNginx(await hub.folder(), await runCommand(words, hub.environment), base);
  });
  afterAll(async () => {
    await nginx?.stop();
    await hub?.close();
  });

  const { printed, listed } = clientsAreServed(() => ({ hub, base, host }));

  test('while the hub is away, nginx still sends built answers', async (context) => {
    const { digest } = await fetchManifest(base, 'demo-models/tiny-llama', 'latest', ociManifest);
    await hub.served.stop();
    expect(await modelInfo({ hubUrl: base, name: llama.id })).toMatchObject({ name: llama.id });
    expect(await listed()).toEqual([...llama.files.keys()].sort());
    const text = await printed(context, 'oras', [
      'manifest',
      'fetch',
      '--plain-http',
      `${host}/demo-models/tiny-llama@${digest}`,
    ]);
    expect(JSON.parse(text)).toMatchObject({ mediaType: ociManifest });
  });
});
