// Writes every document of a tree: those of discovery, the docs pages' twins, the API description, the sitemap.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../src/address.ts';
import { BRIEFS, type Briefs, type Document, discoveryDocuments } from '../../src/dialects/discovery/documents.ts';
import type { HubFacts } from '../../src/dialects/discovery/hub-facts.ts';
import { SITEMAP_LIMIT, sitePages } from '../../src/dialects/discovery/sitemap.ts';
import type { DocsPage } from '../../src/docs-page.ts';
import { indexDocs } from '../../src/docs-search.ts';
import type { Service } from '../../src/service.ts';
import { documentPath, REFERENCE_PAGE } from '../../src/static-tree.ts';
import type { Pin } from '../../src/wire/pins.ts';
import type { CatalogFile } from '../catalog-reader.ts';
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

export interface DocumentsPass {
  /** The new tree, which holds its models already. */
  folder: string;
  catalog: CatalogFile;
  stamp: Omit<Stamp, 'documents' | 'files'>;
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

/** Writes all documents; gives the SHA-256 of each by its path in the tree. Throws when a brief names what is not there. */
export async function writeDocuments(pass: DocumentsPass): Promise<Stamp['documents']> {
  const { folder, pool, stamp, catalog, inputs } = pass;
  const facts = await hubFacts(pass);
  const { baseUrl, snapshot } = stamp;
  const { modelsStart, path } = catalog;
  const limit = inputs.sitemapLimit ?? SITEMAP_LIMIT;
  const task = { folder, baseUrl, snapshot, pages: sitePages(facts), catalog: path, modelsStart, limit };
  const { done: sitemap } = await pool.start({ kind: 'sitemap', task });
  const written: Stamp['documents'] = {};
  for (const { name, as, text } of allDocuments(facts)) {
    const at = documentPath(name, as);
    // own-key: a path in the tree.
    written[at] = writeDocumentFile(folder, at, text);
  }
  Object.assign(written, (await sitemap).documents);
  // Last: it shows what is written by now.
  return Object.assign(written, await writeDescription(pass, facts));
}

/** Writes the API description, which shows the documents written before it, and its page. */
async function writeDescription(
  { folder, inputs, stamp }: DocumentsPass,
  facts: HubFacts,
): Promise<Stamp['documents']> {
  // The schema library takes long to load, so only a build that writes does.
  const { openapiText } = await import('../documents/openapi.ts');
  const text = openapiText(folder, facts, stamp.gated[0]);
  const at = documentPath('openapi', 'json');
  const written = { [at]: writeDocumentFile(folder, at, text) };
  const page = await inputs.reference?.make(text);
  return page === undefined
    ? written
    : { ...written, [REFERENCE_PAGE]: writeDocumentFile(folder, REFERENCE_PAGE, page) };
}

function* allDocuments(facts: HubFacts): Generator<Document> {
  yield* discoveryDocuments(facts, readBriefs());
  for (const { slug, twin } of facts.docs) yield { name: `docs/${slug}`, as: 'markdown', text: twin };
  yield { name: 'docs/search', as: 'json', text: indexDocs(facts.docs) };
}

async function hubFacts({ folder, inputs, pins, spaces, stamp }: DocumentsPass): Promise<HubFacts> {
  const { baseUrl, catalog, counts, days, gated, repositories, snapshot } = stamp;
  const example = findExample(folder);
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
  const read = (name: string) => readFileSync(join(briefsFolder, `${name}.md`), 'utf8');
  return Object.fromEntries(BRIEFS.map((name) => [name, read(name)])) as unknown as Briefs;
}

function version(): string {
  return (JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }).version;
}
