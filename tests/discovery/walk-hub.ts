// Starts a hub on its own port over byte sources with real bytes, for an agent that goes from `/` to a checked file.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { createHubServer } from '../../functions/hosts/node/node-server.ts';
import type { Hub } from '../../functions/hub/hub.ts';
import { openTree } from '../../functions/stores/tree/folder-tree.ts';
import { sourceFacts } from '../../generator/hub/build-hub.ts';
import { readService } from '../../generator/process/read-service.ts';
import { buildTree } from '../../generator/tree/build-tree.ts';
import { readConfig } from '../../src/service/config.ts';
import { type DemoSources, importLines, startDemoSources } from '../demo/demo-sources.ts';
import { docsPages } from '../fixtures/docs-pages.ts';
import { importRows } from '../fixtures/hub.ts';
import { noAccessLog } from '../fixtures/no-access-log.ts';
import type { FixtureRow } from '../fixtures/rows.ts';

export interface WalkHub {
  base: string;
  sources: DemoSources;
  close(): Promise<void>;
}

/** Starts the sources, imports the rows, and writes documents that name the server's address. */
export async function startWalkHub(): Promise<WalkHub> {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-walk-'));
  const sources = await startDemoSources();
  const { srca, srcb, ipfs } = sources.running;
  const sourceBases = { srca: srca.url, srcb: srcb.url, ipfs: ipfs.url };
  const service = readService({ ...readConfig({}), sourceBases });
  let hub: Hub = () => ({ status: 503, headers: [], body: undefined });
  const server = createHubServer((ask) => hub(ask), noAccessLog).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rows = (await importLines(sources))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as FixtureRow);
  const data = join(folder, 'data');
  const catalog = await importRows(data, '2026-11-20', rows);
  const dist = join(folder, 'dist');
  await buildTree({
    dist,
    stores: [join(data, 'objects')],
    catalog,
    baseUrl: base,
    ...sourceFacts(service),
    threads: 1,
    documents: { service, docs: () => docsPages },
  });
  const origin = service.sources.find(({ token }) => token === service.origin)!;
  hub = createMemoryHub(openTree(dist), { sources: service.sources, origin, baseUrl: base });
  return {
    base,
    sources,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await sources.down();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
