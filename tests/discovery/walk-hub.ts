// Starts a hub on its own port over byte sources with real bytes, for an agent that goes from `/` to a checked file.
import { join } from 'node:path';
import { openTree } from '../../functions/stores/tree/folder-tree.ts';
import { sourceFacts } from '../../generator/hub/build-hub.ts';
import { readService } from '../../generator/process/read-service.ts';
import { buildTree } from '../../generator/tree/build-tree.ts';
import { readConfig } from '../../src/service/config.ts';
import { type DemoSources, importLines, startDemoSources } from '../demo/demo-sources.ts';
import { docsPages } from '../fixtures/docs-pages.ts';
import { importRows } from '../fixtures/hub.ts';
import { type LoopbackServer, servedHub } from '../fixtures/loopback-server.ts';
import { memoryHub } from '../fixtures/memory-hub.ts';
import type { FixtureRow } from '../fixtures/rows.ts';

export interface WalkHub extends LoopbackServer {
  sources: DemoSources;
}

/** Starts the sources, imports the rows into `folder`, and writes documents that name the server's address. */
export async function startWalkHub(folder: string): Promise<WalkHub> {
  const [data, dist] = [join(folder, 'data'), join(folder, 'dist')];
  const sources = await startDemoSources();
  const { srca, srcb, ipfs } = sources.running;
  const sourceBases = { srca: srca.url, srcb: srcb.url, ipfs: ipfs.url };
  const service = readService({ ...readConfig({}), sourceBases });
  const rows = (await importLines(sources))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as FixtureRow);
  const catalog = await importRows(data, '2026-11-20', rows);
  const { base, close } = await servedHub(async (baseUrl) => {
    await buildTree({
      dist,
      stores: [join(data, 'objects')],
      catalog,
      baseUrl,
      ...sourceFacts(service),
      threads: 1,
      documents: { service, docs: () => docsPages },
    });
    const origin = service.sources.find(({ token }) => token === service.origin)!;
    return memoryHub({ sources: service.sources, origin, baseUrl }, openTree(dist));
  });
  return { base, sources, close: () => close().then(() => sources.down()) };
}
