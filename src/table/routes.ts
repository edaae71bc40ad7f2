// The route table: every path that the service answers, each once. Router, renderers, handlers, static paths, headers
// and links all use it.
import { SIGSTORE_BUNDLE } from '../nouns/registry-media-types.ts';
import { accountRoutes } from './account-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { lockRoutes } from './lock-routes.ts';
import { logRoutes } from './log-routes.ts';
import { objectRoutes } from './object-routes.ts';
import { refusedRoutes } from './refused-routes.ts';
import { registryRoutes } from './registry-routes.ts';
import { built, live, OWN_FOLDER, type Row, type When } from './route.ts';
import {
  alternate,
  app,
  file,
  htmlType,
  json,
  listing,
  model,
  page,
  probe,
  textType,
  websiteFile,
} from './row-facts.ts';

/** The folder of the files that answer below `/api/models/{owner}/{name}`. Its `index.json` answers that address. */
const MODEL = 'api/models/{owner}/{name}';

/**
 * The facts of addresses that people type. Programs find nothing there. No cache keeps the answer, since tomorrow's
 * index may have the model.
 */
const typed = { typed: true, dialect: 'hub', cache: 'no-store' } as const;

export const routes = {
  ...documentRoutes,

  asset: built('/_astro/{path...}', {
    ...websiteFile,
    cache: 'immutable',
    compressed: true,
    summary: 'Styles of the website, under names that hold their hash',
  }),
  favicon: built('/favicon.svg', {
    ...websiteFile,
    type: 'image/svg+xml',
    summary: 'The website’s icon',
  }),
  socialImage: built('/social.png', {
    ...websiteFile,
    type: 'image/png',
    summary: 'The picture that stands beside a link to the website elsewhere (Open Graph)',
  }),
  // The path is below /docs/, because a path of its own, such as /pictures/, would take a name from owners.
  taskImage: built('/docs/pictures/{task}.png', {
    ...websiteFile,
    type: 'image/png',
    summary: 'The picture beside a link to a model of a task',
  }),

  verifyPage: live('/verify/', {
    file: true,
    ...page,
    summary: 'Which model a file is of, by its hash, as a page',
  }),
  spacesPage: live('/spaces/', {
    file: true,
    ...page,
    summary: 'The apps that run in the browser, as a page',
  }),
  spacesCatalog: built('/spaces/spaces.json', {
    dialect: 'hub',
    cache: 'revalidate',
    as: ['json'],
    compressed: true,
    summary: 'The apps that run in the browser, with the root that names the files of each',
  }),
  space: built('/spaces/{space}/', {
    pack: 'spaces/{space}',
    ...app,
    type: htmlType,
    summary: 'The page of an app',
  }),
  spaceFile: built('/spaces/{space}/{path...}', {
    pack: 'spaces/{space}',
    ...app,
    hashed: { param: 'path', like: 'assets/.+?', cache: 'immutable' },
    summary: 'A file of an app; those under assets/ have names that hold their hash',
  }),

  healthPage: live('/health/', {
    file: true,
    treeless: true,
    ...page,
    cache: 'no-store',
    summary: 'Every byte source, now and since the service started, as a page',
  }),
  withdrawnPage: live('/withdrawn/', {
    file: true,
    ...page,
    cache: 'no-store',
    summary: 'The models that the operator withdrew, and why, as a page',
  }),
  healthz: live('/healthz', {
    ...probe,
    type: json,
    summary: 'Is the object plane ready?',
  }),
  livez: live('/livez', {
    ...probe,
    type: textType,
    summary: 'Does the process answer?',
  }),
  readyz: live('/readyz', {
    ...probe,
    type: textType,
    summary: 'Should it get requests?',
  }),
  health: live('/api/hub/health', {
    treeless: true,
    dialect: 'hub',
    cache: 'no-store',
    type: json,
    summary: 'What the last probe of every byte source found',
  }),
  activity: live('/api/hub/activity', {
    treeless: true,
    dialect: 'hub',
    cache: 'no-store',
    type: json,
    summary: 'How many callers were sent to each byte source in the last hour',
  }),

  // These facts may change while the model does not. They are in no pack and no export; the script of the model's page
  // requests them.
  modelSources: live('/api/hub/models/{owner}/{name}/sources', {
    dialect: 'hub',
    cache: 'no-store',
    type: json,
    summary: 'How the sources of a model are now',
  }),
  modelRelated: live('/api/hub/models/{owner}/{name}/related', {
    ...model,
    summary: 'Models made from a model, the same weights elsewhere, and its figures on the days of the index',
  }),

  byHash: live('/api/hub/by-hash/{sha256}', {
    ...model,
    summary: 'Which models have a file with a SHA-256, where its bytes are, and since when',
  }),
  byHashes: live('/api/hub/by-hash', {
    ...model,
    summary: 'The same for up to a hundred hashes',
  }),

  facets: live('/api/hub/facets', {
    file: true,
    pack: 'search',
    ...model,
    summary: 'How many models a search finds, and how many it would with each further filter',
  }),

  comparePage: live('/models/compare/', {
    ...page,
    summary: 'Up to four models side by side, as a page',
  }),
  modelPage: live('/models/{owner}/{name}/', {
    file: true,
    ...page,
    summary: 'The page of a model: its files with their hashes, its sources, and every way to take it along',
  }),
  modelTwin: live('/models/{owner}/{name}/index.md', {
    file: true,
    headers: alternate('/models/{owner}/{name}/', 'text/html'),
    dialect: 'hub',
    cache: 'revalidate',
    type: 'text/markdown; charset=utf-8',
    summary: 'The page of a model as Markdown',
  }),

  modelSignature: live('/models/{owner}/{name}/model.sig', {
    file: true,
    attested: true,
    dialect: 'hub',
    cache: 'revalidate',
    type: SIGSTORE_BUNDLE,
    summary: 'The attestation of a model: a bundle that `model_signing verify` reads',
  }),
  attestationKey: live('/api/hub/attestation/key.pem', {
    file: true,
    attested: true,
    treeless: true,
    dialect: 'hub',
    cache: 'revalidate',
    type: textType,
    summary: 'The public key that attestations are checked by',
  }),

  models: live('/api/models', {
    file: 'api/models/index.json',
    pack: 'search',
    ...model,
    type: json,
    summary: 'Search the index',
  }),
  model: built('/api/models/{owner}/{name}', {
    figures: true,
    file: `${MODEL}/index.json`,
    ...model,
    summary: 'A model at its indexed revision',
  }),
  modelAt: built('/api/models/{owner}/{name}/revision/{revision}', {
    figures: true,
    file: `${MODEL}/index.json`,
    ...model,
    summary: 'A model, refused unless the revision is the indexed one',
  }),
  refs: built('/api/models/{owner}/{name}/refs', {
    ...model,
    summary: 'The one branch of a model',
  }),
  tree: built('/api/models/{owner}/{name}/tree/{revision}', {
    file: `${MODEL}/tree/main/index.json`,
    ...listing,
    summary: 'The files of a model',
  }),
  treeAt: built('/api/models/{owner}/{name}/tree/{revision}/{prefix...}', {
    file: `${MODEL}/tree/main/{prefix}/index.json`,
    ...listing,
    summary: 'The files of a model under one folder',
  }),
  treesize: built('/api/models/{owner}/{name}/treesize/{revision}', {
    file: `${MODEL}/treesize/main/index.json`,
    ...model,
    summary: 'Total bytes of a model',
  }),
  treesizeAt: built('/api/models/{owner}/{name}/treesize/{revision}/{prefix...}', {
    file: `${MODEL}/treesize/main/{prefix}/index.json`,
    ...model,
    summary: 'Total bytes under one folder',
  }),
  pathsInfo: live('/api/models/{owner}/{name}/paths-info/{revision}', {
    ...model,
    methods: ['POST'],
    postReads: true,
    summary: 'Tree entries for a list of paths: a read that clients send as POST',
  }),
  authCheck: live('/api/models/{owner}/{name}/auth-check', {
    ...model,
    cache: 'no-store',
    summary: 'May the caller read a model? Everybody may read one that is indexed',
  }),
  xetReadToken: live('/api/models/{owner}/{name}/xet-read-token/{revision}', {
    ...model,
    cache: 'no-store',
    summary: 'Redirect to the same path at the origin hub; no token is issued here',
  }),

  sha256sums: built('/{owner}/{name}/resolve/{revision}/SHA256SUMS', {
    ...file,
    type: textType,
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
    type: textType,
    summary: 'The git-LFS pointer of a file',
  }),

  ...registryRoutes,

  ...objectRoutes,

  ...logRoutes,

  ...lockRoutes,

  mcp: live('/mcp', {
    dialect: 'mcp',
    cache: 'no-store',
    type: 'application/json',
    methods: ['POST'],
    ownHost: true,
    treeless: true,
    summary: 'The Model Context Protocol: the index as tools for agents',
  }),

  ...accountRoutes,

  hashes: built('/hashes/{shard}.json', {
    dialect: 'hub',
    cache: 'revalidate',
    type: json,
    summary: 'Every file whose SHA-256 starts with three hex digits',
  }),

  hashPage: live('/hashes/{sha256}/', {
    ...page,
    summary: 'The files that have a SHA-256, as a page',
  }),

  // These are addresses of the public hub as people type them, with this hub's host.
  ownerPage: live('/{owner}/', {
    file: true,
    typed: true,
    ...page,
    summary: 'The models of an owner, as a page',
  }),
  typedOwner: live('/models/{owner}/', {
    ...typed,
    summary: 'From the address of a model without its name to the page of its owner',
  }),
  typedModel: live('/{owner}/{name}', {
    ...typed,
    summary: 'From the address of a model at the public hub, or its name with a tag, to its page here, for browsers',
  }),
  typedFolder: live('/{owner}/{name}/tree/{path...}', {
    ...typed,
    summary: 'From the address of a folder at the public hub to the files of the model here, for browsers',
  }),
  typedFile: live('/{owner}/{name}/blob/{path...}', {
    ...typed,
    summary: 'From the address of a file’s page at the public hub to the files of the model here, for browsers',
  }),

  ...refusedRoutes,
} as const satisfies Record<string, Row>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The names of the rows whose answers are made at the time `W`. */
export type Named<W extends When> = { [K in RouteName]: Routes[K]['when'] extends W ? K : never }[RouteName];

/** The names of the rows for documents, which have a list of representations (`as`). */
export type DocumentName = { [K in RouteName]: Routes[K] extends { as: readonly unknown[] } ? K : never }[RouteName];

/** The names of all rows except the refused ones. */
export type AnsweredName = Named<'built' | 'live'>;

/** True unless the row of this name is a refused one. */
export const isAnswered = (name: RouteName): name is AnsweredName => routes[name].when !== 'refused';

/** The names of all rows except the refused ones, in the order of the table. */
export const answeredNames: readonly AnsweredName[] = (Object.keys(routes) as RouteName[]).filter(isAnswered);

/** The segments that follow a model's id in paths of the Models API: `revision`, `refs`, `tree` and so on. */
export const modelVerbs: ReadonlySet<string> = new Set(
  Object.values(routes).flatMap((row) => /^\/api\/models\/\{owner\}\/\{name\}\/([^/{]+)/.exec(row.pattern)?.[1] ?? []),
);

/** The first segments of the hub's own paths. No owner may have such a name (decision 0014). */
export const reservedOwners: ReadonlySet<string> = new Set([
  ...Object.values(routes).flatMap((row) => /^\/([^/{]+)(?:\/|$)/.exec(row.pattern)?.[1] ?? []),
  // These files of an export lie beside the folders of owners.
  ...['index.html', 'index.json', 'index.md', '404.html', '_headers', '_redirects', '_search.json', OWN_FOLDER],
  ...['via', 'v1', 'docs', 'registry', 'spaces', 'buckets', 'mcp', 'hub', 'account', 'archive', 'datasets'],
]);
