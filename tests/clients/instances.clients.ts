/** Tests failover with two instances: real clients download through nginx while the test kills and restarts each. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, postgresMissing, startPostgres } from '../accounts/postgres-server.ts';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { type ServedHub, serveHub } from '../demo/product.ts';
import type { TinyModel } from '../demo/tiny-models.ts';
import { freePort } from '../fixtures/free-port.ts';
import { type Front, nginx, startFront } from '../fixtures/front.ts';
import { needs } from '../fixtures/needs.ts';
import { hashOf, hubEnvironment, need, run } from './client-process.ts';

const CLIENTS = ['huggingface_hub 2.0.0', 'huggingface_hub 1.33.0', 'huggingface_hub 0.36.0'] as const;

const withoutPostgres = postgresMissing();

describe('two instances behind nginx', needs(nginx.missing), () => {
  let hub: DemoHub;
  let front: Front | undefined;
  let postgres: PostgresServer | undefined;
  let environments: DemoHub['environment'][];
  let instances: ServedHub[] = [];
  let base = '';
  let llama: TinyModel;
  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    hub = await startDemoHub({ probe: '1', address: base });
    llama = hub.sources.llama.model;
    await hub.served.stop();
    if (withoutPostgres === undefined) postgres = await startPostgres();
    const shared = postgres ? { HUB_DATABASE: postgres.database() } : {};
    environments = [];
    for (const _ of [1, 2]) {
      const own = { PORT: String(await freePort()), HUB_DATA: await hub.folder() };
      environments.push({ ...hub.environment, ...shared, ...own });
    }
    instances = await Promise.all(environments.map(serveHub));
    front = await startFront(nginx, { hubPorts: environments.map(({ PORT }) => Number(PORT)), port });
  });
  afterAll(async () => {
    await front?.stop();
    await Promise.all(instances.map((one) => one.stop()));
    await postgres?.stop();
    await hub?.close();
  });

  /** Downloads the model to a new folder, and checks every hash. */
  async function download(bin: string): Promise<void> {
    const folder = await hub.folder();
    const environment = hubEnvironment(base, await hub.folder());
    const got = await run(join(bin, 'hf'), ['download', llama.id, '--local-dir', folder], { environment });
    expect(got.code, got.errors + got.output).toBe(0);
    for (const [path, file] of llama.files) expect(await hashOf(join(folder, path)), path).toBe(file.sha256);
  }

  test.for(CLIENTS)(
    'hf download of %s, while each instance in turn is killed and restarted',
    async (client, context) => {
      const bin = need(context, client);
      let isOver = false;
      let kills = 0;
      const killing = (async () => {
        for (; !isOver; kills++) {
          const at = kills % 2;
          await instances[at]!.kill();
          await sleep(300);
          instances[at] = await serveHub(environments[at]!);
        }
      })();
      try {
        for (let round = 0; round < 3 || kills < 2; round++) await Promise.all([download(bin), download(bin)]);
      } finally {
        isOver = true;
        await killing;
      }
    },
  );
});
