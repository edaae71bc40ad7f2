// Builds the tree for development when the parent process sends a message. Leaves out the slow parts: the website and
// the pages of models. Loads all modules first, and then waits.
import { mkdirSync } from 'node:fs';
import process from 'node:process';
import { readably } from '../../functions/stores/bytes/file-modes.ts';
import { publicBaseUrl, readConfig } from '../../src/service/config.ts';
import { rootsOf } from '../days/object-store.ts';
import { currentPointer } from '../days/pointer.ts';
import { keptDocsPages } from '../documents/kept-docs.ts';
import { sourceFacts } from '../hub/build-hub.ts';
import { spacesFile, spacesFolder } from '../process/package-paths.ts';
import { readService } from '../process/read-service.ts';
import { buildSpaces } from '../spaces/build-spaces.ts';
import { buildTree } from '../tree/build-tree.ts';

process.once('message', async () => {
  await readably(build);
  process.disconnect();
});

async function build(): Promise<void> {
  const config = readConfig(process.env);
  const { dist } = config;
  const service = readService(config);
  const pointer = currentPointer(config.data)!;
  const baseUrl = publicBaseUrl(config, service);
  mkdirSync(dist, { recursive: true });
  const hub = service.spacesUrl === undefined ? '' : baseUrl;
  const { spaces } = await buildSpaces({ declared: spacesFile, sources: spacesFolder, dist, hub });
  await buildTree({
    ...{ dist, baseUrl, spaces, catalog: pointer.catalog, ...sourceFacts(service) },
    stores: rootsOf(config),
    documents: { service, docs: (at) => keptDocsPages(at, dist) },
  });
}
