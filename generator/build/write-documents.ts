// Writes every document of a tree: those of discovery, the docs pages' twins, the API description, the sitemap.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../src/address.ts';
import { type Briefs, type Document, discoveryDocuments } from '../../src/dialects/discovery/documents.ts';
import type { HubFacts } from '../../src/dialects/discovery/hub-facts.ts';
import { SITEMAP_LIMIT, sitePages } from '../../src/dialects/discovery/sitemap.ts';
import { type DocsPage, OVERVIEW } from '../../src/docs-page.ts';
import { indexDocs } from '../../src/docs-search.ts';
import { treePath } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import type { Service } from '../../src/service.ts';
import type { Pin } from '../../src/shapes/discovery.ts';
import type { Listed, Shard } from '../../src/tree/tree-list.ts';
import type { CatalogFile } from '../catalog-reader.ts';
import { DraftTree } from '../documents/draft-tree.ts';
import { briefsFolder, packageFolder } from '../places.ts';
import { codeKey } from './build-keys.ts';
import { writeDocumentFile } from './document-file.ts';
import { findExample } from './find-example.ts';
import type { Job, JobResult } from './jobs.ts';
import { sourcesKey } from './source-files.ts';
import { keyOf, type Stamp } from './tree-layout.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { BuiltSpace } from './write-spaces.ts';

/** What documents tell beside the catalog. */
export interface DocumentInputs {
  service: Service;
  /** Reads the pages of the documentation for the hub at an address; asked when a tree is written. */
  docs: (baseUrl: string) => DocsPage[] | Promise<DocsPage[]>;
  /** Makes the reference page of the API description; the tree has none unless given. */
  reference?: ReferenceMaker;
  /** Addresses of one sitemap; as many as its protocol allows unless given. */
  sitemapLimit?: number;
}

export interface ReferenceMaker {
  /** Changes with whatever makes another page of the same description. */
  key: string;
  make: (description: string) => string | Promise<string>;
}

interface DocumentsPass {
  dist: string;
  /** The draft of the new tree. */
  folder: string;
  /** The models of the new tree, which are packed already. */
  list: readonly Shard[];
  /** What else is packed already. */
  packed: readonly Listed[];
  catalog: CatalogFile;
  stamp: Omit<Stamp, 'list'>;
  inputs: DocumentInputs;
  spaces: readonly BuiltSpace[];
  pins: Record<string, Pin>;
  pool: WorkerPool<Job, JobResult>;
}

/** What documents read and nobody imports: another text, another tree, and the same models in it. */
export const TEXTS = ['content/briefs', 'content/docs', 'public/favicon.svg'];

/** A hash of everything that decides what the documents say beside the catalog. */
export function documentsKey({ service, reference }: DocumentInputs): string {
  return keyOf(codeKey('documents'), sourcesKey(TEXTS), version(), JSON.stringify(service), reference?.key ?? '');
}

/** Writes all documents. Throws when a brief names what is not there. */
export async function writeDocuments(pass: DocumentsPass): Promise<void> {
  const { folder, pool, stamp, catalog, inputs } = pass;
  const tree = draftOf(pass);
  const facts = await hubFacts(pass, tree);
  const { baseUrl, snapshot } = stamp;
  const { modelsStart, path } = catalog;
  const limit = inputs.sitemapLimit ?? SITEMAP_LIMIT;
  const task = { folder, baseUrl, snapshot, pages: sitePages(facts), catalog: path, modelsStart, limit };
  const { done: sitemap } = await pool.start({ kind: 'sitemap', task });
  for (const { path, text } of allDocuments(facts)) writeDocumentFile(folder, path, text);
  await sitemap;
  // Last: it shows what is written by now.
  await writeDescription(pass, facts, tree);
}

/** Writes the API description, which shows the documents written before it, and its page. */
async function writeDescription(
  { folder, inputs, stamp }: DocumentsPass,
  facts: HubFacts,
  tree: DraftTree,
): Promise<void> {
  // The schema library takes long to load, so only a build that writes does.
  const { openapiText } = await import('../documents/openapi.ts');
  const text = await openapiText(tree, facts, stamp);
  writeDocumentFile(folder, treePath(routes.openapi, {}), text);
  const page = await inputs.reference?.make(text);
  if (page !== undefined) writeDocumentFile(folder, treePath(routes.reference, {}), page);
}

function* allDocuments(facts: HubFacts): Generator<Document> {
  yield* discoveryDocuments(facts, readBriefs());
  // The twin of the overview is the brief of its section.
  for (const { slug, twin } of facts.docs)
    if (slug !== OVERVIEW) yield { path: treePath(routes.docsTwin, { page: slug }), text: twin };
  yield { path: treePath(routes.docsSearch, {}), text: indexDocs(facts.docs) };
}

function draftOf({ dist, folder, list, packed, stamp }: DocumentsPass): DraftTree {
  const { catalog, counts, nextPage } = stamp;
  const told = { ...stamp, catalog: catalog as Address, models: counts.models, nextPage, list };
  return new DraftTree({ dist, folder, packed, stamp: told });
}

async function hubFacts({ inputs, pins, spaces, stamp }: DocumentsPass, tree: DraftTree): Promise<HubFacts> {
  const { baseUrl, catalog, counts, days, gated, repositories, snapshot } = stamp;
  const example = await findExample(tree);
  return {
    ...{ baseUrl, snapshot, days, repositories, pins, ...counts },
    version: version(),
    service: inputs.service,
    catalog: catalog as Address,
    gated: gated.length,
    ...(example && { example }),
    docs: await inputs.docs(baseUrl),
    spaces: spaces.map(({ entry }) => entry),
  };
}

function readBriefs(): Briefs {
  const names = readdirSync(briefsFolder).filter((file) => file.endsWith('.md'));
  const read = (file: string) => readFileSync(join(briefsFolder, file), 'utf8');
  return Object.fromEntries(names.map((file) => [file.slice(0, -'.md'.length), read(file)])) as Briefs;
}

function version(): string {
  return (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }).version;
}
