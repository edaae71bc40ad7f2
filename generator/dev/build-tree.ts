// Builds the tree for development when its parent says so, without what takes longest: the website, the pages of models,
// the reference page. It waits with all modules loaded.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { publicBaseUrl, readConfig } from '../../src/service/config.ts';
import type { DocsPage } from '../../src/site/docs-page.ts';
import { currentPointer } from '../days/pointer.ts';
import { docsFiles, inReadingOrder } from '../documents/docs-files.ts';
import { sourceFacts } from '../hub/build-hub.ts';
import { ModuleGraph } from '../keys/module-graph.ts';
import { seedFolder, spacesFile, spacesFolder } from '../process/places.ts';
import { readService } from '../process/read-service.ts';
import { buildSpaces } from '../spaces/build-spaces.ts';
import { buildTree } from '../tree/build-tree.ts';

const REFERENCE = '<!doctype html><title>Reference</title><p>This page is made by <code>npm start</code>.</p>';

const docsCode = new ModuleGraph().key('generator/documents/docs-pages.ts');

process.once('message', async () => {
  await build();
  process.disconnect();
});

async function build(): Promise<void> {
  const config = readConfig(process.env);
  const { dist } = config;
  const service = readService(config);
  const pointer = currentPointer(config.data)!;
  const baseUrl = publicBaseUrl(config, service);
  mkdirSync(join(dist, 'docs'), { recursive: true });
  const hub = service.spacesUrl === undefined ? '' : baseUrl;
  const { spaces } = await buildSpaces({ declared: spacesFile, sources: spacesFolder, dist, hub });
  await buildTree({
    ...{ dist, baseUrl, spaces, catalog: pointer.catalog, ...sourceFacts(service) },
    stores: [config.objects, `${seedFolder}/objects`],
    documents: {
      service,
      docs: (at) => docsPages(at, join(dist, 'docs')),
      reference: { key: '', make: () => REFERENCE },
    },
  });
}

/** The pages of the documentation; one whose text did not change is taken from `kept`, since to read Markdown takes long. */
async function docsPages(baseUrl: string, kept: string): Promise<DocsPage[]> {
  const pages = docsFiles().map(async ({ path, slug }) => {
    const key = createHash('sha256')
      .update(`${docsCode}\0${baseUrl}\0${slug}\0${readFileSync(path)}`)
      .digest('hex');
    const file = join(kept, `${key}.json`);
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as DocsPage;
    const { readDocsPage } = await import('../documents/docs-pages.ts');
    const page = readDocsPage(path, slug, baseUrl);
    writeFileSync(file, JSON.stringify(page));
    return page;
  });
  return inReadingOrder(await Promise.all(pages));
}
