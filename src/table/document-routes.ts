// The rows of the route table for the discovery documents, the sections with their briefs, and the documentation
// (decision 0027).
import { built, live } from './route.ts';
import {
  AGENT_BRIEF,
  API_CATALOG,
  alternate,
  DESCRIPTOR,
  described,
  document,
  OPENAPI,
  page,
  section,
  sectionBrief,
  sectionDescriptor,
} from './row-facts.ts';

/** The facts of feeds as Atom (RFC 4287). */
const feed = { dialect: 'hub', type: 'application/atom+xml; charset=utf-8' } as const;

export const documentRoutes = {
  home: live('/', {
    ...described(DESCRIPTOR, AGENT_BRIEF),
    file: { html: 'index.html', json: DESCRIPTOR.slice(1), markdown: 'index.md' },
    treeless: true,
    summary: 'The front page, the descriptor, or the brief for agents, as `Accept` says',
  }),
  descriptor: built(DESCRIPTOR, {
    ...document,
    as: ['json'],
    summary: 'The descriptor: the address of today’s catalog, and where everything else lies',
  }),
  openapi: built(OPENAPI, {
    ...document,
    as: ['json'],
    summary: 'The API description, OpenAPI 3.1',
  }),
  openapiTwin: built('/.well-known/openapi.json', {
    ...document,
    file: OPENAPI.slice(1),
    as: ['json'],
    summary: 'The API description at its well-known address',
  }),
  agentCard: built('/.well-known/agent-card.json', {
    ...document,
    as: ['json'],
    summary: 'The A2A agent card: what an agent can get done here',
  }),
  agentBrief: built(AGENT_BRIEF, {
    ...document,
    as: ['markdown'],
    summary: 'The whole brief for agents',
  }),
  llms: built('/llms.txt', {
    ...document,
    as: ['text'],
    summary: 'The service explained, and every page of its documentation',
  }),
  robots: built('/robots.txt', { ...document, as: ['text'], summary: 'What crawlers may ask for' }),
  sitemap: built('/sitemap.xml', {
    ...document,
    as: ['xml'],
    summary: 'Every page for search engines, or the parts of that list when it is long',
  }),
  sitemapPart: built('/sitemap-{part}.xml', {
    ...document,
    as: ['xml'],
    summary: 'A part of the sitemap',
  }),
  apiCatalog: built(API_CATALOG, {
    ...document,
    as: ['json'],
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    headers: ['Link', `<${API_CATALOG}>; rel="api-catalog"`],
    summary: 'The API catalog of RFC 9727: where the description, the documentation and the status lie',
  }),
  security: built('/.well-known/security.txt', {
    ...document,
    as: ['text'],
    summary: 'Whom to tell of a weakness (RFC 9116); absent while the operator names no contact',
  }),
  archive: built('/archive.json', {
    ...document,
    as: ['json'],
    summary: 'Every day of the index, newest first, each readable for good by its address',
  }),
  archivePage: live('/archive/', {
    file: true,
    ...page,
    summary: 'Every day of the index, and how much changed on each, as a page',
  }),
  archiveChanges: built('/archive/changes.json', {
    ...document,
    as: ['json'],
    summary: 'How much changed on each day, newest first',
  }),
  archiveDay: built('/archive/{date}.json', {
    ...document,
    as: ['json'],
    summary: 'What changed on a day against the day before it',
  }),
  archiveDayPage: live('/archive/{date}/', {
    file: true,
    headers: alternate('/archive/{date}.json', 'application/json'),
    ...page,
    summary: 'What changed on a day, as a page',
  }),
  pins: built('/pins.json', {
    ...document,
    as: ['json'],
    summary: 'The models whose weights can be had when both hosting sites are out of reach',
  }),

  modelsSection: live('/models', { ...section('models'), summary: 'The models: page, descriptor or brief' }),
  browse: live('/models/', {
    ...section('models'),
    as: ['html', 'markdown'],
    treeless: true,
    summary: 'Browse and search models; for anyone but a browser the brief of the section',
  }),
  modelsDescriptor: built('/models/index.json', { ...sectionDescriptor('models'), summary: 'The models’ descriptor' }),
  modelsBrief: built('/models/index.md', { ...sectionBrief('models'), summary: 'The models’ brief' }),
  registrySection: live('/registry', { ...section('registry'), summary: 'The registry: page, descriptor or brief' }),
  registryPage: live('/registry/', {
    ...section('registry'),
    as: ['html', 'markdown'],
    treeless: true,
    summary: 'How to pull from /v2/; for anyone but a browser the brief of the section',
  }),
  registryDescriptor: built('/registry/index.json', {
    ...sectionDescriptor('registry'),
    summary: 'The registry’s descriptor',
  }),
  registryBrief: built('/registry/index.md', { ...sectionBrief('registry'), summary: 'The registry’s brief' }),
  spacesSection: live('/spaces', { ...section('spaces'), summary: 'The spaces: page, descriptor or brief' }),
  spacesDescriptor: built('/spaces/index.json', { ...sectionDescriptor('spaces'), summary: 'The spaces’ descriptor' }),
  spacesBrief: built('/spaces/index.md', { ...sectionBrief('spaces'), summary: 'The spaces’ brief' }),
  bucketsSection: live('/buckets', {
    ...section('buckets'),
    treeless: true,
    summary: 'The buckets: page, descriptor or brief',
  }),
  bucketsDescriptor: built('/buckets/index.json', {
    ...sectionDescriptor('buckets'),
    summary: 'The buckets’ descriptor',
  }),
  bucketsBrief: built('/buckets/index.md', { ...sectionBrief('buckets'), summary: 'The buckets’ brief' }),
  docsDescriptor: built('/docs/index.json', {
    ...sectionDescriptor('docs'),
    summary: 'The documentation’s descriptor: every page and its twin',
  }),
  docsBrief: built('/docs/index.md', {
    ...sectionBrief('docs'),
    summary: 'The documentation’s brief: every page and its twin',
  }),

  docs: live('/docs/', {
    ...section('docs'),
    summary: 'The documentation: its pages, how they are reached, and a search',
  }),
  reference: live('/docs', {
    // The file can't be `docs`, because the other pages are in a folder of that name.
    file: 'docs/reference.html',
    ...page,
    summary: 'The API reference: the description as a page',
  }),
  docsPage: live('/docs/{page}/', {
    file: true,
    headers: alternate('/docs/{page}.md', 'text/markdown'),
    ...page,
    summary: 'A page of the documentation',
  }),
  docsTwin: built('/docs/{page}.md', {
    headers: alternate('/docs/{page}/', 'text/html'),
    dialect: 'plain',
    cache: 'revalidate',
    type: 'text/markdown; charset=utf-8',
    compressed: true,
    summary: 'A page of the documentation as Markdown; `index` is the overview',
  }),
  docsSearch: built('/docs/search.json', {
    dialect: 'plain',
    cache: 'revalidate',
    as: ['json'],
    summary: 'The full-text index of the documentation, read by the search on its pages',
  }),

  checker: built('/docs/check_model.py', {
    dialect: 'plain',
    cache: 'revalidate',
    as: ['text'],
    type: 'text/x-python; charset=utf-8',
    summary: 'A program of one file that checks a folder against a proof',
  }),
  puller: built('/docs/pull.mjs', {
    dialect: 'plain',
    cache: 'revalidate',
    as: ['text'],
    type: 'text/javascript; charset=utf-8',
    summary: 'A program of one file that downloads a model from all its sources at once',
  }),
  pullerSum: built('/docs/pull.mjs.sha256', {
    dialect: 'plain',
    cache: 'revalidate',
    as: ['text'],
    summary: 'The SHA-256 of that program, as a line for `sha256sum -c`',
  }),

  newAtom: built('/archive/feeds/new.xml', {
    ...document,
    ...feed,
    as: ['xml'],
    summary: 'Models that are new in the index, the newest days first, as an Atom feed',
  }),
  bytesAtom: built('/archive/feeds/bytes.xml', {
    ...document,
    ...feed,
    as: ['xml'],
    summary: 'Files whose bytes changed at the same path, the newest days first, as an Atom feed',
  }),
  // Only a model's page links this feed. No export has it, because it would be a file for each model, and most would
  // never change.
  modelAtom: live('/archive/feeds/models/{owner}/{name}.xml', {
    ...feed,
    cache: 'revalidate',
    compressed: true,
    summary: 'The revisions of a model that the index had, as an Atom feed',
  }),
} as const;
