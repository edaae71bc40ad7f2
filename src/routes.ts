// Every path the service answers, once. Router, renderers, handlers, static paths, headers and links are read off this table.
import { accountRoutes } from './account-routes.ts';
import { PAGE_POLICY } from './headers.ts';
import { objectRoutes } from './object-routes.ts';
import { REFERENCE_POLICY } from './reference-page.ts';
import { refusedRoutes } from './refused-routes.ts';
import { registryRoutes } from './registry-routes.ts';
import { built, live, type Row, type When } from './route.ts';
import {
  AGENT_BRIEF,
  API_CATALOG,
  app,
  DESCRIPTOR,
  described,
  document,
  file,
  html,
  json,
  model,
  OPENAPI,
  section,
  sectionBrief,
  sectionDescriptor,
  text,
} from './row-facts.ts';

export const routes = {
  home: live('/', {
    ...described(DESCRIPTOR, AGENT_BRIEF),
    document: 'home',
    treeless: true,
    summary: 'The front page, the descriptor, or the brief for agents, as `Accept` says',
  }),
  descriptor: built(DESCRIPTOR, {
    ...document,
    document: 'home',
    as: ['json'],
    summary: 'The descriptor: the address of today’s catalog, and where everything else lies',
  }),
  openapi: built(OPENAPI, {
    ...document,
    document: 'openapi',
    as: ['json'],
    summary: 'The API description, OpenAPI 3.1',
  }),
  openapiTwin: built('/.well-known/openapi.json', {
    ...document,
    document: 'openapi',
    as: ['json'],
    summary: 'The API description at its well-known address',
  }),
  agentCard: built('/.well-known/agent-card.json', {
    ...document,
    document: 'agent-card',
    as: ['json'],
    summary: 'The A2A agent card: what an agent can get done here',
  }),
  agentBrief: built(AGENT_BRIEF, {
    ...document,
    document: 'agent',
    as: ['markdown'],
    summary: 'The whole brief for agents',
  }),
  llms: built('/llms.txt', {
    ...document,
    document: 'llms',
    as: ['text'],
    summary: 'The service explained, and every page of its documentation',
  }),
  robots: built('/robots.txt', { ...document, document: 'robots', as: ['text'], summary: 'What crawlers may ask for' }),
  sitemap: built('/sitemap.xml', {
    ...document,
    document: 'sitemap',
    as: ['xml'],
    summary: 'Every page for search engines, or the parts of that list when it is long',
  }),
  sitemapPart: built('/sitemap-{part}.xml', {
    ...document,
    document: 'sitemap-{part}',
    as: ['xml'],
    summary: 'A part of the sitemap',
  }),
  apiCatalog: built(API_CATALOG, {
    ...document,
    document: 'api-catalog',
    as: ['json'],
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    links: ['Link', `<${API_CATALOG}>; rel="api-catalog"`],
    summary: 'The API catalog of RFC 9727: where the description, the documentation and the status lie',
  }),
  security: built('/.well-known/security.txt', {
    ...document,
    document: 'security',
    as: ['text'],
    summary: 'Whom to tell of a weakness (RFC 9116); absent while the operator names no contact',
  }),
  archive: built('/archive.json', {
    ...document,
    document: 'archive',
    as: ['json'],
    summary: 'Every day of the index, newest first, each readable for good by its address',
  }),
  archivePage: live('/archive/', {
    dialect: 'page',
    cache: 'revalidate',
    type: html,
    summary: 'Every day of the index, and how much changed on each, as a page',
  }),
  archiveChanges: built('/archive/changes.json', {
    ...document,
    document: 'archive/changes',
    as: ['json'],
    summary: 'How much changed on each day, newest first',
  }),
  archiveDay: built('/archive/{date}.json', {
    ...document,
    document: 'archive/{date}',
    as: ['json'],
    summary: 'What changed on a day against the day before it',
  }),
  archiveDayPage: live('/archive/{date}/', {
    dialect: 'page',
    cache: 'revalidate',
    type: html,
    summary: 'What changed on a day, as a page',
  }),
  pins: built('/pins.json', {
    ...document,
    document: 'pins',
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
  modelPage: built('/models/{owner}/{name}/', {
    dialect: 'page',
    cache: 'revalidate',
    type: html,
    compressed: true,
    csp: PAGE_POLICY,
    summary: 'The page of a model: its files with their hashes, its sources, and every way to take it along',
  }),
  modelTwin: live('/models/{owner}/{name}/index.md', {
    dialect: 'hub',
    cache: 'revalidate',
    type: 'text/markdown; charset=utf-8',
    summary: 'The page of a model as Markdown',
  }),
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
  reference: built('/docs', {
    dialect: 'page',
    cache: 'revalidate',
    type: html,
    compressed: true,
    csp: REFERENCE_POLICY,
    summary: 'The API reference: the description as a page',
  }),
  docsPage: live('/docs/{page}/', {
    dialect: 'page',
    cache: 'revalidate',
    type: html,
    summary: 'A page of the documentation',
  }),
  docsTwin: built('/docs/{page}.md', {
    dialect: 'plain',
    cache: 'revalidate',
    type: 'text/markdown; charset=utf-8',
    compressed: true,
    summary: 'A page of the documentation as Markdown; `index` is the overview',
  }),
  docsSearch: built('/docs/search.json', {
    dialect: 'plain',
    cache: 'revalidate',
    document: 'docs/search',
    as: ['json'],
    summary: 'The full-text index of the documentation, read by the search on its pages',
  }),
  asset: built('/_astro/{path...}', {
    dialect: 'plain',
    cache: 'immutable',
    compressed: true,
    summary: 'Styles of the website, under names that hold their hash',
  }),
  favicon: built('/favicon.svg', {
    dialect: 'plain',
    cache: 'revalidate',
    type: 'image/svg+xml',
    summary: 'The website’s icon',
  }),
  socialImage: built('/social.png', {
    dialect: 'plain',
    cache: 'revalidate',
    type: 'image/png',
    summary: 'The picture that stands beside a link to the website elsewhere (Open Graph)',
  }),

  spacesPage: live('/spaces/', {
    dialect: 'page',
    cache: 'revalidate',
    type: html,
    summary: 'The apps that run in the browser, as a page',
  }),
  spacesCatalog: built('/spaces/spaces.json', {
    dialect: 'hub',
    cache: 'revalidate',
    document: 'spaces/catalog',
    as: ['json'],
    compressed: true,
    summary: 'The apps that run in the browser, with the root that names the files of each',
  }),
  space: built('/spaces/{space}/', { ...app, type: html, summary: 'The page of an app' }),
  spaceFile: built('/spaces/{space}/{path...}', {
    ...app,
    summary: 'A file of an app; those under assets/ have names that hold their hash',
  }),

  healthPage: live('/health/', {
    treeless: true,
    dialect: 'page',
    cache: 'no-store',
    type: html,
    summary: 'Every byte source, now and since the service started, as a page',
  }),
  healthz: live('/healthz', {
    dialect: 'plain',
    hidesMethods: true,
    treeless: true,
    cache: 'no-store',
    type: json,
    summary: 'Is the object plane ready?',
  }),
  health: live('/api/hub/health', {
    treeless: true,
    dialect: 'hub',
    cache: 'no-store',
    type: json,
    pin: true,
    summary: 'What the last probe of every byte source found',
  }),

  facets: live('/api/hub/facets', {
    dialect: 'hub',
    cache: 'revalidate',
    type: json,
    compressed: true,
    summary: 'How many models a search finds, and how many it would with each further filter',
  }),

  models: live('/api/models', {
    ...model,
    type: json,
    summary: 'Search the index',
  }),
  model: built('/api/models/{owner}/{name}', { ...model, summary: 'A model at its indexed revision' }),
  modelAt: built('/api/models/{owner}/{name}/revision/{revision}', {
    ...model,
    summary: 'A model, refused unless the revision is the indexed one',
  }),
  refs: built('/api/models/{owner}/{name}/refs', { ...model, summary: 'The one branch of a model' }),
  tree: built('/api/models/{owner}/{name}/tree/{revision}', { ...model, summary: 'The files of a model' }),
  treeAt: built('/api/models/{owner}/{name}/tree/{revision}/{prefix...}', {
    ...model,
    summary: 'The files of a model under one folder',
  }),
  treesize: built('/api/models/{owner}/{name}/treesize/{revision}', { ...model, summary: 'Total bytes of a model' }),
  treesizeAt: built('/api/models/{owner}/{name}/treesize/{revision}/{prefix...}', {
    ...model,
    summary: 'Total bytes under one folder',
  }),
  pathsInfo: live('/api/models/{owner}/{name}/paths-info/{revision}', {
    ...model,
    methods: ['POST'],
    summary: 'Tree entries for a list of paths: a read that clients send as POST',
  }),
  xetReadToken: live('/api/models/{owner}/{name}/xet-read-token/{revision}', {
    ...model,
    cache: 'no-store',
    summary: 'Redirect to the same path at the origin hub; no token is issued here',
  }),

  sha256sums: built('/{owner}/{name}/resolve/{revision}/SHA256SUMS', {
    ...file,
    type: text,
    ranges: true,
    summary: 'A checksum file for the whole model',
  }),
  resolve: live('/{owner}/{name}/resolve/{revision}/{path...}', {
    ...file,
    cache: 'no-store',
    summary: 'Redirect to a live source of the file',
  }),
  raw: live('/{owner}/{name}/raw/{revision}/{path...}', {
    ...file,
    type: text,
    summary: 'The git-LFS pointer of a file',
  }),

  ...registryRoutes,

  ...objectRoutes,

  mcp: live('/mcp', {
    dialect: 'mcp',
    cache: 'no-store',
    type: 'application/json',
    methods: ['POST'],
    ownHost: true,
    treeless: true,
    summary: 'The Model Context Protocol: the index as three tools for agents',
  }),

  ...accountRoutes,

  hashes: built('/hashes/{shard}.json', {
    dialect: 'hub',
    cache: 'revalidate',
    type: json,
    pin: true,
    summary: 'Every file whose SHA-256 starts with three hex digits',
  }),

  ...refusedRoutes,
} as const satisfies Record<string, Row>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The names of the rows of one kind. */
export type Named<W extends When> = { [K in RouteName]: Routes[K]['when'] extends W ? K : never }[RouteName];

/** The names of the rows that a document answers. */
export type DocumentName = { [K in RouteName]: Routes[K] extends { document: string } ? K : never }[RouteName];

/** The names of the rows that are answered at all. */
export type AnsweredName = Named<'built' | 'live'>;

/** True when the row of this name is answered at all. */
export const isAnswered = (name: RouteName): name is AnsweredName => routes[name].when !== 'refused';

/** Segments that can stand behind a model's id on the Models routes: `revision`, `refs`, `tree` and so on. */
export const modelVerbs: ReadonlySet<string> = new Set(
  Object.values(routes).flatMap((row) => /^\/api\/models\/\{owner\}\/\{name\}\/([^/{]+)/.exec(row.pattern)?.[1] ?? []),
);

/** First segments of our own paths, which therefore can't be the name of an owner (decision 0014). */
export const reservedOwners: ReadonlySet<string> = new Set([
  ...Object.values(routes).flatMap((row) => /^\/([^/{]+)(?:\/|$)/.exec(row.pattern)?.[1] ?? []),
  ...['via', 'v1', 'docs', 'registry', 'spaces', 'buckets', 'mcp', 'hub', 'account', 'archive', 'datasets'],
]);
