// Makes the descriptor and the brief of each section, from the facts that differ between sections.
import { MAX_PAGE } from '../../../basics/limits.ts';
import { defined, own } from '../../../basics/records.ts';
import { counted } from '../../../model/figures.ts';
import { pullCommands } from '../../../model-page/model-links.ts';
import { CATALOG_MEDIA_TYPE, MODEL_PACK } from '../../../nouns/media-types.ts';
import type { RequestDescriptor, SectionCatalog, SectionDescriptor, SectionPage } from '../../../shapes/discovery.ts';
import {
  CATALOG_FORMAT,
  SECTION_FORMAT,
  type SectionName,
  SPACE_ARTIFACT,
  SPACES_FORMAT,
} from '../../../shapes/formats.ts';
import { type DocsPage, OVERVIEW } from '../../../site/docs-page.ts';
import { href, type Row } from '../../../table/route.ts';
import { routes } from '../../../table/routes.ts';
import { spaceRepositoryName } from '../../oci/registry/own-repositories.ts';
import type { DocumentFacts } from '../facts/hub-facts.ts';

/**
 * Returns the path of a row. Fills in the params in `known`. All others stay in braces, without the dots of
 * `{path...}`.
 */
export function requestTemplate(row: { pattern: string }, known: Record<string, string> = {}): string {
  return row.pattern.replace(/\{(\w+)(?:\.\.\.)?\}/g, (_, name: string) => own(known, name) ?? `{${name}}`);
}

/** Describes a GET request of a section. `known` has the values of params that the caller need not fill in. */
const describedGet = (
  dialect: NonNullable<RequestDescriptor['dialect']>,
  row: { pattern: string },
  returns: string,
  known?: Record<string, string>,
): RequestDescriptor => ({ method: 'GET', url: requestTemplate(row, known), returns, dialect });

/** The values of facts by the names that templates use. `base` is the public address of the hub. */
export type BriefValues = Readonly<Record<string, string>>;

/** Fills in `template`. Throws for an unknown fact or row; the message is a sentence that names the brief. */
export function fillBrief(template: string, values: BriefValues, brief: string): string {
  return template.replace(/\{\{([^{}]+)\}\}/g, (_, text: string) => {
    const [name = '', ...rest] = text.trim().split(/\s+/);
    const value = name === 'path' || name === 'url' ? pathOf(rest) : rest.length === 0 ? own(values, name) : undefined;
    if (value === undefined) throw new Error(`content/briefs/${brief}.md: there is no {{${text}}}`);
    return name === 'url' ? `${values.base}${value}` : value;
  });
}

/** Returns the path for a text such as `tree revision=main`; undefined if the route table has no such row. */
function pathOf([name = '', ...given]: string[]): string | undefined {
  const row = own(routes, name);
  return row && requestTemplate(row, Object.fromEntries(given.map((pair) => pair.split('='))));
}

/** Returns the title of a brief. */
function titleOf(brief: string): string {
  return /^# (.+)$/m.exec(brief)?.[1] ?? '';
}

/** Returns the first paragraph of a brief as one line. */
function aboutOf(brief: string): string {
  const paragraph = /^# .+\n+((?:.+\n?)+)/m.exec(brief)?.[1] ?? '';
  return paragraph.replace(/^> ?/gm, '').trim().replace(/\n/g, ' ');
}

/** Returns the requests of a section as a Markdown list. */
function requestLines({
  list,
  item,
  files,
  fetch,
}: Pick<SectionDescriptor, 'list' | 'item' | 'files' | 'fetch'>): string {
  const named: [string, RequestDescriptor | undefined][] = [
    ...list.map((one): [string, RequestDescriptor] => ['List', one]),
    ['One', item],
    ['Its files', files],
    ['Bytes', fetch],
  ];
  return named.flatMap(([name, request]) => (request ? [`- ${name}: ${requestLine(request)}`] : [])).join('\n');
}

function requestLine({ method, url, returns, note }: RequestDescriptor): string {
  return `\`${method} ${url}\` gives ${returns}${note === undefined ? '' : `. ${upperFirst(note)}`}.`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The facts that differ between sections. All other members of a descriptor follow from the section's name and brief.
 */
type SectionFacts = Omit<
  SectionDescriptor,
  'format' | 'section' | 'title' | 'about' | 'self' | 'brief' | 'page' | 'openapi'
>;

function docsFacts({ baseUrl, docs }: DocumentFacts): SectionFacts {
  return {
    inventory: {
      described: docs.length,
      served_here: docs.length,
      note: 'pages, each with a Markdown twin',
    },
    catalog: null,
    catalog_note: 'pages are part of the service and change with it, not with the days of the index',
    list: [
      describedGet('http', routes.docsDescriptor, 'this document, whose `pages` are every page and its twin'),
      describedGet('http', routes.llms, 'the service explained, and every twin with one sentence'),
    ],
    item: describedGet('http', routes.docsPage, 'a page as HTML'),
    fetch: describedGet('http', routes.docsTwin, 'a page as Markdown'),
    verify: {
      algorithm: 'none',
      expected_from: 'nothing: pages are text of this host',
      server_verifies_on_read: false,
      privacy: 'pages ask nothing of third parties',
    },
    one_line: `curl -s ${baseUrl}${requestTemplate(routes.llms)}`,
    pages: docs.map(sectionPage),
  };
}

/**
 * Returns the description of a page of the documentation, with its two addresses. The overview is the section's own
 * page.
 */
export function sectionPage({ slug, title, description }: DocsPage): SectionPage {
  const page = slug === OVERVIEW ? href(routes.docs) : href(routes.docsPage, { page: slug });
  return { slug, title, about: description, page, markdown: href(routes.docsTwin, { page: slug }) };
}

const main = { revision: 'main' };

/** The request that lists all models in pages, in the order of a search. */
const searchRequest: RequestDescriptor = {
  method: 'GET',
  url: `${requestTemplate(routes.models)}?limit=${MAX_PAGE}`,
  returns: 'a JSON array of ModelRow, the most trending first',
  dialect: 'huggingface',
  caps_at: MAX_PAGE,
  note:
    '`Link: rel="next"` leads on; `search` (part of the id, or words with `match=words`), `author`, ' +
    '`pipeline_tag`, `library`, `filter` and `sort` narrow and order',
};

/** The request that returns all models in one object. */
const catalogRequest: RequestDescriptor = {
  method: 'GET',
  url: requestTemplate(routes.object, { id: '{catalog.address}' }),
  returns: 'the catalog object: every row, and `models` from an id to the addresses of its model and source objects',
  dialect: 'objects',
};

/** Describes today's catalog in the form that every section uses. */
function todaysCatalog({ catalog }: DocumentFacts, note: string): SectionCatalog {
  const fetch = requestTemplate(routes.object);
  return { address: catalog, fetch, format: CATALOG_FORMAT, media_type: CATALOG_MEDIA_TYPE, note };
}

function modelsFacts(facts: DocumentFacts): SectionFacts {
  const { baseUrl, service, models, listed, example } = facts;
  const pins = service.sources.map(({ token }) => token).join(', ');
  return {
    inventory: {
      described: models,
      served_here: 0,
      note: `${listed} of ${models} are on the browse list of ${facts.snapshot}. Names, hashes and directions are served; every file is a redirect to a source`,
    },
    catalog: todaysCatalog(facts, '`prev` in it is the address of the day before'),
    list: [searchRequest, catalogRequest],
    item: describedGet('huggingface', routes.model, 'ModelInfo: the indexed revision and every file by name'),
    files: describedGet(
      'huggingface',
      routes.tree,
      'a JSON array of TreeEntry: path, size and SHA-256 (`oid`) of every file, all on one page',
      main,
    ),
    fetch: {
      ...describedGet(
        'huggingface',
        routes.resolve,
        '302: `Location` is a source that is up, `X-Linked-Etag` the SHA-256 that its bytes must have',
        main,
      ),
      note: `/via/{source} in front pins one source: ${pins}`,
    },
    verify: {
      algorithm: 'sha256',
      expected_from:
        `the index: \`oid\` of the file list, \`X-Linked-Etag\` of the redirect, or the checksum file of the ` +
        `whole model at ${requestTemplate(routes.sha256sums, main)}`,
      server_verifies_on_read: false,
      root: 'each SHA-256 stands in a model object, which the catalog names by its BLAKE3, as `catalog.address` names the catalog',
      privacy:
        'no account, cookie or token; this host sees which file is asked for, the source that it redirects to sees the rest',
    },
    ...(example && { one_line: `HF_ENDPOINT=${baseUrl} hf download ${example.id}` }),
  };
}

function bucketsFacts(): SectionFacts {
  return {
    inventory: { described: 0, served_here: 0, note: 'there is no bucket' },
    catalog: null,
    catalog_note: 'no bucket is published, so there is nothing to take a snapshot of',
    list: [describedGet('http', routes.bucketsDescriptor, 'this document, whose `inventory` counts the buckets')],
    item: describedGet('objects', routes.object, 'the bytes of an object of the index; no bucket names one'),
    fetch: describedGet('objects', routes.object, 'the bytes of an object, by its address'),
    verify: {
      algorithm: 'blake3',
      expected_from: 'the address itself: `blake3:` and the BLAKE3 of the object’s bytes',
      server_verifies_on_read: false,
    },
  };
}

/** The request that lists the service's own repositories. */
const ownRepositories: RequestDescriptor = describedGet(
  'oci',
  routes.registryCatalog,
  'OciCatalog: the service’s own repositories, the index and the spaces; those of models are found by search',
);

function registryFacts(facts: DocumentFacts): SectionFacts {
  const { baseUrl, models, repositories, example } = facts;
  return {
    inventory: {
      described: models + repositories.length,
      served_here: repositories.length,
      note:
        `${counted(models, 'model')}, whose layers are redirects to sources, and the service’s own ` +
        `repositories, whose layers are served here: ${repositories.join(', ')}`,
    },
    catalog: todaysCatalog(facts, 'a model’s repository is its id in lower case'),
    list: [searchRequest, ownRepositories, catalogRequest],
    item: {
      ...describedGet(
        'oci',
        routes.tags,
        'OciTagList: `latest`, and a tag for each GGUF quantisation in a single file',
      ),
      note: 'owner and name in lower case',
    },
    files: {
      ...describedGet('oci', routes.manifest, 'OciManifest: a layer for every file, its digest the file’s SHA-256', {
        reference: 'latest',
      }),
      artifact_type: MODEL_PACK,
      note: 'Accept: application/vnd.docker.distribution.manifest.v2+json asks for what Ollama reads',
    },
    fetch: describedGet(
      'oci',
      routes.blob,
      '307 to a source that is up, for a file of the model; 200 for what the registry made',
    ),
    verify: {
      algorithm: 'sha256',
      expected_from: 'the digests in the manifest, which are the SHA-256 of the files',
      server_verifies_on_read: false,
      root: 'the manifest’s own digest, in `Docker-Content-Digest`',
      privacy: 'no login: reads need no token, and one that is sent is dropped',
    },
    ...(example && { one_line: pullCommands(baseUrl, example.id, 'latest').oras }),
  };
}

function spacesFacts({ baseUrl, spaces }: DocumentFacts): SectionFacts {
  const [owner = '', name = ''] = spaceRepositoryName('{space}').split('/');
  const [first] = spaces;
  return {
    inventory: {
      described: spaces.length,
      served_here: spaces.length,
      note: 'all files of an app are served here; they are no model files',
    },
    catalog: {
      address: null,
      fetch: requestTemplate(routes.spacesCatalog),
      format: SPACES_FORMAT,
      media_type: 'application/json',
      note: 'a document of today’s build; every app in it has a `root` that names all of its files',
    },
    list: [
      describedGet('http', routes.spacesCatalog, 'the spaces catalog: every app with its root, size and page'),
      { ...ownRepositories, note: 'an app is the repository spaces/<id>' },
    ],
    item: {
      ...describedGet('http', routes.space, 'the page of the app, to be opened in a browser'),
      note: '{space} is an `id` of the catalog',
    },
    files: {
      ...describedGet('oci', routes.manifest, 'OciManifest: a layer for every file of the app', {
        owner,
        name,
        reference: 'latest',
      }),
      artifact_type: SPACE_ARTIFACT,
    },
    fetch: describedGet('http', routes.spaceFile, 'a file of the app; its path is the title of its layer'),
    verify: {
      algorithm: 'sha256',
      expected_from: 'the digests in the manifest of the app',
      server_verifies_on_read: false,
      root: '`root` in the catalog: the SHA-256 over the lines `path NUL sha256 LF` of all files, sorted by path',
      privacy:
        'an app runs in the visitor’s browser, under a policy that lets it talk to this service alone, and apart from the pages of the hub',
    },
    ...(first && { one_line: pullCommands(baseUrl, spaceRepositoryName(first.id), 'latest').oras }),
  };
}

const FACTS: Record<SectionName, (facts: DocumentFacts) => SectionFacts> = {
  models: modelsFacts,
  registry: registryFacts,
  spaces: spacesFacts,
  buckets: bucketsFacts,
  docs: docsFacts,
};

/** The rows of the route table for the sections' pages. */
const PAGES = {
  models: routes.browse,
  registry: routes.registryPage,
  spaces: routes.spacesPage,
  buckets: routes.bucketsSection,
  docs: routes.docs,
} as const satisfies Record<SectionName, Row>;

/** A section in its two forms: a descriptor for programs, and a brief for agents. */
export interface DescribedSection {
  descriptor: SectionDescriptor;
  /** The brief, as Markdown. */
  brief: string;
}

/**
 * Describes a section. `template` is its file in content/briefs. The descriptor repeats the title and the first
 * paragraph of the brief.
 */
export function describeSection(
  section: SectionName,
  facts: DocumentFacts,
  template: string,
  values: BriefValues,
): DescribedSection {
  const { inventory, catalog, catalog_note, list, ...rest } = FACTS[section](facts);
  const brief = fillBrief(template, { ...values, requests: requestLines({ list, ...rest }) }, section);
  const descriptor: SectionDescriptor = {
    format: SECTION_FORMAT,
    section,
    title: titleOf(brief),
    about: aboutOf(brief),
    self: href(routes[`${section}Descriptor`]),
    inventory,
    catalog,
    ...defined({ catalog_note }),
    list,
    ...rest,
    brief: href(routes[`${section}Brief`]),
    page: href(PAGES[section]),
    openapi: href(routes.openapi),
  };
  return { descriptor, brief };
}
