// Writes every document of a tree: documents of discovery, the Markdown forms of docs pages, the API description and
// the sitemap.
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../../src/basics/records.ts';
import { type Briefs, type Document, discoveryDocuments } from '../../../src/dialects/discovery/documents.ts';
import type { DocumentFacts } from '../../../src/dialects/discovery/facts/hub-facts.ts';
import { FEED_DAYS, type FeedDay, feedDocuments } from '../../../src/dialects/discovery/feeds.ts';
import { SITEMAP_LIMIT, sitePages } from '../../../src/dialects/discovery/sitemap.ts';
import type { Address } from '../../../src/nouns/address.ts';
import type { Service } from '../../../src/service/service.ts';
import type { DayChanges } from '../../../src/shapes/changes.ts';
import type { Pin } from '../../../src/shapes/discovery.ts';
import { type DocsPage, OVERVIEW } from '../../../src/site/docs-page.ts';
import { indexDocs } from '../../../src/site/docs-search.ts';
import { href, treePath } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { listKeyOf } from '../../../src/tree/static-tree.ts';
import type { Listed, Shard } from '../../../src/tree/tree-list.ts';
import type { CatalogFile } from '../../days/catalog-reader.ts';
import { bundlePull } from '../../documents/bundle-pull.ts';
import { writeDocumentFile } from '../../files/document-file.ts';
import { keptOrMade } from '../../files/kept-value.ts';
import { codeKey, TEXTS } from '../../keys/code-key.ts';
import { keyOf } from '../../keys/key-of.ts';
import { sourcesKey } from '../../keys/source-files.ts';
import { packAt } from '../../packs/dist-store.ts';
import { ListReader, listedEntry } from '../../packs/list-reader.ts';
import type { Stamp } from '../../packs/tree-layout.ts';
import { briefsFolder, packageFolder, programsFolder } from '../../process/package-paths.ts';
import type { Job, JobResult } from '../threads/jobs.ts';
import type { WorkerPool } from '../threads/worker-pool.ts';
import { findExample, type ReadDraft } from './find-example.ts';
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
  return keyOf(codeKey(), sourcesKey(TEXTS), version(), JSON.stringify(service));
}

/** Writes all documents. Throws if a brief names something that does not exist. */
export async function writeDocuments(pass: DocumentsPass): Promise<void> {
  const { folder, pool, stamp, catalog, inputs } = pass;
  const read = draftOf(pass);
  const facts = await hubFacts(pass, read);
  const { baseUrl, snapshot } = stamp;
  const { modelsStart, path } = catalog;
  const limit = inputs.sitemapLimit ?? SITEMAP_LIMIT;
  const task = { folder, baseUrl, snapshot, pages: sitePages(facts), catalog: path, modelsStart, limit };
  const { done: sitemap } = await pool.start({ kind: 'sitemap', task });
  for (const { path, text } of allDocuments(facts)) writeDocumentFile(folder, path, text);
  for (const { path, text } of await slowDocuments(pass.dist, facts)) writeDocumentFile(folder, path, text);
  for (const { path, text } of feedDocuments(facts, toldDays(read, facts))) writeDocumentFile(folder, path, text);
  await sitemap;
  await writeDescription(pass, facts);
}

/** Reads the changes of the newest days for the feeds. The changes must be written already. */
function toldDays(read: ReadDraft, { days }: DocumentFacts): FeedDay[] {
  const entries: FeedDay[] = [];
  for (const { date, archived } of days.slice(0, FEED_DAYS)) {
    const text = read(treePath(routes.archiveDay, { date }));
    if (text !== undefined) entries.push({ changes: JSON.parse(text) as DayChanges, archived });
  }
  return entries;
}

/** Writes the schema of locks and the API description. */
async function writeDescription({ folder, stamp }: DocumentsPass, facts: DocumentFacts): Promise<void> {
  // Loads the schema library only when a description is written, because loading takes long and most builds write none.
  const { openapiOf } = await import('../../../src/openapi/document.ts');
  const { schemaText } = await import('../../../src/openapi/components.ts');
  const at = stamp.baseUrl + href(routes.lockSchema, {});
  writeDocumentFile(folder, treePath(routes.lockSchema, {}), schemaText('Lock', at));
  writeDocumentFile(folder, treePath(routes.openapi, {}), JSON.stringify(openapiOf(facts)));
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
  const code = codeKey();
  const [ofDocs, ofPuller] = [join(dist, 'docs-search.json'), join(dist, 'puller.json')];
  const search = await keptOrMade(ofDocs, keyOf(code, JSON.stringify(docs)), () => indexDocs(docs));
  const puller = await keptOrMade(ofPuller, code, bundlePull);
  return [
    { path: treePath(routes.docsSearch, {}), text: search },
    { path: treePath(routes.puller, {}), text: puller },
    { path: treePath(routes.pullerSum, {}), text: `${hash('sha256', puller)}  pull.mjs\n` },
  ];
}

/** Returns a function that reads a text of the unfinished tree: a file of the draft, or an entry that is packed. */
function draftOf({ dist, folder, list, packed }: DocumentsPass): ReadDraft {
  const reader = new ListReader(dist, list);
  const unlisted = new Map(packed.map((listed) => [listed.key, listed]));
  return (path) => {
    const file = join(folder, path);
    if (existsSync(file)) return readFileSync(file, 'utf8');
    const key = listKeyOf(path) ?? '';
    const listed = unlisted.get(key) ?? reader.find(key);
    return listed && listedEntry(packAt(dist, listed), path.slice(key.length + 1))?.toString();
  };
}

async function hubFacts({ inputs, pins, spaces, stamp }: DocumentsPass, read: ReadDraft): Promise<DocumentFacts> {
  const { baseUrl, catalog, counts, days, gated, repositories, signed = false, snapshot } = stamp;
  const example = findExample(read);
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
