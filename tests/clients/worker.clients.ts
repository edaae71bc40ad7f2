/** Tests real clients through a Cloudflare Worker: the hub in workerd, its tree in R2. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { attestationPem } from '../fixtures/attestation.ts';
import { freePort } from '../fixtures/free-port.ts';
import { needs } from '../fixtures/needs.ts';
import { startWorker, type TestWorker, workerMissing } from '../fixtures/worker.ts';
import { clientsAreServed } from './served-models.ts';

describe('a Worker', needs(workerMissing), () => {
  let hub: DemoHub;
  let worker: TestWorker | undefined;
  let [base, host] = ['', ''];
  beforeAll(async () => {
    const port = await freePort();
    host = `127.0.0.1:${port}`;
    base = `http://${host}`;
    hub = await startDemoHub({ probe: 'off', address: base, attestationKey: attestationPem });
    const { HUB_SERVICE, HUB_DIST, ...variables } = hub.environment;
    worker = await startWorker({
      port,
      main: join(import.meta.dirname, '../../functions/hosts/worker/worker.ts'),
      variables: { ...variables, HUB_SERVICE: await readFile(HUB_SERVICE, 'utf8') },
      alias: { 'model-hub-website': join(HUB_DIST, 'site/server/entry.mjs') },
    });
    await worker.push(HUB_DIST);
  });
  afterAll(async () => {
    await worker?.stop();
    await hub?.close();
  });

  test('has the same attestations as the hub, byte for byte', async () => {
    for (const path of [`/models/${hub.sources.llama.model.id}/model.sig`, '/api/hub/attestation/key.pem']) {
      const [ours, theirs] = await Promise.all([fetch(base + path), fetch(hub.served.base + path)]);
      expect([path, ours.status, await ours.text()]).toEqual([path, 200, await theirs.text()]);
    }
  });

  clientsAreServed(() => ({ hub, base, host }));
});
