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
  const [, holder, path = ''] =
    /^\/models\/([^/]+\/[^/]+)\/resolve\/master\/(.+)$/.exec(decodeURIComponent(pathname)) ?? [];
  if (holder) {
    const body = models.find((one) => one.id === holder)?.files[path];
    return body === undefined ? notFound : { status: 200, headers: { 'Accept-Ranges': 'bytes' }, body };
  }
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
  const common = { CommitMessage: 'upload', CommittedDate: 1726842501, CommitterName: 'x', InCheck: false };
  return Object.entries(files).flatMap(([path, content]) => {
    const name = path.split('/').at(-1)!;
    const folder = path.slice(0, -name.length - 1);
    const about = { ...common, Mode: '33188', Name: name, Path: path, Revision: hash('sha1', path), Type: 'blob' };
    const bytes = { IsLFS: false, Sha256: hash('sha256', content), Size: Buffer.from(content).length };
    const tree = { ...common, Mode: '16384', Name: folder, Path: folder, Sha256: '', Size: 0, Type: 'tree' };
    return [...(folder ? [tree] : []), { ...about, ...bytes, ...told[path] }];
  });
}
