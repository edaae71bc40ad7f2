// A fake hub of source B on loopback: lists files with a SHA-256 for each, all at once or by pages.
import { hash } from 'node:crypto';
import { error, json, type Reply, type StandIn, startStandIn } from './stand-in.ts';

/** A model that this hub has. */
export interface ScopeModel {
  id: string;
  files: Record<string, string | Buffer>;
  /** Wrong fields that a listing gives for a file, by path. */
  told?: Record<string, object>;
}

export interface ScopeStandIn extends StandIn {
  models: ScopeModel[];
  /** True if a request for a page gets that page; false if it gets all files. */
  hasPages: boolean;
}

/** Starts a hub that has these models. */
export async function startScopeStandIn(models: ScopeModel[]): Promise<ScopeStandIn> {
  const standIn: StandIn = await startStandIn(({ url }) => answerOf(scope, new URL(url!, scope.url)));
  const scope = Object.assign(standIn, { models, hasPages: false });
  return scope;
}

function answerOf({ models, hasPages }: ScopeStandIn, { pathname, searchParams }: URL): Reply {
  const [, id] = /^\/api\/v1\/models\/([^/]+\/[^/]+)\/repo\/files$/.exec(decodeURIComponent(pathname)) ?? [];
  const model = models.find((one) => one.id === id);
  if (!model || searchParams.get('Revision') !== 'master') return notFound;
  const files = entriesOf(model);
  const [page, size] = ['PageNumber', 'PageSize'].map((name) => Number(searchParams.get(name)));
  const shown = hasPages ? files.slice((page! - 1) * size!, page! * size!) : files;
  return json({ Code: 200, Success: true, Message: 'success', RequestId: 'x', Data: { Files: shown } });
}

const notFound: Reply = {
  ...error(404, ''),
  body: JSON.stringify({ Code: 10010205001, Success: false, Message: 'model not found', RequestId: 'x', Data: null }),
};

function entriesOf({ files, told = {} }: ScopeModel): object[] {
  return Object.entries(files).flatMap(([path, content]) => {
    const folder = path.split('/').slice(0, -1).join('/');
    const tree = { Path: folder, Sha256: '', Size: 0, Type: 'tree', InCheck: false };
    const bytes = { Sha256: hash('sha256', content), Size: Buffer.from(content).length };
    return [...(folder ? [tree] : []), { Path: path, Type: 'blob', InCheck: false, ...bytes, ...told[path] }];
  });
}
