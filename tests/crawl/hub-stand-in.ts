// A fake public hub on loopback, made after recorded answers. It answers the requests of a crawl as the public hub
// does, and tests can switch on faults.
import { createHash, hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { blobHash } from '../../generator/crawl/model-files.ts';
import { own } from '../../src/basics/records.ts';
import { error, json, type Reply, type StandIn, startStandIn } from './stand-in.ts';

/** A model of the hub. Files that `large` names are in large storage, the others in git. */
export interface StandInModel {
  id: string;
  files: Record<string, string | Buffer>;
  large?: string[];
  info?: Record<string, unknown>;
  /** The model's former id. */
  formerly?: string;
}

export interface HubStandIn extends StandIn {
  models: StandInModel[];
  /** The bytes in large storage, by SHA-256. A test may replace them by wrong bytes. */
  storage: Map<string, string | Buffer>;
  /**
   * True if listings give the facts that `expand` names. Otherwise they give fixed facts without a commit, as other
   * hubs do.
   */
  expands: boolean;
  /** The maximum number of entries on a page of a search, 50 by default. */
  page: number;
  /** The maximum number of entries on a page of a file listing, 1,000 by default. */
  treePage: number;
  /** False if lists ignore `sort`. */
  sorts: boolean;
  /** Wrong facts that listings give of a model, by its id. */
  lies: Record<string, object>;
  /** The index in `models` at which each id was last found. */
  places: Map<string, number>;
}

/** The facts that a listing gives if it ignores `expand`, or if `expand` names none. */
const UNASKED = ['likes', 'private', 'downloads', 'tags', 'pipeline_tag', 'library_name', 'createdAt', 'modelId'];

/** The facts that a model has by default. */
const USUAL = { downloads: 10, likes: 2, lastModified: '2024-02-03T04:05:06.000Z' };

export const revisionOf = ({ id, files }: StandInModel) =>
  createHash('sha1')
    .update(id)
    .update(JSON.stringify(Object.entries(files).map(([path, text]) => [path, hash('sha256', text)])))
    .digest('hex');

/** Starts a hub that has these models. */
export async function startHubStandIn(models: StandInModel[]): Promise<HubStandIn> {
  const standIn: StandIn = await startStandIn((request) => answerOf(hub, request));
  const storage = new Map<string, string | Buffer>();
  const hub = Object.assign(standIn, {
    models,
    storage,
    expands: true,
    page: 50,
    treePage: 1000,
    sorts: true,
    lies: {},
    places: new Map<string, number>(),
  });
  return hub;
}

function answerOf(hub: HubStandIn, { url }: IncomingMessage): Reply {
  const { pathname, searchParams } = new URL(url!, hub.url);
  const path = decodeURIComponent(pathname);
  if (path === '/api/models') return searched(hub, searchParams, pathname);
  const api = /^\/api\/models\/([^/]+\/[^/]+)\/(revision|tree)\/([^/]+)/.exec(path);
  if (api) return described(hub, api[1]!, api[2]!, api[3]!, url!);
  const file = /^\/([^/]+\/[^/]+)\/resolve\/([0-9a-f]{40})\/(.+)$/.exec(path);
  if (file) return resolved(hub, file[1]!, file[2]!, file[3]!);
  const stored = /^\/cdn\/([0-9a-f]{64})$/.exec(path);
  return stored ? large(hub, stored[1]!) : error(404, 'Not Found');
}

function searched(hub: HubStandIn, params: URLSearchParams, path: string): Reply {
  const [author, task, text] = ['author', 'pipeline_tag', 'search'].map((name) => params.get(name));
  const tags = params.getAll('filter');
  const fits = hub.models.filter(({ id, info = {} }) => {
    const known = (info.tags ?? []) as string[];
    return (
      (!author || id.startsWith(`${author}/`)) &&
      (!task || info.pipeline_tag === task) &&
      (!text || id.includes(text)) &&
      tags.every((tag) => known.includes(tag))
    );
  });
  const limit = Math.min(Number(params.get('limit') ?? hub.page), hub.page);
  const rest = behind(params.get('cursor'), placed(fits, (hub.sorts && params.get('sort')) || ''));
  const page = rest.slice(0, limit).map(({ model }) => entryOf(hub, model, params.getAll('expand')));
  if (rest.length <= limit) return json(page);
  const { value, at } = rest[limit - 1]!;
  params.set('cursor', btoa(JSON.stringify([value, at])));
  return json(page, { Link: `<${hub.url}${path}?${params}>; rel="next"` });
}

/** A model in a sorted list: its sort value, and its position among equal values. */
interface Placed {
  model: StandInModel;
  value: number;
  at: number;
}

/** Sorts models by the highest value first, as the public hub does. */
function placed(models: readonly StandInModel[], sort: string): Placed[] {
  const sortedBy = ({ info = {} }: StandInModel) => {
    const value = info[sort] ?? own(USUAL, sort) ?? 0;
    return typeof value === 'string' ? Date.parse(value) : (value as number);
  };
  return models.map((model, at) => ({ model, value: sortedBy(model), at })).sort(inOrder);
}

const inOrder = (a: Pick<Placed, 'value' | 'at'>, b: typeof a) => b.value - a.value || a.at - b.at;

/**
 * Returns the models after the cursor. A cursor has the value and position of a page's last model, so changes do not
 * shift later pages.
 */
function behind(cursor: string | null, all: readonly Placed[]): readonly Placed[] {
  if (cursor === null) return all;
  const [value, at] = JSON.parse(atob(cursor)) as [number, number];
  const from = all.findIndex((one) => inOrder({ value, at }, one) < 0);
  return from < 0 ? [] : all.slice(from);
}

/** Makes a model's entry in a listing. */
function entryOf({ expands, lies }: HubStandIn, model: StandInModel, expand: string[]): object {
  const said = expands && expand.length > 0 ? expand : UNASKED;
  const info = Object.entries({ ...infoOf(model), ...lies[model.id] });
  return Object.fromEntries(info.filter(([key]) => ['_id', 'id', ...said].includes(key)));
}

function described(hub: HubStandIn, id: string, what: string, revision: string, url: string): Reply {
  const model = modelOf(hub, id);
  const renamed = model ? undefined : hub.models.find(({ formerly }) => formerly === id);
  if (renamed) return { status: 307, headers: { Location: url.replace(id, renamed.id) }, body: '' };
  // The public hub sends this answer to anonymous callers for missing models.
  if (!model) return error(401, 'Invalid username or password.');
  if (revision !== 'HEAD' && revision !== revisionOf(model)) return error(404, `Invalid rev id: ${revision}`);
  if (what === 'revision') return json(infoOf(model));
  const { searchParams, pathname } = new URL(url, hub.url);
  const begin = Number(searchParams.get('cursor') ?? 0);
  const entries = treeOf(model);
  searchParams.set('cursor', String(begin + hub.treePage));
  const next =
    begin + hub.treePage < entries.length ? { Link: `<${hub.url}${pathname}?${searchParams}>; rel="next"` } : {};
  return json(entries.slice(begin, begin + hub.treePage), next as Record<string, string>);
}

/** Finds a model. Looks first where the model was last found, because a hub may have very many models. */
function modelOf({ models, places }: HubStandIn, id: string): StandInModel | undefined {
  const known = models[places.get(id) ?? -1];
  if (known?.id === id) return known;
  const at = models.findIndex((one) => one.id === id);
  places.set(id, at);
  return models[at];
}

function infoOf(model: StandInModel): object {
  const { id, info } = model;
  return {
    _id: hash('sha256', id).slice(0, 24),
    id,
    modelId: id,
    sha: revisionOf(model),
    author: id.split('/')[0],
    private: false,
    gated: false,
    disabled: false,
    tags: [],
    createdAt: '2024-01-02T03:04:05.000Z',
    siblings: Object.keys(model.files).map((rfilename) => ({ rfilename })),
    ...USUAL,
    ...info,
  };
}

function treeOf({ files, large = [] }: StandInModel): object[] {
  const folders = new Set(
    Object.keys(files).flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, at, all) => all.slice(0, at + 1).join('/')),
    ),
  );
  return [
    ...[...folders].map((path) => ({ type: 'directory', oid: '0'.repeat(40), size: 0, path })),
    ...Object.entries(files).map(([path, content]) => {
      const bytes = Buffer.from(content);
      if (!large.includes(path)) return { type: 'file', oid: blobHash(bytes), size: bytes.length, path };
      const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${hash('sha256', bytes)}\nsize ${bytes.length}\n`;
      const lfs = { oid: hash('sha256', bytes), size: bytes.length, pointerSize: pointer.length };
      return { type: 'file', oid: blobHash(Buffer.from(pointer)), size: bytes.length, path, lfs };
    }),
  ];
}

function resolved(hub: HubStandIn, id: string, revision: string, path: string): Reply {
  const model = modelOf(hub, id);
  const content =
    model && revisionOf(model) === revision && Object.hasOwn(model.files, path) ? model.files[path]! : undefined;
  if (content === undefined) return error(404, 'Entry not found');
  if (model!.large?.includes(path)) {
    const sha256 = hash('sha256', content);
    hub.storage.set(sha256, content);
    return { status: 302, headers: { Location: `${hub.url}/cdn/${sha256}` }, body: '' };
  }
  return { status: 200, headers: { 'Content-Type': 'text/plain', 'X-Repo-Commit': revision }, body: content };
}

function large(hub: HubStandIn, sha256: string): Reply {
  const content = hub.storage.get(sha256);
  if (content === undefined) return error(404, 'NoSuchKey');
  return { status: 200, headers: { 'Accept-Ranges': 'bytes' }, body: content };
}
