// Writes every document of a tree: documents of discovery, the Markdown forms of docs pages, the API description and
// the sitemap.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DraftTree } from '../../../functions/stores/tree/draft-tree.ts';
import { defined } from '../../../src/basics/defined.ts';
import { type Briefs, type Document, discoveryDocuments } from '../../../src/dialects/discovery/documents.ts';
import type { DocumentFacts } from '../../../src/dialects/discovery/facts/hub-facts.ts';
import { FEED_DAYS, type FeedDay, feedDocuments } from '../../../src/dialects/discovery/feeds/day-feeds.ts';
import { SITEMAP_LIMIT, sitePages } from '../../../src/dialects/discovery/sitemap.ts';
import type { Address } from '../../../src/nouns/address.ts';
import type { Service } from '../../../src/service/service.ts';
import type { DayChanges } from '../../../src/shapes/changes.ts';
import type { Pin } from '../../../src/shapes/discovery.ts';
import { type DocsPage, OVERVIEW } from '../../../src/site/docs-page.ts';
import { indexDocs } from '../../../src/site/docs-search.ts';
import { href, treePath } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import type { Listed, Shard } from '../../../src/tree/tree-list.ts';
import type { CatalogFile } from '../../days/catalog-reader.ts';
import { bundlePull } from '../../documents/bundle-pull.ts';
import { writeDocumentFile } from '../../files/document-file.ts';
import { keptOrMade } from '../../files/kept-value.ts';
import { codeKey, TEXTS } from '../../keys/build-keys.ts';
import { keyOf } from '../../keys/key-of.ts';
import { sourcesKey } from '../../keys/source-files.ts';
import type { Stamp } from '../../packs/tree-layout.ts';
import { briefsFolder, packageFolder, programsFolder } from '../../process/package-paths.ts';
import type { Job, JobResult } from '../threads/jobs.ts';
import type { WorkerPool } from '../threads/worker-pool.ts';
import { findExample } from './find-example.ts';
import type { BuiltSpace } from './write-spaces.ts';

/** The file name of the program with which a person checks a folder against a proof. */
const CHECKER = 'check_model.py';

/** The facts that documents need and that are not in the catalog. */
export interface DocumentInputs {
  service: Service;
  /**
   * Reads the pages of the documentation for the hub at the address `baseUrl`. It is called only if a tree is written.
   */
  docs: (baseUrl: string) => DocsPage[] | Promise<DocsPage[]>;
  /** The maximum number of addresses in one sitemap file; by default the limit of the sitemap protocol. */
  sitemapLimit?: number;
}

interface DocumentsPass {
  dist: string;
  /** The folder for unpacked files of the new tree. */
  folder: string;
  /** The shards of the list of the new tree's models. These shards are packed already. */
  list: readonly Shard[];
  /** The list entries of everything that is packed already, except the models. */
  packed: readonly Listed[];
  catalog: CatalogFile;
  stamp: Omit<Stamp, 'list'>;
  inputs: DocumentInputs;
  spaces: readonly BuiltSpace[];
  pins: Record<string, Pin>;
  pool: WorkerPool<Job, JobResult>;
}

/** Returns a hash of everything that affects documents, except the catalog. */
export function documentsKey({ service }: DocumentInputs): string {
  return keyOf(codeKey('documents'), sourcesKey(TEXTS), version(), JSON.stringify(service));
}

/** Writes all documents. Throws if a brief names something that does not exist. */
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
  for (const { path, text } of await slowDocuments(pass.dist, facts)) writeDocumentFile(folder, path, text);
  for (const { path, text } of feedDocuments(facts, await toldDays(tree, facts))) writeDocumentFile(folder, path, text);
  await sitemap;
  // The description comes last, because its examples are taken from the other documents.
  await writeDescription(pass, facts, tree);
}

/** Reads the changes of the newest days for the feeds. The changes must be written already. */
async function toldDays(tree: DraftTree, { days }: DocumentFacts): Promise<FeedDay[]> {
  const entries: FeedDay[] = [];
  for (const { date, archived } of days.slice(0, FEED_DAYS)) {
    const text = await tree.text(treePath(routes.archiveDay, { date }));
    if (text !== undefined) entries.push({ changes: JSON.parse(text) as DayChanges, archived });
  }
  return entries;
}

/** Writes the schema of locks, and then the API description, whose examples are taken from all other documents. */
async function writeDescription(
  { folder, stamp }: DocumentsPass,
  facts: DocumentFacts,
  tree: DraftTree,
): Promise<void> {
  // Loads the schema library only when a description is written, because loading takes long and most builds write none.
  const { openapiOf } = await import('../../../src/openapi/document.ts');
  const { readShownAnswers } = await import('../../documents/description-examples.ts');
  const { schemaText } = await import('../../../src/openapi/schemas/schema-file.ts');
  const at = stamp.baseUrl + href(routes.lockSchema, {});
  writeDocumentFile(folder, treePath(routes.lockSchema, {}), schemaText('Lock', at));
  const description = openapiOf(facts, await readShownAnswers(tree, facts, stamp));
  writeDocumentFile(folder, treePath(routes.openapi, {}), JSON.stringify(description));
}

function* allDocuments(facts: DocumentFacts): Generator<Document> {
  yield* discoveryDocuments(facts, readBriefs());
  // Skips the overview of the docs, because a brief already serves as its Markdown form.
  for (const { slug, twin } of facts.docs)
    if (slug !== OVERVIEW) yield { path: treePath(routes.docsTwin, { page: slug }), text: twin };
  yield { path: treePath(routes.checker, {}), text: readFileSync(join(programsFolder, CHECKER), 'utf8') };
}

/**
 * Returns the documents that take long to make and seldom change: the search index of the docs, the program for
 * pulling, and the hash of this program. They are kept in `dist` between builds.
 */
async function slowDocuments(dist: string, { docs }: DocumentFacts): Promise<Document[]> {
  const code = codeKey('documents');
  const [ofDocs, ofPuller] = [join(dist, 'docs-search.json'), join(dist, 'puller.json')];
  const search = await keptOrMade(ofDocs, keyOf(code, JSON.stringify(docs)), () => indexDocs(docs));
  const puller = await keptOrMade(ofPuller, code, bundlePull);
  return [
    { path: treePath(routes.docsSearch, {}), text: search },
    { path: treePath(routes.puller, {}), text: puller },
    { path: treePath(routes.pullerSum, {}), text: `${hash('sha256', puller)}  pull.mjs\n` },
  ];
}

function draftOf({ dist, folder, list, packed, stamp }: DocumentsPass): DraftTree {
  const { catalog, counts, nextPage } = stamp;
  const facts = {
    ...stamp,
    catalog: catalog as Address,
    models: counts.models,
    isSigned: stamp.signed === true,
    nextPage,
    list,
  };
  return new DraftTree({ dist, folder, packed, stamp: facts });
}

async function hubFacts({ inputs, pins, spaces, stamp }: DocumentsPass, tree: DraftTree): Promise<DocumentFacts> {
  const { baseUrl, catalog, counts, days, gated, repositories, signed = false, snapshot } = stamp;
  const example = await findExample(tree);
  return {
    ...{ baseUrl, snapshot, days, repositories, pins, isSigned: signed, ...counts },
    version: version(),
    service: inputs.service,
    catalog: catalog as Address,
    gated: gated.length,
    ...defined({ example }),
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
