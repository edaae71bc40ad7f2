// A stand-in for the public hub, on loopback, that speaks as much of its dialect as a crawl asks: made after recorded answers, with a switch for every fault.
import { createHash, hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { blobHash } from '../../generator/crawl/small-files.ts';

/** A model of it. Files named in `large` are in large storage, the others in git. */
export interface StandInModel {
  id: string;
  files: Record<string, string | Buffer>;
  large?: string[];
  info?: Record<string, unknown>;
  /** It was called so before. */
  formerly?: string;
}

/** What goes wrong with an answer. */
export interface Trouble {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The connection ends after so many bytes of the body. */
  cutAt?: number;
  /** Nothing is ever said. */
  stalls?: true;
}

export interface HubStandIn {
  url: string;
  models: StandInModel[];
  /** Methods and targets, in order. */
  asked: string[];
  /** Decides what goes wrong; the attempt counts from 1 for each target. */
  trouble: (target: string, attempt: number) => Trouble | undefined;
  userAgents: Set<string>;
  close(): void;
}

/** Entries of a page of a listing. */
const PAGE = 50;

export const revisionOf = ({ id, files }: StandInModel) =>
  createHash('sha1')
    .update(id)
    .update(JSON.stringify(Object.entries(files).map(([path, text]) => [path, hash('sha256', text)])))
    .digest('hex');

/** Starts one with these models. */
export async function startHubStandIn(models: StandInModel[]): Promise<HubStandIn> {
  const attempts = new Map<string, number>();
  const hub: HubStandIn = {
    ...{ url: '', models, asked: [], trouble: () => undefined, userAgents: new Set() },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer((request, response) => {
    const target = request.url!;
    hub.asked.push(`${request.method} ${target}`);
    hub.userAgents.add(request.headers['user-agent'] ?? '');
    const attempt = (attempts.get(target) ?? 0) + 1;
    attempts.set(target, attempt);
    const wrong = hub.trouble(target, attempt);
    if (wrong?.stalls) return;
    const answer = answerOf(hub, request);
    send(response, { ...answer, ...wrong, headers: { ...answer.headers, ...wrong?.headers } }, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  hub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return hub;
}

interface Reply extends Trouble {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

const json = (body: unknown, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const error = (status: number, text: string): Reply => ({ ...json({ error: text }), status });

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
  const begin = Number(params.get('cursor') ?? 0);
  const limit = Math.min(Number(params.get('limit')), PAGE);
  params.set('cursor', String(begin + limit));
  const next = begin + limit < fits.length ? { Link: `<${hub.url}${path}?${params}>; rel="next"` } : {};
  return json(fits.slice(begin, begin + limit).map(infoOf), next as Record<string, string>);
}

function described(hub: HubStandIn, id: string, what: string, revision: string, url: string): Reply {
  const renamed = hub.models.find(({ formerly }) => formerly === id);
  if (renamed) return { status: 307, headers: { Location: url.replace(id, renamed.id) }, body: '' };
  const model = hub.models.find((one) => one.id === id);
  // To somebody it does not know the public hub says so of what is not there.
  if (!model) return error(401, 'Invalid username or password.');
  if (revision !== 'HEAD' && revision !== revisionOf(model)) return error(404, `Invalid rev id: ${revision}`);
  if (what === 'revision') return json(infoOf(model));
  const { searchParams, pathname } = new URL(url, hub.url);
  const begin = Number(searchParams.get('cursor') ?? 0);
  const entries = treeOf(model);
  searchParams.set('cursor', String(begin + PAGE));
  const next = begin + PAGE < entries.length ? { Link: `<${hub.url}${pathname}?${searchParams}>; rel="next"` } : {};
  return json(entries.slice(begin, begin + PAGE), next as Record<string, string>);
}

function infoOf(model: StandInModel): object {
  const { id, info } = model;
  return {
    ...{ _id: hash('sha256', id).slice(0, 24), id, modelId: id, sha: revisionOf(model), author: id.split('/')[0] },
    ...{ private: false, gated: false, disabled: false, downloads: 10, likes: 2, tags: [] },
    ...{ createdAt: '2024-01-02T03:04:05.000Z', lastModified: '2024-02-03T04:05:06.000Z', ...info },
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
  const model = hub.models.find((one) => one.id === id && revisionOf(one) === revision);
  const content = model && Object.hasOwn(model.files, path) ? model.files[path]! : undefined;
  if (content === undefined) return error(404, 'Entry not found');
  if (model!.large?.includes(path))
    return { status: 302, headers: { Location: `${hub.url}/cdn/${hash('sha256', content)}` }, body: '' };
  return { status: 200, headers: { 'Content-Type': 'text/plain', 'X-Repo-Commit': revision }, body: content };
}

function large(hub: HubStandIn, sha256: string): Reply {
  for (const { files } of hub.models)
    for (const content of Object.values(files))
      if (hash('sha256', content) === sha256)
        return { status: 200, headers: { 'Accept-Ranges': 'bytes' }, body: content };
  return error(404, 'NoSuchKey');
}

function send(response: ServerResponse, { status, headers, body, cutAt }: Reply, request: IncomingMessage): void {
  let bytes: Buffer = Buffer.from(body);
  let code = status;
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (range && headers['Accept-Ranges'] && status === 200) {
    code = 206;
    bytes = bytes.subarray(Number(range[1]), Number(range[2]) + 1);
  }
  response.writeHead(code, { ...headers, 'Content-Length': bytes.length });
  if (cutAt === undefined) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, cutAt), () => response.destroy());
}
