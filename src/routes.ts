// Every path the service answers, once. Router, renderers, handlers, static paths, headers and links are read off this table.
import { built, live, type Row, type When } from './route.ts';

const json = 'application/json; charset=utf-8';
const text = 'text/plain; charset=utf-8';
const html = 'text/html; charset=utf-8';

const file = { dialect: 'hub', cache: 'revalidate', pin: true } as const;
const model = { ...file, type: json, compressed: true } as const;

const registry = { dialect: 'oci', type: 'application/json', pin: true } as const;

export const routes = {
  home: live('/', { dialect: 'page', treeless: true, cache: 'revalidate', type: html, summary: 'The front page' }),
  browse: live('/models/', {
    dialect: 'page',
    treeless: true,
    cache: 'revalidate',
    type: html,
    summary: 'Browse and search models',
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

  healthz: live('/healthz', {
    dialect: 'plain',
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

  models: live('/api/models', {
    ...model,
    type: json,
    summary: 'Search the index; the first page without parameters is built',
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

  registryBase: live('/v2/', { ...registry, cache: 'tag', summary: 'Version 2 of the registry API, read anonymously' }),
  registryCatalog: live('/v2/_catalog', {
    ...registry,
    cache: 'tag',
    summary: 'The service’s own repositories; those of models are found by search',
  }),
  tags: live('/v2/{owner}/{name}/tags/list', { ...registry, cache: 'tag', summary: 'The tags of a model' }),
  manifest: built('/v2/{owner}/{name}/manifests/{reference}', {
    ...registry,
    cache: 'tag',
    summary: 'A manifest by tag or digest: a ModelPack artifact, or what Ollama reads, as `Accept` says',
  }),
  blob: live('/v2/{owner}/{name}/blobs/{digest}', {
    ...registry,
    cache: 'digest',
    ranges: true,
    summary: 'A small blob in full, or the way to a file of the model',
  }),
  referrers: live('/v2/{owner}/{name}/referrers/{digest}', {
    ...registry,
    cache: 'tag',
    summary: 'What refers to a manifest: nothing yet',
  }),

  object: built('/api/v1/objects/{id}', {
    dialect: 'objects',
    cache: 'immutable',
    ranges: true,
    pin: true,
    summary: 'The bytes of an object by its BLAKE3 address',
  }),
  hashes: built('/hashes/{shard}.json', {
    dialect: 'hub',
    cache: 'revalidate',
    type: json,
    pin: true,
    summary: 'Every file whose SHA-256 starts with three hex digits',
  }),
} as const satisfies Record<string, Row>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The names of the rows of one kind. */
export type Named<W extends When> = { [K in RouteName]: Routes[K]['when'] extends W ? K : never }[RouteName];

/** Segments that can stand behind a model's id on the Models routes: `revision`, `refs`, `tree` and so on. */
export const modelVerbs: ReadonlySet<string> = new Set(
  Object.values(routes).flatMap((row) => /^\/api\/models\/\{owner\}\/\{name\}\/([^/{]+)/.exec(row.pattern)?.[1] ?? []),
);

/** First segments that are paths of ours, and so can be no owner's name (contract.md section 1). */
export const reservedOwners: ReadonlySet<string> = new Set([
  ...Object.values(routes).flatMap((row) => /^\/([^/{]+)/.exec(row.pattern)?.[1] ?? []),
  ...['via', 'v1', 'docs', 'registry', 'spaces', 'buckets', 'mcp', 'hub', 'account', 'archive', 'datasets'],
]);
