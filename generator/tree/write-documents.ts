// Writes every document of a tree: documents of discovery, the Markdown forms of docs pages, the API description and
// the sitemap.
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import metadata from '../../package.json' with { type: 'json' };
import { defined } from '../../src/basics/records.ts';
import { type Briefs, type Document, discoveryDocuments } from '../../src/dialects/discovery/documents.ts';
import type { DocumentFacts, ExampleFile } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { FEED_DAYS, feedDocuments } from '../../src/dialects/discovery/feeds.ts';
import { SITEMAP_LIMIT, sitePages } from '../../src/dialects/discovery/sitemap.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { P2P } from '../../src/service/service.ts';
import type { DayChanges } from '../../src/shapes/changes.ts';
import type { Pin } from '../../src/shapes/discovery.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { FileEntry } from '../../src/shapes/tree.ts';
import { OVERVIEW } from '../../src/site/docs-page.ts';
import { indexDocs } from '../../src/site/docs-search.ts';
import { href, treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { listKeyOf } from '../../src/tree/static-tree.ts';
import type { Listed, Shard } from '../../src/tree/tree-list.ts';
import { bundlePull } from '../documents/bundle-pull.ts';
import { writeDocumentFile } from '../files/compress.ts';
import { keptOrMade } from '../files/kept-value.ts';
import { codeKey, keyOf, sourcesKey, TEXTS } from '../keys/code-key.ts';
import { packAt } from '../packs/dist-store.ts';
import { ListReader, listedEntry } from '../packs/list-reader.ts';
import type { Stamp } from '../packs/tree-layout.ts';
import { briefsFolder, programsFolder } from '../process/package-paths.ts';
import type { Build, DocumentInputs } from './build.ts';
import { pagesAhead } from './write-pages.ts';

/** The file name of the program with which a person checks a folder against a proof. */
const CHECKER = 'check_model.py';

/** The parts of a tree that are ready before its documents. */
interface ReadyParts {
  stamp: Omit<Stamp, 'list'>;
  /** The shards of the list of the models. */
  models: readonly Shard[];
  /** The list entries of everything else that is packed already. */
  packed: readonly Listed[];
  pins: Record<string, Pin>;
}

/** Returns a hash of everything that affects documents, except the catalog. */
export function documentsKey({ service }: DocumentInputs): string {
  return keyOf(codeKey(), sourcesKey(TEXTS), metadata.version, JSON.stringify(service));
}

/** Writes all documents. Throws if a brief names something that does not exist. */
export async function writeDocuments(build: Build, inputs: DocumentInputs, ready: ReadyParts): Promise<void> {
  const { dist, draft, pool, day, baseUrl } = build;
  const read = draftOf(build, ready);
  const facts = await hubFacts(build, inputs, ready, read);
  const { modelsStart, path } = day;
  const limit = inputs.sitemapLimit ?? SITEMAP_LIMIT;
  const task = { draft, baseUrl, snapshot: day.frame.snapshot, pages: sitePages(facts), path, modelsStart, limit };
  const { done: sitemap } = await pool.start({ kind: 'sitemap', task });
  const all = [
    ...allDocuments(facts),
    ...(await slowDocuments(dist, facts)),
    ...feedDocuments(facts, toldDays(read, facts)),
  ];
  for (const one of all) writeDocumentFile(draft, one.path, one.text);
  await sitemap;
  await writeDescription(draft, facts);
  // The threads have done their last job. The website takes less memory than they give back.
  await pool.close();
  for (const { path, text } of await pagesAhead(dist, facts, read)) writeDocumentFile(draft, path, text);
}

/** Reads the changes of the newest days for the feeds. The changes must be written already. */
function toldDays(read: ReadDraft, { days }: DocumentFacts): DayChanges[] {
  const texts = days.slice(0, FEED_DAYS).map(({ date }) => read(treePath(routes.archiveDay, { date })));
  return texts.flatMap((text) => (text === undefined ? [] : (JSON.parse(text) as DayChanges)));
}

/** Writes the schema of locks and the API description. */
async function writeDescription(draft: string, facts: DocumentFacts): Promise<void> {
  // Loads the schema library only when a description is written, because loading takes long and most builds write none.
  const { openapiOf } = await import('../../src/openapi/document.ts');
  const { schemaText } = await import('../../src/openapi/schemas.ts');
  const at = facts.baseUrl + href(routes.lockSchema);
  writeDocumentFile(draft, treePath(routes.lockSchema, {}), schemaText('Lock', at));
  writeDocumentFile(draft, treePath(routes.openapi, {}), JSON.stringify(openapiOf(facts)));
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
function draftOf({ dist, draft }: Build, { models, packed }: ReadyParts): ReadDraft {
  const reader = new ListReader(dist, models);
  const unlisted = new Map(packed.map((listed) => [listed.key, listed]));
  return (path) => {
    const file = join(draft, path);
    if (existsSync(file)) return readFileSync(file, 'utf8');
    const key = listKeyOf(path) ?? '';
    const listed = unlisted.get(key) ?? reader.find(key);
    return listed && listedEntry(packAt(dist, listed), path.slice(key.length + 1))?.toString();
  };
}

async function hubFacts(
  { baseUrl, day, spaces, isSigned = false }: Build,
  { service, docs }: DocumentInputs,
  { pins, stamp }: ReadyParts,
  read: ReadDraft,
): Promise<DocumentFacts> {
  const { counts, days, repositories } = stamp;
  const { snapshot, gated } = day.frame;
  const example = findExample(read);
  return {
    ...{ baseUrl, snapshot, days, repositories, pins, isSigned, ...counts },
    ...{ version: metadata.version, service, catalog: day.address, gated: gated.length },
    ...defined({ example }),
    docs: await docs(baseUrl),
    spaces: spaces.map(({ entry }) => entry),
  };
}

function readBriefs(): Briefs {
  const names = readdirSync(briefsFolder).filter((file) => file.endsWith('.md'));
  const read = (file: string) => readFileSync(join(briefsFolder, file), 'utf8');
  return Object.fromEntries(names.map((file) => [file.slice(0, -'.md'.length), read(file)])) as Briefs;
}

/** Reads a text of the tree that is being built; undefined if the tree lacks it. */
type ReadDraft = (path: string) => string | undefined;

/** The preferred file: nearly every model has it, and it is a good file to read first. */
const WANTED = 'config.json';

/**
 * Finds a file of the smallest model that the first page of search lists and a source has. Takes the preferred file, or
 * else the smallest one. Returns undefined if there is no such file.
 */
function findExample(read: ReadDraft): ExampleFile | undefined {
  const rows = JSON.parse(read(treePath(routes.models, {}))!) as ModelRow[];
  const [row] = rows
    .filter(({ hub }) => hub.sources?.some((source) => source !== P2P.display))
    .sort((a, b) => weightOf(a) - weightOf(b));
  if (!row) return undefined;
  const { owner, name } = parseModelId(row.id)!;
  const listing = read(treePath(routes.tree, { owner, name }))!;
  const files = (JSON.parse(listing) as FileEntry[])
    .filter(({ path }) => isPlain(path))
    .sort((a, b) => rankOf(a) - rankOf(b));
  return files[0] && { id: row.id, path: files[0].path, sha256: files[0].oid };
}

/** Returns the number of bytes of a model's weights. A row without this figure comes last. */
const weightOf = ({ hub }: ModelRow) => hub.weight_bytes || Number.MAX_SAFE_INTEGER;

/** True if no character of the path has a special meaning in a shell. Commands in documents contain the path. */
const isPlain = (path: string) => /^\w[\w./-]*$/.test(path);

const rankOf = ({ path, size }: FileEntry) => (path === WANTED ? -1 : size);
